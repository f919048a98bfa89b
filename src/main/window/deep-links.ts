import { listPathnames } from '#shared/resource-kit/paths.ts';
import { resources } from '#shared/resources/index.ts';
import { redirectAttributeList, redirects } from '#shared/routes.ts';
import { appOrigin, isAppPage } from '../origin.ts';

export const deepLinkScheme = 'backoffice';

const prefix = `${deepLinkScheme}://`;

const patterns = [...resources.flatMap(({ paths }) => listPathnames(paths)), ...redirects.map(({ from }) => from), '/'];

const splitSegments = (path: string): string[] => path.split('/').filter(Boolean);

const matches = (pattern: string, segments: readonly string[]): boolean => {
  const patternSegments = splitSegments(pattern);
  return (
    patternSegments.length === segments.length &&
    patternSegments.every(
      (segment, index) => segment.startsWith(':') || segment.toLowerCase() === segments[index]?.toLowerCase(),
    )
  );
};

/** Returns the route and query of a deep link, or null if it is no page of the app. */
export const parseDeepLink = (link: string): string | null => {
  if (!link.toLowerCase().startsWith(prefix)) return null;
  const path = `/${link.slice(prefix.length).replace(/^\/+/, '')}`;
  if (!URL.canParse(path, appOrigin)) return null;
  const { pathname, search } = new URL(path, appOrigin);
  const segments = splitSegments(pathname);
  const isPage = patterns.some((pattern) => matches(pattern, segments)) || redirectAttributeList(pathname) !== null;
  return isPage ? `${pathname}${search}` : null;
};

/** Returns the deep link of an app page, or null for any other address. */
export const toDeepLink = (address: string): string | null => {
  if (!isAppPage(address)) return null;
  const { pathname, search } = new URL(address);
  const link = `${prefix}${pathname.slice(1)}${search}`;
  return parseDeepLink(link) === null ? null : link;
};

export const findDeepLink = (commandLine: readonly string[]): string | undefined =>
  commandLine.find((argument) => argument.toLowerCase().startsWith(prefix));
