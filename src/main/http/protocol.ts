import { net, protocol, type Session } from 'electron';
import { contentSecurityPolicy } from '#shared/content-security-policy.ts';
import { appOrigin, appScheme, isAppUrl, isServerPath, localFilesPath, securityHeaders } from '../origin.ts';

/** Must run before the app is ready. */
export const registerAppScheme = (): void =>
  protocol.registerSchemesAsPrivileged([
    {
      scheme: appScheme,
      privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
    },
  ]);

type RequestHandler = (request: Request) => Promise<Response>;

type Handlers = { renderer: RequestHandler; localFiles: RequestHandler; proxy: RequestHandler };

export const handleAppProtocol = ({ renderer, localFiles, proxy }: Handlers): void =>
  protocol.handle(appScheme, (request) => {
    const { pathname } = new URL(request.url);
    if (!isAppUrl(request.url)) return new Response('Not found', { status: 404 });
    if (isServerPath(pathname)) return proxy(request);
    if (pathname.startsWith(localFilesPath)) return localFiles(request);
    return renderer(request);
  });

const idHeader = 'x-backoffice-request-id';
const filter = { urls: [`${appOrigin}/v1/*`, `${appOrigin}/uploads/*`] };

/**
 * Returns the abort signal of a page's request. `protocol.handle` reports an abort only after the response has begun;
 * until then, an abandoned request would hold its connection to the server.
 */
export const createAbortSignals = (session: Session): ((request: Request) => AbortSignal | undefined) => {
  const controllers = new Map<string, AbortController>();

  session.webRequest.onBeforeSendHeaders(filter, ({ id, requestHeaders }, proceed) => {
    controllers.set(String(id), new AbortController());
    proceed({ requestHeaders: { ...requestHeaders, [idHeader]: String(id) } });
  });
  session.webRequest.onErrorOccurred(filter, ({ id }) => {
    controllers.get(String(id))?.abort();
    controllers.delete(String(id));
  });
  session.webRequest.onCompleted(filter, ({ id }) => void controllers.delete(String(id)));

  return (request) => {
    const id = request.headers.get(idHeader);
    // An unknown id belongs to a request that was aborted before it arrived here.
    return id === null ? undefined : (controllers.get(id)?.signal ?? AbortSignal.abort());
  };
};

/** In development, Vite's pages carry inline scripts and its client opens a WebSocket. */
const developmentPolicy = (origin: string): string =>
  contentSecurityPolicy
    .replace("script-src 'self'", "script-src 'self' 'unsafe-inline'")
    .replace("connect-src 'self'", `connect-src 'self' ${origin} ${origin.replace(/^http/, 'ws')}`);

export const createDevServer =
  (rendererUrl: string) =>
  async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    const { origin } = new URL(rendererUrl);
    const response = await net.fetch(`${origin}${pathname}${search}`, {
      headers: { accept: request.headers.get('accept') ?? '*/*' },
    });
    const headers = new Headers({ ...securityHeaders, 'content-security-policy': developmentPolicy(origin) });
    headers.set('content-type', response.headers.get('content-type') ?? 'application/octet-stream');
    return new Response(response.body, { status: response.status, headers });
  };
