import { stat } from 'node:fs/promises';
import { join, normalize, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyReply } from 'fastify';
import { contentSecurityPolicy } from '#shared/content-security-policy.ts';
import { StartupError } from '../../lib/app-error.ts';
import { apiPaths } from '../page-url.ts';
import type { App } from '../route.ts';

const page = 'index.html';
const year = 365 * 24 * 60 * 60 * 1000;

const isFile = (path: string) =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );

const sendPage = (reply: FastifyReply) =>
  reply.header('content-security-policy', contentSecurityPolicy).sendFile(page, { maxAge: 0, cacheControl: false });

/** Serves the renderer to browsers: its files, and its page for every other navigation. */
export const addWeb = async (app: App, { webDir }: { webDir: string }): Promise<void> => {
  if (!(await isFile(join(webDir, page)))) {
    throw new StartupError("The app hasn't been built yet. Run npm run build.", webDir);
  }
  const root = webDir.endsWith(sep) ? webDir : webDir + sep;

  await app.register(async (scope) => {
    await scope.register(fastifyStatic, {
      root: webDir,
      serve: false,
      dotfiles: 'ignore',
      preCompressed: true,
    });
    scope.get('/*', { config: { access: 'public' }, schema: { hide: true } }, async (request, reply) => {
      const path = decodeURIComponent(request.url.split('?')[0] ?? '/');
      if (apiPaths.test(path)) return reply.callNotFound();
      const file = normalize(join(webDir, path));
      if (path !== '/' && path !== `/${page}` && file.startsWith(root) && (await isFile(file))) {
        const isHashed = path.startsWith('/assets/');
        return reply.sendFile(path.slice(1), { maxAge: isHashed ? year : 0, immutable: isHashed });
      }
      const isNavigation = request.headers.accept?.includes('text/html') ?? false;
      if (!isNavigation && path !== '/') return reply.callNotFound();
      return sendPage(reply.header('cache-control', 'no-cache'));
    });
  });
};
