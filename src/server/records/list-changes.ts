import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { filesColumn } from '../database/codec.ts';
import type { Row } from '../database/tables.ts';

/**
 * Changed rows of a list by position, as stored in the history. A row that is in the list before and after has only its
 * id and the changed values.
 */
type RowsByIndex = Record<number, Row>;

type ListDiff<Item> = {
  toRow: (item: Item) => Row;
  /** Returns the id and the changed values of a row before and after. */
  diff: (stored: Item, current: Item) => { before: Row; after: Row };
};

/**
 * Compares two lists of rows with ids, in which an unchanged row is the same object; an unchanged list is the same array.
 * Returns the rows that changed or moved; null if none did.
 */
export const diffLists = <Item extends { _id: string }>(
  before: readonly Item[],
  after: readonly Item[],
  { toRow, diff }: ListDiff<Item>,
): { before: RowsByIndex; after: RowsByIndex } | null => {
  if (after === before) return null;
  const removed = new Map(before.map((item, index) => [item._id, { item, index }]));
  const rows: { before: RowsByIndex; after: RowsByIndex } = { before: {}, after: {} };
  let last = -1;
  for (const [index, item] of after.entries()) {
    const previous = removed.get(item._id);
    removed.delete(item._id);
    if (previous?.item === item && previous.index >= last) {
      last = previous.index;
      continue;
    }
    if (previous) {
      const change = diff(previous.item, item);
      rows.before[previous.index] = change.before;
      rows.after[index] = change.after;
    } else rows.after[index] = toRow(item);
  }
  for (const { item, index } of removed.values()) rows.before[index] = toRow(item);
  return rows;
};

const revertList = (list: readonly Row[], { before, after }: { before: RowsByIndex; after: RowsByIndex }): Row[] => {
  const replaced = new Set(Object.values(after).map(({ _id }) => _id));
  const reverted = list.filter(({ _id }) => !replaced.has(_id));
  const byId = new Map(list.map((row) => [row._id, row]));
  const indexes = Object.keys(before).map(Number);
  for (const index of indexes.sort((a, b) => a - b)) {
    const row = before[index];
    if (row) reverted.splice(index, 0, { ...byId.get(row._id), ...row });
  }
  return reverted;
};

/** Changed values of an update, as stored in the history; older entries hold the whole record. */
type Update = { before: Row; after: Row };

const isRowsByIndex = (resource: Resource, name: string, value: unknown): value is RowsByIndex =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(name in resource.fields) &&
  name !== filesColumn;

/** Returns whether the history holds only the changed rows of a list, so that undo needs the current list. */
export const hasListChanges = (resource: Resource, { before }: Pick<Update, 'before'>): boolean =>
  Object.entries(before).some(([name, value]) => isRowsByIndex(resource, name, value));

export const revertUpdate = (resource: Resource, record: Row, { before, after }: Update): Row => ({
  ...record,
  ...Object.fromEntries(
    Object.entries(before).map(([name, value]) => {
      if (!isRowsByIndex(resource, name, value)) return [name, value];
      const list = (record[name] ?? []) as Row[];
      return [name, revertList(list, { before: value, after: (after[name] ?? {}) as RowsByIndex })];
    }),
  ),
});
