import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Resource } from '#shared/resource/define-resource.ts';
import { inChunks } from '../database/chunks.ts';
import { encodeRow } from '../database/codec.ts';
import { orderOfId } from '../database/ids.ts';
import { searchKeyColumn } from '../database/schema.ts';
import { type Database, type Row, resourceTables } from '../database/tables.ts';
import { insertRows } from '../database/write-rows.ts';

/** New state of a row; `current` is the stored one, null for a new record. */
export type RowUpdate = { row: Row; current: Row | null };

export const groupedBy = <Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[][] => {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
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
    [searchKeyColumn]: orderOfId(String(row._id)),
  }));
  for (const same of groupedBy(encoded, (row) => Object.keys(row).join())) {
    await insertRows(database, { table: resource.name, rows: same });
  }
};

export const isSameValue = (one: unknown, other: unknown): boolean =>
  one === other || (typeof one === 'object' && isDeepStrictEqual(one, other));

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
  for (const same of groupedBy(diffs, ({ values }) => JSON.stringify(values))) {
    const values = { ...same[0]?.values, version };
    for (const chunk of inChunks(same.map(({ id }) => id))) {
      await resourceTables(database)
        .updateTable(resource.name)
        .set(values)
        .where('_id', 'in', chunk)
        .execute();
    }
  }
};
