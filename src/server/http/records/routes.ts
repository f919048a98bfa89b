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
import { lifeAtSaya } from '#shared/resources/life-at-saya.ts';
import { opportunity } from '#shared/resources/opportunity.ts';
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

export const idParams = (resource: string): z.ZodType<{ id: string }> =>
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

/** Resources that clients of the specification also read by `getDataById` and update with the id in the body. */
const withIdInBody: readonly string[] = [lifeAtSaya.name, opportunity.name];

/** Adds the routes for the records of a resource. */
export const addRecordRoutes = (api: ResourceApi): void => {
  const { resource, operations, schemas, bodyLimit } = api;
  const { name, label, labelPlural, isSingleton } = resource;
  const [one, many] = [inSentence(label), inSentence(labelPlural)];
  const hasIdInBody = withIdInBody.includes(name);
  const params = idParams(name);
  const read = { action: 'read', response: recordResponseSchema(schemas.record) } as const;
  const saved = { bodyLimit, response: savedResponseSchema(schemas.saved) };

  addResourceRoute(api, {
    url: 'GET /',
    action: 'read',
    summary: `List ${many}; with forSelect=true, only their labels and ids`,
    query: listQuerySchema(resource),
    response: z.union([listResponseSchema(schemas.listed), selectResponseSchema]).meta({
      description:
        'One page of records; with forSelect=true, the labels and ids of all records, or of the first `limit`',
    }),
    handle: async ({ query }) => {
      const message = `${labelPlural} found`;
      if (query.isForSelect) return { message, ...(await operations.listOptions(query)) };
      if (query.isForSnapshot) {
        const ids = await operations.findIds(query);
        return { message, data: [], total: ids.length, snapshot: createSnapshot(ids) };
      }
      const { data, ...found } = await operations.list(query);
      return { message, ...fitPage(data, toRange(query)), ...found };
    },
  });

  for (const path of ['getById', ...(hasIdInBody ? ['getDataById'] : [])]) {
    addResourceRoute(api, {
      url: `GET /${path}/:id`,
      ...read,
      errors: [404],
      summary: `Get one ${one}`,
      params,
      handle: async ({ params: { id } }) => ({ message: `${label} found`, data: await operations.get(id) }),
    });
  }

  if (isSingleton) {
    addResourceRoute(api, {
      url: 'GET /getById',
      ...read,
      errors: [404],
      summary: `Get the ${one} record`,
      handle: async () => ({ message: `${label} found`, data: await operations.getSingleton() }),
    });
  }

  addResourceRoute(api, {
    url: 'GET /usedBy/:id',
    action: 'read',
    summary: `List the references to one ${one} and whether they block its deletion`,
    params,
    response: usedByResponseSchema,
    errors: [404],
    handle: async ({ params: { id } }) => ({
      message: `References to the ${one} found`,
      data: await operations.usedBy(id),
    }),
  });

  for (const path of ['/', ...(name === user.name ? ['/create-user'] : [])]) {
    addResourceRoute(api, {
      url: `POST ${path}`,
      ...saved,
      action: 'create',
      summary: isSingleton ? `Create or update the ${one} record` : `Create one ${one}`,
      body: schemas.create,
      errors: [409],
      handle: (request) =>
        save(request, `${label} ${isSingleton ? 'saved' : 'created'}`, (options) =>
          operations.create(request.body as Row, options),
        ),
    });
  }

  addResourceRoute(api, {
    url: 'PATCH /updateById/:id',
    ...saved,
    action: 'update',
    summary: `Update one ${one}`,
    params,
    body: schemas.update,
    errors: [404, 409],
    handle: (request) =>
      save(request, `${label} saved`, (options) => operations.update(request.params.id, request.body as Row, options)),
  });

  if (hasIdInBody) {
    addResourceRoute(api, {
      url: 'PATCH /updateById/',
      ...saved,
      action: 'update',
      summary: `Update the ${one} whose id is in the body`,
      body: updateSchema(resource, {
        id: z
          .string({ error: 'id is required' })
          .max(100)
          .meta({ example: exampleId(name) }),
      }),
      errors: [404, 409],
      handle: (request) => {
        const { id, ...changes } = request.body as Row;
        return save(request, `${label} saved`, (options) => operations.update(String(id), changes, options));
      },
    });
  }

  addResourceRoute(api, {
    url: 'DELETE /deleteById/:id',
    action: 'delete',
    summary: `Delete one ${one}`,
    params,
    response: deleteResponseSchema,
    errors: [404, 409],
    handle: async (request) => ({
      message: `${label} deleted`,
      historyId: await operations.remove(request.params.id, writeOptionsFrom(request)),
    }),
  });
};
