import { protocol } from 'electron';
import { appScheme, isAppUrl, isServerPath, localFilesPath } from '../origin.ts';

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
