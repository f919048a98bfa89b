import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { createSchema } from '#shared/resource-kit/schemas.ts';
import type { DatabaseHandle } from '../database/database-handle.ts';
import { newId } from '../database/ids.ts';
import { searchColumn } from '../database/schema.ts';
import type { Row } from '../database/tables.ts';
import { buildSearchText } from '../records/search-text.ts';
import { insertStoredRows } from '../records/stored-rows.ts';

const batchSize = 5000;

/** Creates rows like a regular write of the same values. */
const createRowBuilder = (resource: Resource, toColumns: (row: Row) => Row): ((values: Row) => Row) => {
  const schema = createSchema(resource);
  const now = new Date().toISOString();
  return (values) => {
    const parsed = schema.parse(values) as Row;
    const row = { _id: newId(), ...parsed, version: 1, createdAt: now, updatedAt: now };
    return { ...row, ...toColumns(row), [searchColumn]: buildSearchText(resource, row) };
  };
};

/** Writes records in chunks and returns their rows. `toColumns` computes columns that aren't fields. */
export const writeMany = async (
  databaseHandle: Pick<DatabaseHandle, 'transaction'>,
  {
    resource,
    records,
    toColumns = () => ({}),
  }: { resource: Resource; records: Iterable<Row>; toColumns?: (row: Row) => Row },
): Promise<Row[]> => {
  const rows = Array.from(records, createRowBuilder(resource, toColumns));
  for (let at = 0; at < rows.length; at += batchSize) {
    await databaseHandle.transaction((database) =>
      insertStoredRows(database, { resource, rows: rows.slice(at, at + batchSize) }),
    );
  }
  return rows;
};
