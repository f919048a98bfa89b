import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import Fastify, { type FastifyInstance, type RouteOptions } from 'fastify';
import { addTags, transformRoute } from '../route.ts';

/**
 * Builds a separate server for the pages of the API description. It has the real server's routes, but doesn't handle
 * them. Call this for the first visitor only: most servers never have one.
 */
export const createDocsApp = async (
  routes: readonly RouteOptions[],
  { version }: { version: string },
): Promise<FastifyInstance> => {
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => String);
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
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    transformStaticCSP: (policy) => policy.replace("base-uri 'self'", "base-uri 'none'"),
  });
  for (const { method, url, schema, config } of routes) {
    app.route({ method, url, schema, config, exposeHeadRoute: false, handler: () => undefined });
  }
  await app.ready();
  return app;
};
