import { readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { contentSecurityPolicy } from '#shared/content-security-policy.ts';
import { securityHeaders } from '../origin.ts';

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

const notFound = (): Response => new Response('Not found', { status: 404, headers: securityHeaders });

const resolveWithinRoot = (root: string, pathname: string): string | null => {
  try {
    const file = join(root, decodeURIComponent(pathname));
    const inside = relative(root, file);
    const isOutside = inside === '..' || inside.startsWith(`..${sep}`) || file.includes('\0');
    return isOutside || inside === '' ? null : file;
  } catch {
    return null;
  }
};

const serve = async (file: string): Promise<Response | null> => {
  const type = types[extname(file)];
  if (!type) return null;
  try {
    const headers = {
      ...securityHeaders,
      'content-type': type,
      'content-security-policy': contentSecurityPolicy,
    };
    return new Response(await readFile(file), { headers });
  } catch {
    return null;
  }
};

/** Serves the built renderer. Paths without a file get index.html, because the renderer routes itself. */
export const createStaticFiles =
  (root: string) =>
  async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (request.method !== 'GET' && request.method !== 'HEAD') return notFound();
    const file = resolveWithinRoot(root, pathname);
    const found = file === null ? null : await serve(file);
    if (found) return found;
    if (pathname.startsWith('/assets/')) return notFound();
    return (await serve(join(root, 'index.html'))) ?? notFound();
  };
