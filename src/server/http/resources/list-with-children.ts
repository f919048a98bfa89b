import type { AnyRecord, Resource } from '#shared/resource/define-resource.ts';
import type { Database } from '../../database/tables.ts';
import { createRepository } from '../../records/repository.ts';

/**
 * Returns all records sorted by title, each with the records that refer to it, oldest first. Runs two queries,
 * regardless of the number of records.
 */
export const listWithChildren = async ({
  database,
  parent,
  child,
  through,
}: {
  database: Database;
  parent: Resource;
  child: Resource;
  through: string;
}): Promise<{ record: AnyRecord; children: AnyRecord[] }[]> => {
  const records = await createRepository(parent, database).listAll();
  const childrenOf = new Map<unknown, AnyRecord[]>(records.map(({ _id }) => [_id, []]));
  for (const record of await createRepository(child, database).listAll()) {
    childrenOf.get(record[through])?.push(record);
  }
  const titleOf = (record: AnyRecord) => String(record[parent.titleField]);
  return records
    .sort((one, other) => titleOf(one).localeCompare(titleOf(other)))
    .map((record) => ({ record, children: childrenOf.get(record._id) ?? [] }));
};
