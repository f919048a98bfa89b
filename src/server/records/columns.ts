import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { hasFileFields } from '#shared/resource-kit/fields.ts';
import { filesColumn } from '../database/codec.ts';
import type { Row } from '../database/tables.ts';

const columnNameCache = new WeakMap<Resource, readonly string[]>();

/** Columns of a record, without the search columns. */
export const columnNames = (resource: Resource): readonly string[] => {
  const names = columnNameCache.get(resource) ?? [
    '_id',
    ...Object.keys(resource.fields),
    ...(hasFileFields(resource) ? [filesColumn] : []),
    'version',
    'createdAt',
    'updatedAt',
  ];
  columnNameCache.set(resource, names);
  return names;
};

export const pickRecordFields = (resource: Resource, row: Row): Row => {
  const values: Row = {};
  for (const name of columnNames(resource)) values[name] = row[name];
  return values;
};
