import { z } from 'zod';
import { listResponseSchema } from '#shared/api.ts';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { recordSchema } from '#shared/resource-kit/schemas.ts';
import { createRepository } from '../../records/repository.ts';
import type { ResourceApi } from '../records/resource-api.ts';
import { addDataRoute } from '../records/routes.ts';

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
