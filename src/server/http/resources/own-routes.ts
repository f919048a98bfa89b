import { z } from 'zod';
import { listResponseSchema, recordResponseSchema } from '#shared/api.ts';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { exampleStoredFile, inputExample } from '#shared/resource-kit/examples.ts';
import { recordSchema } from '#shared/resource-kit/schemas.ts';
import { validationError } from '../../lib/app-error.ts';
import { prepareFile } from '../../records/prepare-values.ts';
import { createRepository } from '../../records/repository.ts';
import { withFileName } from '../../resources/product/prepare-variants.ts';
import { fileBodyBytes, type ResourceApi } from '../records/resource-api.ts';
import { addDataRoute, resourcePath, resourceRoute } from '../records/routes.ts';

type NestedList = {
  path: string;
  summary: string;
  child: Resource;
  /** The child's field that refers to the parent. */
  through: string;
  /** The property of a parent that holds its children. */
  property: string;
  /** The order of the children; oldest first by default. */
  compare?: (one: AnyRecord, other: AnyRecord) => number;
  /** The fields that every child has besides its own. */
  extra?: { schema: z.ZodType; value: object };
};

/**
 * Adds a route that lists all records sorted by title, each with the records that refer to it. It runs
 * two queries, regardless of the number of records.
 */
export const addNestedList = (
  api: ResourceApi,
  { path, summary, child, through, property, compare, extra }: NestedList,
): void => {
  const { resource, schemas, context } = api;
  const childSchema = extra ? recordSchema(child).and(extra.schema) : recordSchema(child);
  const getTitle = (record: AnyRecord) => String(record[resource.titleField]);
  const listAll = (listed: Resource) => createRepository(listed, context.databaseHandle.database).listAll();
  addDataRoute(api, path, {
    summary,
    success: listResponseSchema(schemas.listed.and(z.object({ [property]: z.array(childSchema) }))),
    message: `${resource.labelPlural} found`,
    read: async () => {
      const records = await listAll(resource);
      const childrenByParent = new Map<unknown, AnyRecord[]>(records.map(({ _id }) => [_id, []]));
      const children = await listAll(child);
      for (const record of compare ? children.sort(compare) : children) {
        childrenByParent.get(record[through])?.push({ ...record, ...extra?.value });
      }
      const data = records
        .sort((a, b) => getTitle(a).localeCompare(getTitle(b)))
        .map((record) => ({ ...record, [property]: childrenByParent.get(record._id) ?? [] }));
      return { data, total: data.length };
    },
  });
};

const imageField = { kind: 'image', label: 'Image' } as const;

const bodySchema = z.strictObject({
  image: z
    .string({ error: 'image is required' })
    .min(1, 'image is required')
    .meta({ description: '`filename@@dataURL` or a bare data URL', example: inputExample(imageField) }),
});

/** Adds the route that stores an image before its product is saved, so that many variants can share it by name. */
export const addImageRoute = ({ app, resource, context }: ResourceApi): void => {
  app.post<{ Body: z.output<typeof bodySchema> }>(
    resourcePath(resource, '/image'),
    {
      bodyLimit: fileBodyBytes,
      ...resourceRoute(resource, {
        action: 'create',
        summary: 'Upload an image for a product; deleted after a day unless a product uses it',
        body: bodySchema,
        success: recordResponseSchema(z.object({ image: z.string().meta({ example: exampleStoredFile }) })),
      }),
    },
    async ({ body }) => {
      const stored = await context.files.transaction(async (files) => {
        const result = await prepareFile(imageField, { value: withFileName(body.image) }, files);
        if ('error' in result) throw validationError([{ field: 'image', message: result.error }]);
        await files.commit(context.databaseHandle.database);
        return result.value;
      });
      return { success: true, message: 'Image stored', data: { image: stored } };
    },
  );
};
