import type {
  FastifyReply,
  FastifyRequest,
  LightMyRequestResponse,
  RouteOptions,
  RouteShorthandOptions,
} from 'fastify';
import { loadOnce } from '#shared/load-once.ts';
import { type App, assertDocumented } from '../route.ts';

type Options = {
  version: string;
  /** Whether the description is public; false on a server for one app only. */
  isShown: boolean;
};

const isOfDocs = ({ url }: RouteOptions): boolean => url.startsWith('/docs');

const describedRoutes = (routes: readonly RouteOptions[]) =>
  routes.filter((route) => !isOfDocs(route) && route.method !== 'HEAD' && !route.schema?.hide);

/** Headers that describe the connection or the encoding of the body, which the real server sets itself. */
const connectionHeaders = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding']);

/** API description: a page at /docs and JSON at /docs/json. */
export const addOpenApi = (app: App, { version, isShown }: Options): void => {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    if (!isOfDocs(route)) assertDocumented(route);
    routes.push(route);
  });
  if (!isShown) return;

  const getDocs = loadOnce(async () => {
    const { createDocsApp } = await import('./docs-app.ts');
    return createDocsApp(describedRoutes(routes), { version });
  });
  app.addHook('onClose', async () => (await getDocs.peek())?.close());

  type Page = Pick<LightMyRequestResponse, 'statusCode' | 'headers' | 'rawPayload'>;
  const readPage = async ({ url, headers }: Pick<FastifyRequest, 'url' | 'headers'>): Promise<Page> =>
    (await getDocs()).inject({ url, headers });
  // Writing the JSON takes most of a second.
  const readJson = loadOnce(() => readPage({ url: '/docs/json', headers: {} }));
  const sendPage = (reply: FastifyReply, { statusCode, headers, rawPayload }: Page) => {
    if (statusCode === 404) return reply.callNotFound();
    for (const [name, value] of Object.entries(headers)) {
      if (value !== undefined && !connectionHeaders.has(name)) reply.header(name, value);
    }
    return reply.code(statusCode).send(rawPayload);
  };
  const options: RouteShorthandOptions = { config: { access: 'public' }, schema: { hide: true } };
  for (const url of ['/docs', '/docs/*']) {
    app.get(url, options, async (request, reply) => sendPage(reply, await readPage(request)));
  }
  app.get('/docs/json', options, async (_request, reply) => sendPage(reply, await readJson()));
};
