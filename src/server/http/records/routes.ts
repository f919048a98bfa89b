import type { FastifyRequest, FastifySchema } from 'fastify';
import { z } from 'zod';
import {
  deleteResponseSchema,
  listResponseSchema,
  recordResponseSchema,
  savedResponseSchema,
  selectResponseSchema,
} from '#shared/api.ts';
import type { Action } from '#shared/permissions.ts';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { exampleId } from '#shared/resource-kit/examples.ts';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { type ListQuery, listQuerySchema, updateSchema } from '#shared/resource-kit/schemas.ts';
import { user } from '#shared/resources/user.ts';
import { usedByResponseSchema } from '#shared/used-by.ts';
import type { Row } from '../../database/tables.ts';
import { fitPage, toRange } from '../../lib/pages.ts';
import { createSnapshot } from '../../records/bulk.ts';
import type { Actor } from '../../records/hooks.ts';
import type { Notices } from '../../records/prepare-values.ts';
import { requireSession } from '../plugins/auth.ts';
import { storeIdempotentResponse } from '../plugins/idempotency.ts';
import { type ErrorStatus, errorResponses, type FileResponse, routeOptions } from '../route.ts';
import type { ResourceApi } from './resource-api.ts';

type IdParams = { id: string };

export const idParams = (resource: string): z.ZodType<IdParams> =>
  z.lazy(() =>
    z.object({
      id: z
        .string()
        .max(100)
        .meta({ example: exampleId(resource) }),
    }),
  );

export const resourcePath = ({ name }: Resource, path: string): string => `/v1/${name}${path}`;

type RouteDescription = FastifySchema & {
  action: Action;
  summary: string;
  success: z.ZodType | FileResponse;
  /** In addition to the failures that every route has. */
  errorStatuses?: ErrorStatus[];
  /** Failures with additional fields in the response. */
  errorSchemas?: Record<string, z.ZodType>;
};

/** Builds the options that all routes of a resource share: access and OpenAPI description. */
export const resourceRoute = (
  { name }: Resource,
  { action, summary, success, errorStatuses = [], errorSchemas, ...schema }: RouteDescription,
) =>
  routeOptions(
    {
      access: { resource: name, action },
      endsAccess: name === user.name && ['update', 'delete'].includes(action),
      tag: name,
      summary,
    },
    { ...schema, response: { 200: success, ...errorResponses(...errorStatuses), ...errorSchemas } },
  );

export const writeOptionsFrom = (request: FastifyRequest): { actor: Actor } => {
  const { session, isConfirmed } = requireSession(request);
  const { userId, user } = session;
  return { actor: { userId, name: user.name, address: request.ip, isConfirmed } };
};

export const addListRoute = ({ app, resource, operations, schemas }: ResourceApi): void => {
  const success = z.union([listResponseSchema(schemas.listed), selectResponseSchema]).meta({
    description: 'One page of records; with forSelect=true, the labels and ids of all records, or of the first `limit`',
  });
  app.get<{ Querystring: ListQuery }>(
    resourcePath(resource, '/'),
    resourceRoute(resource, {
      action: 'read',
      summary: `List ${inSentence(resource.labelPlural)}; with forSelect=true, only their labels and ids`,
      querystring: listQuerySchema(resource),
      success,
    }),
    async ({ query }) => {
      const message = `${resource.labelPlural} found`;
      if (query.isForSelect) return { success: true, message, ...(await operations.listOptions(query)) };
      if (query.isForSnapshot) {
        const ids = await operations.findIds(query);
        return { success: true, message, data: [], total: ids.length, snapshot: createSnapshot(ids) };
      }
      const { data, total } = await operations.list(query);
      return { success: true, message, ...fitPage(data, toRange(query)), total };
    },
  );
};

type DataRoute = Omit<RouteDescription, 'action'> & {
  message: string;
  read: (id: string) => Promise<{ data: unknown; total?: number }>;
};

/** Adds a route that returns data of one record, or of all. */
export const addDataRoute = (
  { app, resource }: ResourceApi,
  path: string,
  { message, read, ...description }: DataRoute,
): void => {
  app.get<{ Params: IdParams }>(
    resourcePath(resource, path),
    resourceRoute(resource, { action: 'read', ...description }),
    async ({ params }) => ({ success: true, message, ...(await read(params.id)) }),
  );
};

export const addReadRoute = (api: ResourceApi, path: `/${string}/:id`): void =>
  addDataRoute(api, path, {
    summary: `Get one ${inSentence(api.resource.label)}`,
    params: idParams(api.resource.name),
    success: recordResponseSchema(api.schemas.record),
    errorStatuses: [404],
    message: `${api.resource.label} found`,
    read: async (id) => ({ data: await api.operations.get(id) }),
  });

export const addUsedByRoute = (api: ResourceApi): void => {
  const label = inSentence(api.resource.label);
  addDataRoute(api, '/usedBy/:id', {
    summary: `List the references to one ${label} and whether they block its deletion`,
    params: idParams(api.resource.name),
    success: usedByResponseSchema,
    errorStatuses: [404],
    message: `References to the ${label} found`,
    read: async (id) => ({ data: await api.operations.usedBy(id) }),
  });
};

export const addReadSingletonRoute = (api: ResourceApi): void =>
  addDataRoute(api, '/getById', {
    summary: `Get the ${inSentence(api.resource.label)} record`,
    success: recordResponseSchema(api.schemas.record),
    errorStatuses: [404],
    message: `${api.resource.label} found`,
    read: async () => ({ data: await api.operations.getSingleton() }),
  });

const toSavedResponse = (message: string, data: AnyRecord, notices: Notices) => ({
  success: true,
  message,
  data,
  ...(notices.length > 0 && { notices: notices.map((notice) => notice.message) }),
});

export const addCreateRoute = (api: ResourceApi, path: `/${string}`): void => {
  const { app, resource, operations, schemas, bodyLimit } = api;
  const label = inSentence(resource.label);
  app.post<{ Body: Row }>(
    resourcePath(resource, path),
    {
      bodyLimit,
      ...resourceRoute(resource, {
        action: 'create',
        summary: resource.isSingleton ? `Create or update the ${label} record` : `Create one ${label}`,
        body: schemas.create,
        success: savedResponseSchema(schemas.saved),
        errorStatuses: [409],
      }),
    },
    async (request) => {
      const message = `${resource.label} ${resource.isSingleton ? 'saved' : 'created'}`;
      const notices: Notices = [];
      const toResponse = (data: AnyRecord) => toSavedResponse(message, data, notices);
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

const addPatchRoute = (
  { app, resource, operations, schemas, bodyLimit }: ResourceApi,
  path: string,
  {
    parseTarget,
    ...errorSchemas
  }: Pick<RouteDescription, 'summary' | 'params' | 'body'> & {
    parseTarget: (request: { params: IdParams; body: Row }) => { id: string; changes: Row };
  },
): void => {
  app.patch<{ Params: IdParams; Body: Row }>(
    resourcePath(resource, path),
    {
      bodyLimit,
      ...resourceRoute(resource, {
        action: 'update',
        success: savedResponseSchema(schemas.saved),
        errorStatuses: [404, 409],
        ...errorSchemas,
      }),
    },
    async (request) => {
      const { id, changes } = parseTarget(request);
      const notices: Notices = [];
      const toResponse = (data: AnyRecord) => toSavedResponse(`${resource.label} saved`, data, notices);
      return toResponse(
        await operations.update(id, changes, {
          ...writeOptionsFrom(request),
          notices,
          beforeCommit: storeIdempotentResponse(request, toResponse),
        }),
      );
    },
  );
};

export const addUpdateRoute = (api: ResourceApi): void =>
  addPatchRoute(api, '/updateById/:id', {
    summary: `Update one ${inSentence(api.resource.label)}`,
    params: idParams(api.resource.name),
    body: api.schemas.update,
    parseTarget: ({ params, body }) => ({ id: params.id, changes: body }),
  });

/** Adds the routes of resources that are updated with the id in the body and read by `getDataById`. */
export const addIdInBodyRoutes = (api: ResourceApi): void => {
  const id = z
    .string({ error: 'id is required' })
    .max(100)
    .meta({ example: exampleId(api.resource.name) });
  addReadRoute(api, '/getDataById/:id');
  addPatchRoute(api, '/updateById/', {
    summary: `Update the ${inSentence(api.resource.label)} whose id is in the body`,
    body: updateSchema(api.resource, { id }),
    parseTarget: ({ body: { id: sent, ...changes } }) => ({ id: String(sent), changes }),
  });
};

export const addRemoveRoute = ({ app, resource, operations }: ResourceApi): void => {
  app.delete<{ Params: IdParams }>(
    resourcePath(resource, '/deleteById/:id'),
    resourceRoute(resource, {
      action: 'delete',
      summary: `Delete one ${inSentence(resource.label)}`,
      params: idParams(resource.name),
      success: deleteResponseSchema,
      errorStatuses: [404, 409],
    }),
    async (request) => {
      const historyId = await operations.remove(request.params.id, writeOptionsFrom(request));
      return { success: true, message: `${resource.label} deleted`, historyId };
    },
  );
};
