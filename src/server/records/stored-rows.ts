import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { inChunks } from '../database/chunks.ts';
import { encodeRow } from '../database/codec.ts';
import { toSearchKey } from '../database/ids.ts';
import { searchKeyColumn } from '../database/schema.ts';
import { type Database, type Row, resourceTables } from '../database/tables.ts';
import { insertRows } from '../database/write-rows.ts';

/** New state of a row; `current` is the stored one, null for a new record. */
export type RowUpdate = { row: Row; current: Row | null };

export const groupBy = <Item>(items: readonly Item[], getKey: (item: Item) => string): Item[][] => {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = getKey(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return [...groups.values()];
};

export const insertStoredRows = async (
  database: Database,
  { resource, rows }: { resource: Resource; rows: readonly Row[] },
): Promise<void> => {
  const encoded = rows.map((row) => ({
    ...encodeRow(resource, row),
    [searchKeyColumn]: toSearchKey(String(row._id)),
  }));
  for (const group of groupBy(encoded, (row) => Object.keys(row).join())) {
    await insertRows(database, { table: resource.name, rows: group });
  }
};

export const isSameValue = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === 'object' && isDeepStrictEqual(a, b));

const diffRows = (current: Row, row: Row): Row => {
  const diff: Row = {};
  for (const name in row) {
    if (name !== 'version' && !isSameValue(row[name], current[name])) diff[name] = row[name];
  }
  return diff;
};

export const updateStoredRows = async (
  database: Database,
  { resource, changes }: { resource: Resource; changes: readonly { row: Row; current: Row }[] },
): Promise<void> => {
  const diffs = changes.map(({ row, current }) => ({
    id: row._id,
    values: encodeRow(resource, diffRows(current, row)),
  }));
  const version = sql`version + 1`;
  // Equal changes share a statement; unchanged columns are left out, so that their indexes aren't updated.
  for (const group of groupBy(diffs, ({ values }) => JSON.stringify(values))) {
    const values = { ...group[0]?.values, version };
    for (const chunk of inChunks(group.map(({ id }) => id))) {
      await resourceTables(database)
        .updateTable(resource.name)
        .set(values)
        .where('_id', 'in', chunk)
        .execute();
    }
  }
};
