import { z } from 'zod';
import { listResponseSchema, recordResponseSchema } from '#shared/api.ts';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { exampleStoredFile, inputExample } from '#shared/resource-kit/examples.ts';
import { recordSchema } from '#shared/resource-kit/schemas.ts';
import { attributeValue, compareAttributeValues } from '#shared/resources/attribute-value.ts';
import { subCategory } from '#shared/resources/sub-category.ts';
import { validationError } from '../lib/app-error.ts';
import type { OperationsContext } from '../records/hooks.ts';
import { buildSchemas } from '../records/operations.ts';
import { prepareFile } from '../records/prepare-values.ts';
import { createRepository } from '../records/repository.ts';
import { createResourceOperations, extensions } from '../resources/index.ts';
import { withFileName } from '../resources/product/prepare-variants.ts';
import { addAssetRoutes } from './records/asset-routes.ts';
import { addBulkRoute, addReplaceRoute, addUpdateManyRoute } from './records/bulk-routes.ts';
import { addPhotoRoutes } from './records/photo-routes.ts';
import {
  addRecordRoutes,
  addResourceRoute,
  computeBodyLimit,
  fileBodyBytes,
  type ResourceApi,
} from './records/routes.ts';
import type { App } from './route.ts';

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
const addNestedList = (
  api: ResourceApi,
  { path, summary, child, through, property, compare, extra }: NestedList,
): void => {
  const { resource, schemas, context } = api;
  const childSchema = extra ? recordSchema(child).and(extra.schema) : recordSchema(child);
  const getTitle = (record: AnyRecord) => String(record[resource.titleField]);
  const response: z.ZodType = listResponseSchema(schemas.listed.and(z.object({ [property]: z.array(childSchema) })));
  const listAll = (listed: Resource) => createRepository(listed, context.databaseHandle.database).listAll();
  addResourceRoute(api, {
    url: `GET ${path}`,
    action: 'read',
    summary,
    response,
    handle: async () => {
      const records = await listAll(resource);
      const childrenByParent = new Map<unknown, AnyRecord[]>(records.map(({ _id }) => [_id, []]));
      const children = await listAll(child);
      for (const record of compare ? children.sort(compare) : children) {
        childrenByParent.get(record[through])?.push({ ...record, ...extra?.value });
      }
      const data = records
        .sort((a, b) => getTitle(a).localeCompare(getTitle(b)))
        .map((record) => ({ ...record, [property]: childrenByParent.get(record._id) ?? [] }));
      return { message: `${resource.labelPlural} found`, data, total: data.length };
    },
  });
};

const imageField = { kind: 'image', label: 'Image' } as const;

const imageBodySchema = z.strictObject({
  image: z
    .string({ error: 'image is required' })
    .min(1, 'image is required')
    .meta({ description: '`filename@@dataURL` or a bare data URL', example: inputExample(imageField) }),
});

/** Adds the route that stores an image before its product is saved, so that many variants can share it by name. */
const addImageRoute = (api: ResourceApi): void => {
  addResourceRoute(api, {
    url: 'POST /image',
    bodyLimit: fileBodyBytes,
    action: 'create',
    summary: 'Upload an image for a product; deleted after a day unless a product uses it',
    body: imageBodySchema,
    response: recordResponseSchema(z.object({ image: z.string().meta({ example: exampleStoredFile }) })),
    handle: async ({ body }) => {
      const { context } = api;
      const stored = await context.files.transaction(async (files) => {
        const result = await prepareFile(imageField, { value: withFileName(body.image) }, files);
        if ('error' in result) throw validationError([{ field: 'image', message: result.error }]);
        await files.commit(context.databaseHandle.database);
        return result.value;
      });
      return { message: 'Image stored', data: { image: stored } };
    },
  });
};

/** Additional routes by resource name. */
const extraRoutes: Readonly<Record<string, (api: ResourceApi) => void>> = {
  attribute: (api) =>
    addNestedList(api, {
      path: '/getAttributeWithValue',
      summary: 'List all attributes, each with its values',
      child: attributeValue,
      through: 'attributeId',
      property: 'attributeValueArr',
      compare: compareAttributeValues,
      // The product form sets `checked` itself.
      extra: { schema: z.object({ checked: z.boolean() }), value: { checked: false } },
    }),
  category: (api) =>
    addNestedList(api, {
      path: '/getNestedCategory',
      summary: 'List all categories, each with its sub categories',
      child: subCategory,
      through: 'categoryId',
      property: 'subCategoryArr',
    }),
  asset: addAssetRoutes,
  product: (api) => {
    addImageRoute(api);
    addPhotoRoutes(api);
  },
};

export const registerResourceRoutes = (
  app: App,
  { resource, context }: { resource: Resource; context: OperationsContext },
): void => {
  const extension = extensions[resource.name];
  const api: ResourceApi = {
    app,
    resource,
    context,
    operations: createResourceOperations(resource, context),
    schemas: buildSchemas(resource, extension),
    bodyLimit: extension?.bodyLimit ?? computeBodyLimit(resource),
  };
  addRecordRoutes(api);
  if (!resource.isSingleton) {
    addBulkRoute(api, extension);
    addUpdateManyRoute(api);
  }
  addReplaceRoute(api);
  extraRoutes[resource.name]?.(api);
};
