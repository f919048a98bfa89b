import type { Resource } from '#shared/resource/define-resource.ts';
import { createSchema } from '#shared/resource/schemas.ts';
import { searchText } from '../resource/normalise.ts';
import { createRepository } from '../resource/repository.ts';
import { newId } from '../storage/ids.ts';
import { searchColumn } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import type { Row } from '../storage/tables.ts';

const rowsAtOnce = 5000;

/** A new row of a resource, as a write would make it of these values. */
const rowOf = (resource: Resource, values: Row, now: string): Row => {
  const row = {
    ...(createSchema(resource).parse(values) as Row),
    _id: newId(),
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
  return { ...row, [searchColumn]: searchText(resource, row) };
};

/** Writes records by the thousand; gives their rows. */
export const writeMany = async (
  storage: Storage,
  { resource, records }: { resource: Resource; records: Iterable<Row> },
): Promise<Row[]> => {
  const now = new Date().toISOString();
  const rows = Array.from(records, (values) => rowOf(resource, values, now));
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    await storage.transaction((database) =>
      createRepository(resource, database).insertMany(rows.slice(at, at + rowsAtOnce)),
    );
  }
  return rows;
};
