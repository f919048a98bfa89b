import type { FastifyInstance, RouteShorthandOptions } from 'fastify';
import { z } from 'zod';
import {
  listResponseSchema,
  messageResponseSchema,
  recordResponseSchema,
  selectOptionSchema,
} from '#shared/api.ts';
import type { Action } from '#shared/permissions.ts';
import type { Resource } from '#shared/resource/define-resource.ts';
import { isFileField } from '#shared/resource/fields.ts';
import {
  createSchema,
  type ListQuery,
  listQuerySchema,
  recordSchema,
  updateSchema,
} from '#shared/resource/schemas.ts';
import { maxUploadBytes } from '#shared/uploads.ts';
import { failureResponses } from '../plugins/openapi.ts';
import type { Row } from '../storage/tables.ts';
import { createOperations, type OperationsContext } from './operations.ts';

const plainBody = 512 * 1024;
const richTextBody = 16 * 1024 * 1024;
// Base64 makes four characters of three bytes.
const fileBody = Math.ceil((maxUploadBytes * 4) / 3) + 64 * 1024;

const bodyLimitOf = (resource: Resource) =>
  Object.values(resource.fields).reduce((limit, field) => {
    if (isFileField(field)) return limit + fileBody;
    return field.kind === 'richText' ? limit + richTextBody : limit;
  }, plainBody);

const idParams = z.object({ id: z.string().max(100) });
type IdParams = z.infer<typeof idParams>;

/** The routes that every declared resource has. */
export const registerResourceRoutes = (
  app: FastifyInstance,
  { resource, context }: { resource: Resource; context: OperationsContext },
): void => {
  const operations = createOperations(resource, context);
  const { label, labelPlural, name } = resource;
  const base = `/v1/${name}`;
  const record = recordResponseSchema(recordSchema(resource));
  const bodyLimit = bodyLimitOf(resource);

  const options = (action: Action, summary: string, schema: object, success: z.ZodType) =>
    ({
      config: { access: { resource: name, action } },
      schema: {
        tags: [name],
        summary,
        security: [{ bearer: [] }],
        ...schema,
        response: { 200: success, ...failureResponses },
      },
    }) satisfies RouteShorthandOptions;

  const lists = z.union([
    listResponseSchema(recordSchema(resource)),
    z.object({ success: z.literal(true), message: z.string(), data: z.array(selectOptionSchema) }),
  ]);

  app.get<{ Querystring: ListQuery }>(
    `${base}/`,
    options(
      'read',
      `List ${labelPlural}, or their labels with forSelect=true`,
      { querystring: listQuerySchema(resource) },
      lists,
    ),
    async ({ query }) => {
      const message = `${labelPlural} found`;
      if (query.isForSelect) return { success: true, message, data: await operations.listOptions(query) };
      return { success: true, message, ...(await operations.list(query)) };
    },
  );

  app.get<{ Params: IdParams }>(
    `${base}/getById/:id`,
    options('read', `Read one ${label}`, { params: idParams }, record),
    async ({ params }) => ({
      success: true,
      message: `${label} found`,
      data: await operations.get(params.id),
    }),
  );

  app.post<{ Body: Row }>(
    `${base}/`,
    { bodyLimit, ...options('create', `Create one ${label}`, { body: createSchema(resource) }, record) },
    async ({ body }) => ({
      success: true,
      message: `${label} created successfully`,
      data: await operations.create(body),
    }),
  );

  app.patch<{ Params: IdParams; Body: Row }>(
    `${base}/updateById/:id`,
    {
      bodyLimit,
      ...options('update', `Change one ${label}`, { params: idParams, body: updateSchema(resource) }, record),
    },
    async ({ params, body }) => ({
      success: true,
      message: `${label} updated successfully`,
      data: await operations.update(params.id, body),
    }),
  );

  app.delete<{ Params: IdParams }>(
    `${base}/deleteById/:id`,
    options('delete', `Delete one ${label}`, { params: idParams }, messageResponseSchema),
    async ({ params }) => {
      await operations.remove(params.id);
      return { success: true, message: `${label} deleted successfully` };
    },
  );
};
