import { loadOnce } from '#shared/load-once.ts';
import { type App, addTags, assertDocumented, transformRoute } from '../route.ts';

type Options = {
  version: string;
  /** Whether the description is public; false on a server for one app only. */
  isShown: boolean;
};

/** API description: a page at /docs and JSON at /docs/json. Call this before routes are added. */
export const addOpenApi = async (app: App, { version, isShown }: Options): Promise<void> => {
  // Writing it takes a tenth of a second.
  const getJson = loadOnce(async () => JSON.stringify(app.swagger()));
  app.addHook('onRoute', (route) => {
    if (!route.url.startsWith('/docs')) assertDocumented(route);
    else route.config = { ...route.config, access: 'public' };
    if (route.url !== '/docs/json') return;
    route.handler = async (_request, reply) => reply.type('application/json; charset=utf-8').send(await getJson());
  });
  if (!isShown) return;
  // The desktop app's server has none.
  await app.register(import('@fastify/swagger'), {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Catalogue Back Office API',
        version,
        description:
          'Log in with POST /v1/user/login and send the token as `Authorization: Bearer`. A file field takes `filename@@dataURL`; stored files are served at /uploads/{filename}.',
      },
      components: {
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      },
    },
    transform: transformRoute,
    transformObject: addTags,
  });
  await app.register(import('@fastify/swagger-ui'), {
    routePrefix: '/docs',
    staticCSP: true,
    transformStaticCSP: (policy) => policy.replace("base-uri 'self'", "base-uri 'none'"),
  });
};
