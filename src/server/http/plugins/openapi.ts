import swagger from '@fastify/swagger';
import type { App } from '../app.ts';
import { addTags, assertDocumented, transformRoute } from '../openapi/describe-route.ts';

type Options = {
  version: string;
  /** Whether the description is public; false on a server for one app only. */
  isShown: boolean;
};

/** API description: a page at /docs and JSON at /docs/json. */
export const addOpenApi = async (app: App, { version, isShown }: Options): Promise<void> => {
  await app.register(swagger, {
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
  app.addHook('onRoute', (route) => {
    if (route.url.startsWith('/docs')) route.config = { ...route.config, access: 'public' };
    else assertDocumented(route);
  });
  if (!isShown) return;
  const { default: swaggerUi } = await import('@fastify/swagger-ui');
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    transformStaticCSP: (policy) => policy.replace("base-uri 'self'", "base-uri 'none'"),
  });
};
