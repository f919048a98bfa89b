import { isDeepStrictEqual } from 'node:util';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { toSearchKey } from '../database/ids.ts';
import { encodeRow, searchKeyColumn, storesUpdater, updaterColumn } from '../database/schema.ts';
import type { Database, Row } from '../database/tables.ts';
import { insertRows, updateRows } from '../database/write-rows.ts';

/** New state of a row; `current` is the stored one, null for a new record. */
export type RowUpdate = { row: Row; current: Row | null };

/** Time and user of a write, for its rows. Writes by the server itself keep the last user. */
export const createStamp = (
  resource: Resource,
  { actor }: { actor: { userId: string } | null },
): { updatedAt: string } => ({
  updatedAt: new Date().toISOString(),
  ...(storesUpdater(resource) && actor && { [updaterColumn]: actor.userId }),
});

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
    [searchKeyColumn]: String(toSearchKey(String(row._id))),
  }));
  for (const group of groupBy(encoded, (row) => Object.keys(row).join())) {
    await insertRows(database, { table: resource.name, rows: group });
  }
};

export const isSameValue = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === 'object' && isDeepStrictEqual(a, b));

/** Returns the values of a row that differ from the current ones. */
export const diffRows = (current: Row, row: Row): Row => {
  const diff: Row = {};
  for (const name in row) {
    if (!isSameValue(row[name], current[name])) diff[name] = row[name];
  }
  return diff;
};

/** Leaves unchanged columns out, so that their indexes aren't updated. */
export const updateStoredRows = async (
  database: Database,
  { resource, changes }: { resource: Resource; changes: readonly { row: Row; current: Row }[] },
): Promise<void> => {
  const diffs = changes.map(({ row, current }) => ({
    _id: row._id,
    ...encodeRow(resource, diffRows(current, row)),
  }));
  for (const rows of groupBy(diffs, (diff) => Object.keys(diff).join())) {
    await updateRows(database, { table: resource.name, rows });
  }
};
