/** The one origin that windows may show. */
export const appScheme = 'app';
const appHost = 'backoffice';
export const appOrigin = `${appScheme}://${appHost}`;

/** Where a file that a person picked can be previewed. */
export const localFilesPath = '/local-files/';

const apiPaths = ['/v1/', '/uploads/'];

/** Whether a path is the API server's, not the renderer's. */
export const isServerPath = (pathname: string): boolean => apiPaths.some((path) => pathname.startsWith(path));

/** The calls that hand out a token: only main makes them, however their path is written. */
export const isSessionPath = (pathname: string): boolean =>
  /^\/v1\/user\/(login|authorization|logout)\/?$/i.test(decodeURIComponent(pathname).replace(/\/+/g, '/'));

const parseUrl = (url: string): URL | null => (URL.canParse(url) ? new URL(url) : null);

/** Whether a URL is of the app's own origin. Compares parsed parts: a prefix of a string proves nothing. */
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

/** Whether a URL is a page of the app: of its origin, and neither data nor a file. */
export const isAppPage = (url: string): boolean => {
  const pathname = parseUrl(url)?.pathname ?? '';
  return isAppUrl(url) && !isServerPath(pathname) && !pathname.startsWith(localFilesPath);
};

/** Whether the system may be asked to open a URL: web pages over https, and mail. */
export const isExternalUrl = (url: string): boolean => {
  const parsed = parseUrl(url);
  if (parsed === null || parsed.username !== '' || parsed.password !== '') return false;
  return (parsed.protocol === 'https:' && parsed.hostname !== '') || parsed.protocol === 'mailto:';
};
