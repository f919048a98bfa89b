import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { filesColumn } from '../database/schema.ts';
import type { Row } from '../database/tables.ts';

/**
 * Changed rows of a list by position, as stored in the history. A row that is in the list before and after has only its
 * id and the changed values.
 */
type RowsByIndex = Record<number, Row>;

type ListChange = { before: RowsByIndex; after: RowsByIndex };

/**
 * Returns the items that changed or moved, for the history. An unchanged one is the same object before and after. `diff`
 * returns the id and the changed values.
 */
export const diffLists = <Item extends { _id: string }>(
  before: readonly Item[],
  after: readonly Item[],
  { toRow, diff }: { toRow: (item: Item) => Row; diff: (before: Item, after: Item) => { before: Row; after: Row } },
): ListChange => {
  const rows: ListChange = { before: {}, after: {} };
  const remaining = new Map(before.map((item, index) => [item._id, { item, index }]));
  let last = -1;
  for (const [index, item] of after.entries()) {
    const previous = remaining.get(item._id);
    remaining.delete(item._id);
    if (!previous) rows.after[index] = toRow(item);
    else if (previous.item === item && previous.index > last) last = previous.index;
    else {
      const changed = diff(previous.item, item);
      rows.before[previous.index] = changed.before;
      rows.after[index] = changed.after;
    }
  }
  for (const { item, index } of remaining.values()) rows.before[index] = toRow(item);
  return rows;
};

const revertList = (list: readonly Row[], { before, after }: ListChange): Row[] => {
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

/** Changed values of an update, as stored in the history. */
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
