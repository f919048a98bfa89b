import { useMemo } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { nameKey, normalizeLine } from '#shared/normalize-text.ts';

import type { LocalFile } from '../../../platform/index.ts';
import type { FormValues } from '../../../resource-kit/form/form-values.ts';
import { compareVersions, isSame, type Versions } from '../../../resource-kit/save/merge.ts';

/** The values in the form of their attribute. */
export const valuesFieldName = 'attributeValueArr';

export type ValueRow = {
  /** The id of a stored value. */
  key: string;
  _id?: string;
  version?: number;
  name: string;
  color: string;
  image: string | LocalFile | null;
  imageAlt?: string | undefined;
  isRemoved?: boolean | undefined;
  /** The value that this one is merged into. */
  replacementId?: string | undefined;
};

const toRow = (value: Partial<ValueRow>): ValueRow => ({
  name: '',
  color: '',
  image: null,
  ...value,
  key: value.key ?? value._id ?? crypto.randomUUID(),
});

/** Returns the rows of stored values, or of rows from a draft. */
export const toValueRows = (values: unknown): ValueRow[] =>
  Array.isArray(values) ? values.map((value: Partial<ValueRow>) => toRow(value)) : [];

export const isKept = ({ isRemoved, replacementId }: ValueRow): boolean => !isRemoved && replacementId === undefined;

/**
 * Splits typed or pasted text into names: a column or a row of a sheet, lines, or a list with commas or semicolons.
 * Names in a column may contain commas.
 */
export const splitNames = (text: string): string[] =>
  text
    .split(/[\n\t]/.test(text.trim()) ? /[\r\n\t]+/ : /[,;]/)
    .map((name) => normalizeLine(name))
    .filter((name) => name !== '');

/** Separates names that an attribute doesn't have yet from those that it has or that are repeated. */
export const findNewNames = (
  rows: readonly ValueRow[],
  names: readonly string[],
): { added: string[]; skipped: string[] } => {
  const known = new Map(rows.filter(isKept).map(({ name }) => [nameKey(name), name]));
  const added: string[] = [];
  const skipped: string[] = [];
  for (const name of names) {
    const existing = known.get(nameKey(name));
    if (existing === undefined) added.push(name);
    else skipped.push(existing);
    known.set(nameKey(name), existing ?? name);
  }
  return { added, skipped: [...new Set(skipped)] };
};

export const addNames = (rows: readonly ValueRow[], names: readonly string[]): ValueRow[] => [
  ...rows,
  ...names.map((name) => toRow({ name })),
];

export const updateRow = (rows: readonly ValueRow[], key: string, change: Partial<ValueRow>): ValueRow[] =>
  rows.map((row) => (row.key === key ? { ...row, ...change } : row));

/** Marks a stored value as deleted; a new one just disappears. */
export const removeRow = (rows: readonly ValueRow[], key: string): ValueRow[] =>
  rows.flatMap((row) => {
    if (row.key !== key) return [row];
    return row._id === undefined ? [] : [{ ...row, isRemoved: true }];
  });

/** Neither deletes nor merges a value any more. */
export const keepRow = (rows: readonly ValueRow[], key: string): ValueRow[] =>
  updateRow(rows, key, { isRemoved: undefined, replacementId: undefined });

/** Whether another value is merged into this one, which then has to stay. */
export const isMergeTarget = (rows: readonly ValueRow[], { _id }: ValueRow): boolean =>
  _id !== undefined && rows.some(({ replacementId }) => replacementId === _id);

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

export const sortByName = (rows: readonly ValueRow[]): ValueRow[] =>
  rows.toSorted((one, other) => collator.compare(one.name, other.name));

export const findDuplicate = (rows: readonly ValueRow[], row: ValueRow): ValueRow | undefined =>
  rows.find((other) => other.key !== row.key && isKept(other) && nameKey(other.name) === nameKey(row.name));

type RowErrors = Partial<Record<'name' | 'color' | 'image' | 'replacementId', { message?: string }>>;

/** The values in the form of their attribute, with the errors of the server by row. */
export const useValueRows = () => {
  const { getValues } = useFormContext<FormValues>();
  const { field, fieldState } = useController<FormValues>({ name: valuesFieldName });
  const rows = useMemo(() => toValueRows(field.value), [field.value]);
  const errors: unknown = fieldState.error;
  const rowErrors: readonly (RowErrors | undefined)[] = Array.isArray(errors) ? errors : [];
  return {
    rows,
    ref: field.ref,
    change: (edit: (rows: readonly ValueRow[]) => ValueRow[]) => {
      const latest: unknown = getValues(valuesFieldName);
      field.onChange(edit(latest === field.value ? rows : toValueRows(latest)));
    },
    getError: (row: ValueRow): RowErrors => rowErrors[rows.indexOf(row)] ?? {},
  };
};

export type ValueRows = ReturnType<typeof useValueRows>;

const editable = ['name', 'color', 'image', 'imageAlt'] as const;

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
