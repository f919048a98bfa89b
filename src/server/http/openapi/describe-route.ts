import type { SwaggerTransform, SwaggerTransformObject } from '@fastify/swagger';
import type { FastifyContextConfig, FastifySchema, RouteOptions } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { findResource } from '#shared/resources/index.ts';
import { type ErrorStatus, errorResponses } from './error-responses.ts';

type Description = Pick<FastifyContextConfig, 'access' | 'isSecret' | 'endsAccess' | 'event' | 'isHealthCheck'> & {
  tag: string;
  summary: string;
};

/** The options that every route has: who may call it, and its OpenAPI description. */
export const routeOptions = <Schema extends FastifySchema>(
  { access, isSecret, endsAccess, event, isHealthCheck, tag, summary }: Description,
  schema: Schema,
) => ({
  config: {
    access,
    ...(isSecret && { isSecret }),
    ...(endsAccess && { endsAccess }),
    ...(event && { event }),
    ...(isHealthCheck && { isHealthCheck, rateLimit: false as const }),
  },
  schema: { tags: [tag], summary, ...schema },
});

type Route = Pick<RouteOptions, 'method' | 'config'>;

const isPublic = ({ config }: Route) => config?.access === 'public';

/** Every POST and PATCH that needs a session, unless it is about secrets. */
export const supportsIdempotencyKey = (route: Route): boolean =>
  !isPublic(route) &&
  !route.config?.isSecret &&
  [route.method].flat().some((method) => ['POST', 'PATCH'].includes(method));

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
export const transformRoute: SwaggerTransform = ({ schema, route, ...rest }) => {
  const documentedSchema: FastifySchema = schema.hide
    ? schema
    : {
        ...schema,
        security: isPublic(route) ? [] : [{ bearer: [] }],
        response: { ...errorResponses(...commonErrors(route)), ...(schema.response as object) },
      };
  return jsonSchemaTransform({ ...rest, route, schema: documentedSchema });
};

export const assertDocumented = ({ method, url, schema }: RouteOptions): void => {
  if (schema?.hide || (schema?.summary && schema.tags?.length && schema.response)) return;
  throw new Error(`${method} ${url} needs a summary, a tag and a response for the API description`);
};

type Document = { paths?: Record<string, Record<string, { tags?: string[] }>> };

const collectTags = ({ paths = {} }: Document) => {
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  return [...new Set(operations.flatMap(({ tags = [] }) => tags))].map((name) => {
    const description = findResource(name)?.labelPlural;
    return { name, ...(description && { description }) };
  });
};

export const addTags: SwaggerTransformObject = (document) => {
  if (!('openapiObject' in document)) throw new Error('Only OpenAPI is described');
  const { openapiObject } = document;
  return { ...openapiObject, tags: collectTags(openapiObject as Document) };
};
