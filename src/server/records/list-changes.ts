import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { filesColumn } from '../database/codec.ts';
import type { Row } from '../database/tables.ts';

/**
 * Changed rows of a list by position, as stored in the history. A row that is in the list before and after has only its
 * id and the changed values.
 */
type RowsByIndex = Record<number, Row>;

type Placed<Item> = { item: Item; index: number };

/** How a list of items with ids changed: all that writing it and its history need. */
export type ListChange<Item> = {
  added: Placed<Item>[];
  removed: Placed<Item>[];
  /** The others, in their new order. An unchanged one is the same object before and after. */
  kept: { before: Placed<Item>; after: Placed<Item>; isMoved: boolean }[];
};

/** Returns null if an unchanged list is the same array. */
export const compareLists = <Item extends { _id: string }>(
  before: readonly Item[],
  after: readonly Item[],
): ListChange<Item> | null => {
  if (after === before) return null;
  const remaining = new Map(before.map((item, index) => [item._id, { item, index }]));
  const change: ListChange<Item> = { added: [], removed: [], kept: [] };
  let last = -1;
  for (const [index, item] of after.entries()) {
    const previous = remaining.get(item._id);
    remaining.delete(item._id);
    if (!previous) {
      change.added.push({ item, index });
      continue;
    }
    const isMoved = previous.index < last;
    change.kept.push({ before: previous, after: { item, index }, isMoved });
    if (!isMoved && previous.item === item) last = previous.index;
  }
  change.removed.push(...remaining.values());
  return change;
};

/** Converts a change for the history: the rows that changed or moved. `diff` returns the id and the changed values. */
export const toRowsByIndex = <Item>(
  { added, removed, kept }: ListChange<Item>,
  { toRow, diff }: { toRow: (item: Item) => Row; diff: (before: Item, after: Item) => { before: Row; after: Row } },
): { before: RowsByIndex; after: RowsByIndex } => {
  const rows: { before: RowsByIndex; after: RowsByIndex } = { before: {}, after: {} };
  for (const { item, index } of added) rows.after[index] = toRow(item);
  for (const { item, index } of removed) rows.before[index] = toRow(item);
  for (const { before, after, isMoved } of kept) {
    if (before.item === after.item && !isMoved) continue;
    const changed = diff(before.item, after.item);
    rows.before[before.index] = changed.before;
    rows.after[after.index] = changed.after;
  }
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
