import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { loadOnce } from '#shared/load-once.ts';
import type { App } from '../app.ts';
import { assertDocumented } from '../openapi/describe-route.ts';

type Options = {
  version: string;
  /** Whether the description is public; false on a server for one app only. */
  isShown: boolean;
};

const isOfDocs = ({ url }: RouteOptions): boolean => url.startsWith('/docs');

const describedRoutes = (routes: readonly RouteOptions[]) =>
  routes.filter((route) => !isOfDocs(route) && route.method !== 'HEAD' && !route.schema?.hide);

/** Headers that describe the connection or the encoding of the body, which the real server sets itself. */
const connectionHeaders = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
]);

/** API description: a page at /docs and JSON at /docs/json. */
export const addOpenApi = (app: App, { version, isShown }: Options): void => {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    if (!isOfDocs(route)) assertDocumented(route);
    routes.push(route);
  });
  if (!isShown) return;

  const getDocs = loadOnce(async () => {
    const { createDocsApp } = await import('../openapi/docs-app.ts');
    return createDocsApp(describedRoutes(routes), { version });
  });
  app.addHook('onClose', async () => (await getDocs.peek())?.close());

  const sendPage = async ({ url, headers }: FastifyRequest, reply: FastifyReply) => {
    const page = await (await getDocs()).inject({ url, headers });
    if (page.statusCode === 404) return reply.callNotFound();
    for (const [name, value] of Object.entries(page.headers)) {
      if (value !== undefined && !connectionHeaders.has(name)) reply.header(name, value);
    }
    return reply.code(page.statusCode).send(page.rawPayload);
  };
  for (const url of ['/docs', '/docs/*']) {
    app.get(url, { config: { access: 'public' }, schema: { hide: true } }, sendPage);
  }
};
