import type { Resource } from '#shared/resource/define-resource.ts';
import { filesColumn } from '../database/codec.ts';
import type { Row } from '../database/tables.ts';

/**
 * Rows of a list by their places in it: how the history keeps what changed of a list. A row that was and is in the list
 * has its id and what differs.
 */
type PlacedRows = Record<number, Row>;

/** What an update changed of a list of rows with ids: the rows that differ or moved; null where none did. */
export const diffLists = <Item extends { _id: string }>(
  before: readonly Item[],
  after: readonly Item[],
  {
    isSame,
    toKept,
  }: {
    isSame: (one: Item, other: Item) => boolean;
    /** A row as it is kept; `other` is its state on the other side, if it is there. */
    toKept: (item: Item, other: Item | undefined) => Row;
  },
): { before: PlacedRows; after: PlacedRows } | null => {
  const stored = new Map(before.map((item, place) => [item._id, { item, place }]));
  const current = new Map(after.map((item) => [item._id, item]));
  const same = new Set<string>();
  let last = -1;
  for (const item of after) {
    const known = stored.get(item._id);
    if (!known || known.place < last || !isSame(known.item, item)) continue;
    same.add(item._id);
    last = known.place;
  }
  if (same.size === before.length && same.size === after.length) return null;
  const changed = (items: readonly Item[], otherOf: (id: string) => Item | undefined): PlacedRows =>
    Object.fromEntries(
      [...items.entries()].flatMap(([place, item]) =>
        same.has(item._id) ? [] : [[place, toKept(item, otherOf(item._id))]],
      ),
    );
  return {
    before: changed(before, (id) => current.get(id)),
    after: changed(after, (id) => stored.get(id)?.item),
  };
};

/** A list as it was before a change, of which the history kept the rows before and after. */
const revertList = (
  list: readonly Row[],
  { before, after }: { before: PlacedRows; after: PlacedRows },
): Row[] => {
  const replaced = new Set(Object.values(after).map(({ _id }) => _id));
  const reverted = list.filter(({ _id }) => !replaced.has(_id));
  const byId = new Map(list.map((row) => [row._id, row]));
  const places = Object.keys(before).map(Number);
  for (const place of places.sort((one, other) => one - other)) {
    const row = before[place];
    if (row) reverted.splice(place, 0, { ...byId.get(row._id), ...row });
  }
  return reverted;
};

/** What an update changed of a record, as the history keeps it: older entries keep the whole record. */
type Update = { before: Row; after: Row };

const isPlacedRows = (resource: Resource, name: string, value: unknown): value is PlacedRows =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(name in resource.fields) &&
  name !== filesColumn;

/** Whether the history keeps only the changed rows of a list in the record, so that the list is needed to undo it. */
export const hasListChanges = (resource: Resource, { before }: Pick<Update, 'before'>): boolean =>
  Object.entries(before).some(([name, value]) => isPlacedRows(resource, name, value));

/** A record as it was before an update. */
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
