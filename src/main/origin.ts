import type { ErrorResponse } from '#shared/api.ts';
import { isLoopback } from '#shared/urls.ts';

/** The only origin that windows may show. */
export const appScheme = 'app';
const appHost = 'backoffice';
export const appOrigin = `${appScheme}://${appHost}`;

/** Previews of picked files are below this path. */
export const localFilesPath = '/local-files/';

const apiPaths = ['/v1/', '/uploads/'];

export const isServerPath = (pathname: string): boolean => apiPaths.some((path) => pathname.startsWith(path));

/** Session endpoints in any spelling of their path. Only main calls them, because they use the token. */
export const isSessionPath = (pathname: string): boolean =>
  /^\/v1\/user\/(login(\/.*)?|authorization|logout)\/?$/i.test(decodeURIComponent(pathname).replace(/\/+/g, '/'));

const parseUrl = (url: string): URL | null => (URL.canParse(url) ? new URL(url) : null);

/** Compares parsed parts, because a string prefix proves nothing. */
export const isAppUrl = (url: string): boolean => {
  const parsed = parseUrl(url);
  return (
    parsed !== null &&
    parsed.protocol === `${appScheme}:` &&
    parsed.host === appHost &&
    parsed.username === '' &&
    parsed.password === ''
  );
};

/** Whether a URL is a page of the app rather than data or a file. */
export const isAppPage = (url: string): boolean => {
  const pathname = parseUrl(url)?.pathname ?? '';
  return isAppUrl(url) && !isServerPath(pathname) && !pathname.startsWith(localFilesPath);
};

/** Whether the system may open a URL: web pages over https or of this computer, and mail. */
export const isExternalUrl = (url: string): boolean => {
  const parsed = parseUrl(url);
  if (parsed === null || parsed.username !== '' || parsed.password !== '') return false;
  if (parsed.protocol === 'http:') return isLoopback(parsed.hostname);
  return (parsed.protocol === 'https:' && parsed.hostname !== '') || parsed.protocol === 'mailto:';
};

/** Headers of every response from the app's scheme. */
export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** Headers of uploaded and picked files, which are displayed as media but never run as pages. */
export const fileHeaders = {
  ...securityHeaders,
  'content-security-policy': "default-src 'none'; sandbox",
} as const;

export const errorResponse = (status: number, message: string): Response =>
  Response.json({ success: false, message } satisfies ErrorResponse, {
    status,
    headers: { ...securityHeaders, 'cache-control': 'no-store' },
  });
