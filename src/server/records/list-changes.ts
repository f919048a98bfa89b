import type { Resource } from '#shared/resource/define-resource.ts';
import { filesColumn } from '../database/codec.ts';
import type { Row } from '../database/tables.ts';

/**
 * Changed rows of a list by position, as stored in the history. A row that is in the list before and after has only its
 * id and the changed values.
 */
type PlacedRows = Record<number, Row>;

type ListDiff<Item> = {
  toRow: (item: Item) => Row;
  /** Returns the id and the changed values of a row before and after. */
  diff: (stored: Item, current: Item) => { before: Row; after: Row };
};

/**
 * Compares two lists of rows with ids, in which an unchanged row is the same object. Returns the rows that changed or
 * moved; null if none did.
 */
export const diffLists = <Item extends { _id: string }>(
  before: readonly Item[],
  after: readonly Item[],
  { toRow, diff }: ListDiff<Item>,
): { before: PlacedRows; after: PlacedRows } | null => {
  const removed = new Map(before.map((item, index) => [item._id, { item, place: index }]));
  const placed: { before: PlacedRows; after: PlacedRows } = { before: {}, after: {} };
  let last = -1;
  let isSame = before.length === after.length;
  for (const [index, item] of after.entries()) {
    const known = removed.get(item._id);
    removed.delete(item._id);
    if (known?.item === item && known.place >= last) {
      last = known.place;
      continue;
    }
    isSame = false;
    if (known) {
      const change = diff(known.item, item);
      placed.before[known.place] = change.before;
      placed.after[index] = change.after;
    } else placed.after[index] = toRow(item);
  }
  for (const { item, place } of removed.values()) placed.before[place] = toRow(item);
  return isSame ? null : placed;
};

const revertList = (
  list: readonly Row[],
  { before, after }: { before: PlacedRows; after: PlacedRows },
): Row[] => {
  const replaced = new Set(Object.values(after).map(({ _id }) => _id));
  const reverted = list.filter(({ _id }) => !replaced.has(_id));
  const byId = new Map(list.map((row) => [row._id, row]));
  const places = Object.keys(before).map(Number);
  for (const index of places.sort((one, other) => one - other)) {
    const row = before[index];
    if (row) reverted.splice(index, 0, { ...byId.get(row._id), ...row });
  }
  return reverted;
};

/** Changed values of an update, as stored in the history; older entries hold the whole record. */
type Update = { before: Row; after: Row };

const isPlacedRows = (resource: Resource, name: string, value: unknown): value is PlacedRows =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(name in resource.fields) &&
  name !== filesColumn;

/** Returns whether the history holds only the changed rows of a list, so that undo needs the current list. */
export const hasListChanges = (resource: Resource, { before }: Pick<Update, 'before'>): boolean =>
  Object.entries(before).some(([name, value]) => isPlacedRows(resource, name, value));

export const revertUpdate = (resource: Resource, record: Row, { before, after }: Update): Row => ({
  ...record,
  ...Object.fromEntries(
    Object.entries(before).map(([name, value]) => {
      if (!isPlacedRows(resource, name, value)) return [name, value];
      const list = (record[name] ?? []) as Row[];
      return [name, revertList(list, { before: value, after: (after[name] ?? {}) as PlacedRows })];
    }),
  ),
});
