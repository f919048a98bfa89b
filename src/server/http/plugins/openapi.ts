import type { SwaggerTransform, SwaggerTransformObject } from '@fastify/swagger';
import type { FastifySchema } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { loadOnce } from '#shared/load-once.ts';
import { findResource } from '#shared/resources/index.ts';
import { type App, type ErrorStatus, errorResponses, isPublic, type Route, supportsIdempotencyKey } from '../route.ts';

const isWrite = ({ method }: Route) => [method].flat().some((name) => !['GET', 'HEAD'].includes(name.toUpperCase()));

const commonErrors = (route: Route): ErrorStatus[] => [
  400,
  ...(isPublic(route) ? [] : ([401] as const)),
  403,
  ...(isWrite(route) ? ([413, 415, 507] as const) : []),
  ...(supportsIdempotencyKey(route) ? ([422] as const) : []),
  429,
  503,
  '5xx',
];

/** Completes the description of a route with its security and common errors. */
const transformRoute: SwaggerTransform = ({ schema, route, ...rest }) => {
  const documentedSchema: FastifySchema = schema.hide
    ? schema
    : {
        ...schema,
        security: isPublic(route) ? [] : [{ bearer: [] }],
        response: { ...errorResponses(...commonErrors(route)), ...(schema.response as object) },
      };
  return jsonSchemaTransform({ ...rest, route, schema: documentedSchema });
};

type Document = { paths?: Record<string, Record<string, { tags?: string[] }>> };

const collectTags = ({ paths = {} }: Document) => {
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  return [...new Set(operations.flatMap(({ tags = [] }) => tags))].map((name) => {
    const description = findResource(name)?.labelPlural;
    return { name, ...(description && { description }) };
  });
};

const addTags: SwaggerTransformObject = (document) => {
  if (!('openapiObject' in document)) throw new Error('Only OpenAPI is described');
  const { openapiObject } = document;
  return { ...openapiObject, tags: collectTags(openapiObject as Document) };
};

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
    if (route.url.startsWith('/docs')) route.config = { ...route.config, access: 'public' };
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
