import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import Fastify, { type FastifyInstance, type RouteOptions } from 'fastify';
import { addTags, transformRoute } from './describe-route.ts';

/**
 * Builds the pages of the API description in a server of their own, which has the routes of the real one without
 * handling them. It is built for the first visitor, because most servers never have any.
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
