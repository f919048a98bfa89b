import type { FastifyRequest } from 'fastify';
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
import { isFileField } from '#shared/resource-kit/fields.ts';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { listQuerySchema, updateSchema } from '#shared/resource-kit/schemas.ts';
import { user } from '#shared/resources/user.ts';
import { maxUploadBytes } from '#shared/uploads.ts';
import { usedByResponseSchema } from '#shared/used-by.ts';
import type { Row } from '../../database/tables.ts';
import { fitPage, toRange } from '../../lib/pages.ts';
import { createSnapshot } from '../../records/bulk.ts';
import type { Actor, OperationsContext } from '../../records/hooks.ts';
import type { Operations, Schemas, WriteOptions } from '../../records/operations.ts';
import type { Notices } from '../../records/prepare-values.ts';
import { requireSession } from '../plugins/auth.ts';
import { storeIdempotentResponse } from '../plugins/idempotency.ts';
import { type App, addRoute, type FileResponse, type RouteDescription } from '../route.ts';

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

/** Context for the routes of one resource. */
export type ResourceApi = {
  app: App;
  resource: Resource;
  schemas: Schemas;
  operations: Operations;
  context: OperationsContext;
  /** In bytes, for bodies with a record. */
  bodyLimit: number;
};

const plainBodyBytes = 512 * 1024;
const richTextBodyBytes = 16 * 1024 * 1024;
/** Bytes of a body with one file: base64 encodes 3 bytes as 4 characters. */
export const fileBodyBytes = Math.ceil((maxUploadBytes * 4) / 3) + 64 * 1024;

/** Returns the body limit of a record in bytes, based on its fields. */
export const computeBodyLimit = (resource: Resource): number =>
  Object.values(resource.fields).reduce((limit, field) => {
    if (isFileField(field)) return limit + fileBodyBytes;
    return field.kind === 'richText' ? limit + richTextBodyBytes : limit;
  }, plainBodyBytes);

/** Adds a route of a resource. `url` has the path below the resource's. */
export const addResourceRoute = <
  Response extends z.ZodType | FileResponse,
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
>(
  { app, resource: { name } }: Pick<ResourceApi, 'app' | 'resource'>,
  {
    action,
    url,
    ...description
  }: Omit<RouteDescription<{ resource: string; action: Action }, Params, Query, Body, Response>, 'access'> & {
    action: Action;
  },
): void =>
  addRoute(app, {
    ...description,
    url: url.replace(' ', ` /v1/${name}`),
    access: { resource: name, action },
    tag: name,
    endsAccess: name === user.name && ['update', 'delete'].includes(action),
  });

export const writeOptionsFrom = (request: FastifyRequest): { actor: Actor } => {
  const { session, isConfirmed } = requireSession(request);
  const { userId, user } = session;
  return { actor: { userId, name: user.name, address: request.ip, isConfirmed } };
};

export const addListRoute = (api: ResourceApi): void => {
  const { resource, operations, schemas } = api;
  const response = z.union([listResponseSchema(schemas.listed), selectResponseSchema]).meta({
    description: 'One page of records; with forSelect=true, the labels and ids of all records, or of the first `limit`',
  });
  addResourceRoute(api, {
    url: 'GET /',
    action: 'read',
    summary: `List ${inSentence(resource.labelPlural)}; with forSelect=true, only their labels and ids`,
    query: listQuerySchema(resource),
    response,
    handle: async ({ query }) => {
      const message = `${resource.labelPlural} found`;
      if (query.isForSelect) return { message, ...(await operations.listOptions(query)) };
      if (query.isForSnapshot) {
        const ids = await operations.findIds(query);
        return { message, data: [], total: ids.length, snapshot: createSnapshot(ids) };
      }
      const { data, ...found } = await operations.list(query);
      return { message, ...fitPage(data, toRange(query)), ...found };
    },
  });
};

export const addReadRoute = (api: ResourceApi, path: string): void =>
  addResourceRoute(api, {
    url: `GET ${path}`,
    action: 'read',
    summary: `Get one ${inSentence(api.resource.label)}`,
    params: idParams(api.resource.name),
    response: recordResponseSchema(api.schemas.record),
    errors: [404],
    handle: async ({ params: { id } }) => ({
      message: `${api.resource.label} found`,
      data: await api.operations.get(id),
    }),
  });

export const addUsedByRoute = (api: ResourceApi): void => {
  const label = inSentence(api.resource.label);
  addResourceRoute(api, {
    url: 'GET /usedBy/:id',
    action: 'read',
    summary: `List the references to one ${label} and whether they block its deletion`,
    params: idParams(api.resource.name),
    response: usedByResponseSchema,
    errors: [404],
    handle: async ({ params: { id } }) => ({
      message: `References to the ${label} found`,
      data: await api.operations.usedBy(id),
    }),
  });
};

export const addReadSingletonRoute = (api: ResourceApi): void =>
  addResourceRoute(api, {
    url: 'GET /getById',
    action: 'read',
    summary: `Get the ${inSentence(api.resource.label)} record`,
    response: recordResponseSchema(api.schemas.record),
    errors: [404],
    handle: async () => ({ message: `${api.resource.label} found`, data: await api.operations.getSingleton() }),
  });

/** Runs a save of one record, and returns its response. */
const save = async (request: FastifyRequest, message: string, write: (options: WriteOptions) => Promise<AnyRecord>) => {
  const notices: Notices = [];
  const toResponse = (data: AnyRecord) => ({
    message,
    data,
    ...(notices.length > 0 && { notices: notices.map((notice) => notice.message) }),
  });
  const beforeCommit = storeIdempotentResponse(request, toResponse);
  return toResponse(await write({ ...writeOptionsFrom(request), notices, beforeCommit }));
};

export const addCreateRoute = (api: ResourceApi, path: string): void => {
  const { resource, operations, schemas, bodyLimit } = api;
  const label = inSentence(resource.label);
  addResourceRoute(api, {
    url: `POST ${path}`,
    bodyLimit,
    action: 'create',
    summary: resource.isSingleton ? `Create or update the ${label} record` : `Create one ${label}`,
    body: schemas.create,
    response: savedResponseSchema(schemas.saved),
    errors: [409],
    handle: (request) =>
      save(request, `${resource.label} ${resource.isSingleton ? 'saved' : 'created'}`, (options) =>
        operations.create(request.body as Row, options),
      ),
  });
};

export const addUpdateRoute = (api: ResourceApi): void =>
  addResourceRoute(api, {
    url: 'PATCH /updateById/:id',
    bodyLimit: api.bodyLimit,
    action: 'update',
    summary: `Update one ${inSentence(api.resource.label)}`,
    params: idParams(api.resource.name),
    body: api.schemas.update,
    response: savedResponseSchema(api.schemas.saved),
    errors: [404, 409],
    handle: (request) =>
      save(request, `${api.resource.label} saved`, (options) =>
        api.operations.update(request.params.id, request.body as Row, options),
      ),
  });

/** Adds the routes of resources that are updated with the id in the body and read by `getDataById`. */
export const addIdInBodyRoutes = (api: ResourceApi): void => {
  addReadRoute(api, '/getDataById/:id');
  addResourceRoute(api, {
    url: 'PATCH /updateById/',
    bodyLimit: api.bodyLimit,
    action: 'update',
    summary: `Update the ${inSentence(api.resource.label)} whose id is in the body`,
    body: updateSchema(api.resource, {
      id: z
        .string({ error: 'id is required' })
        .max(100)
        .meta({ example: exampleId(api.resource.name) }),
    }),
    response: savedResponseSchema(api.schemas.saved),
    errors: [404, 409],
    handle: (request) => {
      const { id, ...changes } = request.body as Row;
      return save(request, `${api.resource.label} saved`, (options) =>
        api.operations.update(String(id), changes, options),
      );
    },
  });
};

export const addRemoveRoute = (api: ResourceApi): void =>
  addResourceRoute(api, {
    url: 'DELETE /deleteById/:id',
    action: 'delete',
    summary: `Delete one ${inSentence(api.resource.label)}`,
    params: idParams(api.resource.name),
    response: deleteResponseSchema,
    errors: [404, 409],
    handle: async (request) => ({
      message: `${api.resource.label} deleted`,
      historyId: await api.operations.remove(request.params.id, writeOptionsFrom(request)),
    }),
  });
