import type { SwaggerTransform, SwaggerTransformObject } from '@fastify/swagger';
import type { FastifyContextConfig, FastifySchema, RouteOptions } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { findResource } from '#shared/resources/index.ts';
import { type ErrorStatus, errorResponses } from './error-responses.ts';

type Description = { access: FastifyContextConfig['access']; tag: string; summary: string };

/** The options that every route has: who may call it, and its OpenAPI description. */
export const routeOptions = <Schema extends FastifySchema>(
  { access, tag, summary }: Description,
  schema: Schema,
) => ({ config: { access }, schema: { tags: [tag], summary, ...schema } });

type Route = Pick<RouteOptions, 'method' | 'config'>;

const isPublic = ({ config }: Route) => config?.access === 'public';

const isRepeatable = (route: Route) => !isPublic(route) && [route.method].flat().includes('POST');

const takesBody = ({ method }: Route) =>
  [method].flat().some((each) => !['GET', 'HEAD'].includes(each.toUpperCase()));

const commonFailures = (route: Route): ErrorStatus[] => [
  400,
  ...(isPublic(route) ? [] : ([401] as const)),
  403,
  ...(takesBody(route) ? ([413, 415] as const) : []),
  ...(isRepeatable(route) ? ([422] as const) : []),
  429,
  503,
  '5xx',
];

/** Completes the description of a route with its security and common failures. */
export const transformRoute: SwaggerTransform = ({ schema, route, ...rest }) => {
  const errorResponseSchemas: FastifySchema = schema.hide
    ? schema
    : {
        ...schema,
        security: isPublic(route) ? [] : [{ bearer: [] }],
        response: { ...errorResponses(...commonFailures(route)), ...(schema.response as object) },
      };
  return jsonSchemaTransform({ ...rest, route, schema: errorResponseSchemas });
};

/** Throws if a route lacks a summary, a tag or a response. */
export const assertDocumented = ({ method, url, schema }: RouteOptions): void => {
  if (schema?.hide || (schema?.summary && schema.tags?.length && schema.response)) return;
  throw new Error(`${method} ${url} needs a summary, a tag and a response: it is not described`);
};

type Document = { paths?: Record<string, Record<string, { tags?: string[] }>> };

const tagsOf = ({ paths = {} }: Document) => {
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  return [...new Set(operations.flatMap(({ tags = [] }) => tags))].map((name) => {
    const description = findResource(name)?.labelPlural;
    return { name, ...(description && { description }) };
  });
};

export const addTags: SwaggerTransformObject = (given) => {
  if (!('openapiObject' in given)) throw new Error('Only OpenAPI is described');
  const { openapiObject } = given;
  return { ...openapiObject, tags: tagsOf(openapiObject as Document) };
};
