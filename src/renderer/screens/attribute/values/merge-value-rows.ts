import { nameKey } from '#shared/name-key.ts';
import { compareVersions, isSame, type Versions } from '../../../resource-kit/save/merge.ts';
import { isKept, type ValueRow } from './value-rows.ts';

const editable = ['name', 'color', 'image'] as const;

const isChanged = (row: ValueRow, before: ValueRow | undefined): boolean =>
  !isKept(row) || editable.some((name) => !isSame(row[name], before?.[name]));

/** Merges one value that exists on both sides. A conflict keeps the user's value. */
const mergeRow = (
  mine: ValueRow,
  { before, theirs }: { before: ValueRow; theirs: ValueRow },
): { row: ValueRow; hasConflict: boolean } => {
  if (!isKept(mine)) {
    const hasConflict = isChanged(theirs, before);
    return { row: { ...mine, version: theirs.version }, hasConflict };
  }
  const changed = editable.filter((name) => !isSame(mine[name], before[name]));
  const hasConflict = changed.some((name) => compareVersions({ base: before, theirs, mine }, [name])?.isConflict);
  const own = Object.fromEntries(changed.map((name) => [name, mine[name]]));
  return { row: { ...theirs, ...own }, hasConflict };
};

const keysOf = (rows: readonly ValueRow[]) => rows.map(({ key }) => key);

const inOrderOf = (rows: readonly ValueRow[], order: readonly string[]): ValueRow[] => {
  const places = new Map(order.map((key, index) => [key, index]));
  const placeOf = ({ key }: ValueRow) => places.get(key) ?? order.length;
  return rows.toSorted((one, other) => placeOf(one) - placeOf(other));
};

/**
 * Applies the user's changes of values to those that someone else saved meanwhile. `hasConflict`: both changed the same
 * part of a value, or one deleted a value that the other changed.
 */
export const mergeValueRows = ({
  base,
  theirs,
  mine,
}: Versions<readonly ValueRow[], readonly ValueRow[]>): { rows: ValueRow[]; hasConflict: boolean } => {
  const [basesByKey, theirsByKey] = [base, theirs].map((rows) => new Map(rows.map((row) => [row.key, row])));
  const theirNames = new Set(theirs.filter(({ key }) => !basesByKey?.has(key)).map(({ name }) => nameKey(name)));
  let hasConflict = false;
  const merged = mine.flatMap((row): ValueRow[] => {
    // Both added the same value.
    if (row._id === undefined) return theirNames.has(nameKey(row.name)) ? [] : [row];
    const [before, other] = [basesByKey?.get(row.key), theirsByKey?.get(row.key)];
    if (before && other) {
      const result = mergeRow(row, { before, theirs: other });
      hasConflict ||= result.hasConflict;
      return [result.row];
    }
    if (!isKept(row) || !isChanged(row, before)) return other ? [other] : [];
    // They deleted a value that the user changed: it is added again.
    hasConflict = true;
    const { _id, version, ...values } = row;
    return [values];
  });
  const known = new Set(keysOf(mine));
  const added = theirs.filter(({ key }) => !known.has(key));
  const isReordered = !isSame(keysOf(mine.filter(({ key }) => basesByKey?.has(key))), keysOf(base));
  const rows = [...merged, ...added];
  return { rows: isReordered ? rows : inOrderOf(rows, keysOf(theirs)), hasConflict };
};
