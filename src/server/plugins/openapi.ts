import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import fastifyPlugin from 'fastify-plugin';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { errorResponseSchema } from '#shared/api.ts';

/** The failures that any route may answer with, for the description of the API. */
export const failureResponses = {
  '4xx': errorResponseSchema.describe('Refused; `message` says why, `errors` at which field'),
};

/** The description of the API, at /docs for people and at /docs/json for programs. */
export const openapi = fastifyPlugin<{ version: string }>(
  async (app, { version }) => {
    await app.register(swagger, {
      openapi: {
        openapi: '3.1.0',
        info: {
          title: 'Catalogue Back Office API',
          version,
          description:
            'Sign in with POST /v1/user/login and send the token as `Authorization: Bearer`. A file field takes `filename@@dataURL`; stored files are served at /uploads/{filename}.',
        },
        components: {
          securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
        },
      },
      transform: jsonSchemaTransform,
    });
    app.addHook('onRoute', (route) => {
      if (route.url.startsWith('/docs')) route.config = { ...route.config, access: 'public' };
    });
    await app.register(swaggerUi, { routePrefix: '/docs', staticCSP: true });
  },
  { name: 'openapi', dependencies: ['limits'] },
);
