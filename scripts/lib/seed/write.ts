import type { DatabaseHandle } from '../../../src/server/database/database-handle.ts';
import { newId } from '../../../src/server/database/ids.ts';
import { searchColumn } from '../../../src/server/database/schema.ts';
import type { Row } from '../../../src/server/database/tables.ts';
import { buildSearchText } from '../../../src/server/records/search-text.ts';
import { insertStoredRows } from '../../../src/server/records/stored-rows.ts';
import type { Resource } from '../../../src/shared/resource-kit/define-resource.ts';
import { createSchema } from '../../../src/shared/resource-kit/schemas.ts';

/** Random picks that are the same in every run. */
export type Random = {
  below: (limit: number) => number;
  pick: <Item>(items: readonly [Item, ...Item[]]) => Item;
};

/** A mulberry32 generator. */
export const createRandom = (seed: number): Random => {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return { below, pick: (items) => items[below(items.length)] ?? items[0] };
};

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
