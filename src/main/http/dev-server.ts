import { net } from 'electron';
import { contentSecurityPolicy } from '#shared/content-security-policy.ts';
import { securityHeaders } from '../responses.ts';

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
