import type { FastifyRequest, RouteShorthandOptions } from 'fastify';
import { z } from 'zod';
import {
  deleteResponseSchema,
  listResponseSchema,
  recordResponseSchema,
  savedResponseSchema,
  selectResponseSchema,
} from '#shared/api.ts';
import type { Action } from '#shared/permissions.ts';
import type { AnyRecord } from '#shared/resource/define-resource.ts';
import { exampleId } from '#shared/resource/examples.ts';
import { inSentence } from '#shared/resource/labels.ts';
import { type ListQuery, listQuerySchema } from '#shared/resource/schemas.ts';
import { usedByResponseSchema } from '#shared/used-by.ts';
import type { Row } from '../../database/tables.ts';
import type { WriteOptions } from '../../records/operations.ts';
import type { Notices } from '../../records/prepare-values.ts';
import { type ErrorStatus, errorResponses } from '../openapi/error-responses.ts';
import type { FileResponse } from '../openapi/file-response.ts';
import { requireSession } from '../plugins/auth.ts';
import { storeIdempotentResponse } from '../plugins/idempotency.ts';
import type { ResourceApi } from './resource-api.ts';

/** Parameters of a path that ends in a record id. */
export const idParams = (resource: string) =>
  z.object({
    id: z
      .string()
      .max(100)
      .meta({ example: exampleId(resource) }),
  });
type IdParams = z.infer<ReturnType<typeof idParams>>;

export const resourcePath = ({ resource }: Pick<ResourceApi, 'resource'>, path: string): string =>
  `/v1/${resource.name}${path}`;

/** Builds the options that all routes of a resource share: access and OpenAPI description. */
export const routeOptions = (
  { resource }: Pick<ResourceApi, 'resource'>,
  {
    action,
    summary,
    schema,
    success,
    failures = [],
    described = {},
  }: {
    action: Action;
    summary: string;
    schema?: { params?: z.ZodType; querystring?: z.ZodType; body?: z.ZodType };
    success: z.ZodType | FileResponse;
    /** In addition to the failures that every route has. */
    failures?: ErrorStatus[];
    /** Failures with additional fields in the response. */
    described?: Record<string, z.ZodType>;
  },
) =>
  ({
    config: { access: { resource: resource.name, action } },
    schema: {
      tags: [resource.name],
      summary,
      ...schema,
      response: { 200: success, ...errorResponses(...failures), ...described },
    },
  }) satisfies RouteShorthandOptions;

/** Returns write options with the user of the request as the actor. */
export const writeOptionsFrom = (request: FastifyRequest): WriteOptions => {
  const { user } = requireSession(request).session;
  return { actor: { userId: user._id, name: user.name } };
};

/** Adds the route that lists records, or select options with forSelect=true. */
export const addListRoute = (api: ResourceApi): void => {
  const { app, resource, operations, schemas } = api;
  const success = z
    .union([listResponseSchema(schemas.listed), selectResponseSchema])
    .meta({ description: 'A page of records, or the labels and ids of all with forSelect=true' });
  app.get<{ Querystring: ListQuery }>(
    resourcePath(api, '/'),
    routeOptions(api, {
      action: 'read',
      summary: `List ${inSentence(resource.labelPlural)}, or their labels with forSelect=true`,
      schema: { querystring: listQuerySchema(resource) },
      success,
    }),
    async ({ query }) => {
      const message = `${resource.labelPlural} found`;
      if (query.isForSelect) return { success: true, message, data: await operations.listOptions(query) };
      return { success: true, message, ...(await operations.list(query)) };
    },
  );
};

export const addReadRoute = (api: ResourceApi, path: `/${string}/:id`): void => {
  const { app, resource, operations, schemas } = api;
  app.get<{ Params: IdParams }>(
    resourcePath(api, path),
    routeOptions(api, {
      action: 'read',
      summary: `Get one ${inSentence(resource.label)}`,
      schema: { params: idParams(resource.name) },
      success: recordResponseSchema(schemas.record),
      failures: [404],
    }),
    async ({ params }) => ({
      success: true,
      message: `${resource.label} found`,
      data: await operations.get(params.id),
    }),
  );
};

export const addUsedByRoute = (api: ResourceApi): void => {
  const { app, resource, operations } = api;
  app.get<{ Params: IdParams }>(
    resourcePath(api, '/usedBy/:id'),
    routeOptions(api, {
      action: 'read',
      summary: `List the references to one ${inSentence(resource.label)}, and which of them block its deletion`,
      schema: { params: idParams(resource.name) },
      success: usedByResponseSchema,
      failures: [404],
    }),
    async ({ params }) => ({
      success: true,
      message: `References to the ${inSentence(resource.label)} found`,
      data: await operations.usedBy(params.id),
    }),
  );
};

/** Adds the route that reads the record of a single-record resource. */
export const addReadSingletonRoute = (api: ResourceApi): void => {
  const { app, resource, operations, schemas } = api;
  app.get(
    resourcePath(api, '/getById'),
    routeOptions(api, {
      action: 'read',
      summary: `Get the ${inSentence(resource.label)} record`,
      success: recordResponseSchema(schemas.record),
      failures: [404],
    }),
    async () => ({
      success: true,
      message: `${resource.label} found`,
      data: await operations.getSingleton(),
    }),
  );
};

/** Builds the response to a save, with notices about removed content. */
export const savedAnswer = (message: string, data: AnyRecord, notices: Notices) => ({
  success: true,
  message,
  data,
  ...(notices.length > 0 && { notices: notices.map((notice) => notice.message) }),
});

export const addCreateRoute = (api: ResourceApi, path: `/${string}`): void => {
  const { app, resource, operations, schemas } = api;
  app.post<{ Body: Row }>(
    resourcePath(api, path),
    {
      bodyLimit: api.bodyLimit,
      ...routeOptions(api, {
        action: 'create',
        summary: resource.isSingleton
          ? `Create or update the ${inSentence(resource.label)} record`
          : `Create one ${inSentence(resource.label)}`,
        schema: { body: schemas.create },
        success: savedResponseSchema(schemas.saved),
        failures: [409],
      }),
    },
    async (request) => {
      const message = `${resource.label} ${resource.isSingleton ? 'saved' : 'created'}`;
      const notices: Notices = [];
      const toResponse = (data: AnyRecord) => savedAnswer(message, data, notices);
      return toResponse(
        await operations.create(request.body, {
          ...writeOptionsFrom(request),
          notices,
          beforeCommit: storeIdempotentResponse(request, toResponse),
        }),
      );
    },
  );
};

export const addUpdateRoute = (api: ResourceApi): void => {
  const { app, resource, operations, schemas } = api;
  app.patch<{ Params: IdParams; Body: Row }>(
    resourcePath(api, '/updateById/:id'),
    {
      bodyLimit: api.bodyLimit,
      ...routeOptions(api, {
        action: 'update',
        summary: `Update one ${inSentence(resource.label)}`,
        schema: { params: idParams(resource.name), body: schemas.update },
        success: savedResponseSchema(schemas.saved),
        failures: [404, 409],
      }),
    },
    async (request) => {
      const notices: Notices = [];
      const options = { ...writeOptionsFrom(request), notices };
      const data = await operations.update(request.params.id, request.body, options);
      return savedAnswer(`${resource.label} saved`, data, notices);
    },
  );
};

export const addRemoveRoute = (api: ResourceApi): void => {
  const { app, resource, operations } = api;
  app.delete<{ Params: IdParams }>(
    resourcePath(api, '/deleteById/:id'),
    routeOptions(api, {
      action: 'delete',
      summary: `Delete one ${inSentence(resource.label)}`,
      schema: { params: idParams(resource.name) },
      success: deleteResponseSchema,
      failures: [404, 409],
    }),
    async (request) => {
      const historyId = await operations.remove(request.params.id, writeOptionsFrom(request));
      return { success: true, message: `${resource.label} deleted`, historyId };
    },
  );
};
