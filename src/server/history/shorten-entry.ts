import type { HistoryEntry } from '#shared/history.ts';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { displayNameOf } from '#shared/resource-kit/fields.ts';
import { filesColumn } from '../database/codec.ts';
import type { Row } from '../database/tables.ts';
import { getFileInfos } from '../records/record-files.ts';
import type { ReadEntry } from './read-entry.ts';

/** Characters of the JSON of a value. A longer text is left out, and a longer list ends early. */
const maxLength = 100_000;

type Shortened = Pick<HistoryEntry, 'before' | 'after' | 'itemCounts' | 'omittedFields'>;

const lengthOf = (value: unknown): number => JSON.stringify(value ?? null).length;

/** Returns the items that aren't in the other list. Most are the same object in both. */
const findChanged = (items: readonly Row[], others: readonly Row[]): Row[] => {
  const [own, same] = [new Set(items), new Set(others)];
  const equal = new Set(others.flatMap((item) => (own.has(item) ? [] : [JSON.stringify(item)])));
  return items.filter((item) => !same.has(item) && !equal.has(JSON.stringify(item)));
};

const takeFirst = (items: readonly Row[]): Row[] => {
  let length = 0;
  const end = items.findIndex((item) => {
    length += lengthOf(item);
    return length > maxLength;
  });
  return end < 0 ? [...items] : items.slice(0, end);
};

const pickFiles = (row: Row, names: readonly string[]): Row => {
  const files = Object.entries(getFileInfos(row)).filter(([name]) => names.includes(name));
  return files.length > 0 ? { [filesColumn]: Object.fromEntries(files) } : {};
};

/** Reduces an entry with whole records to what a list of entries shows: the changed values, if they aren't too long. */
export const shortenEntry = (
  resource: Resource | undefined,
  { before, after }: Pick<ReadEntry, 'before' | 'after'>,
  changedFields: readonly string[],
): Shortened => {
  const isUpdate = before !== null && after !== null;
  const names = isUpdate
    ? [...changedFields, ...changedFields.map(displayNameOf), 'version']
    : Object.keys(before ?? after ?? {});
  const sides = [before, after].map((row) => (row ? { row, short: pickFiles(row, names) as Row } : null));
  const itemCounts: Record<string, number> = {};
  const omittedFields: string[] = [];
  for (const name of names) {
    const values = [before?.[name], after?.[name]];
    const isList = resource && !(name in resource.fields) && values.some(Array.isArray);
    const lists = values.map((value) => (isList && Array.isArray(value) ? (value as Row[]) : []));
    const [old = [], current = []] = lists;
    const changed = isUpdate ? [findChanged(old, current), findChanged(current, old)] : lists;
    if (isList) itemCounts[name] = new Set(changed.flat().map(({ _id }) => _id)).size;
    else if (values.some((value) => lengthOf(value) > maxLength)) {
      omittedFields.push(name);
      continue;
    }
    for (const [index, side] of sides.entries()) {
      if (!side || !(name in side.row)) continue;
      side.short[name] = isList ? takeFirst(changed[index] ?? []) : side.row[name];
    }
  }
  const [old, current] = sides.map((side) => side?.short ?? null);
  return { before: old ?? null, after: current ?? null, itemCounts, omittedFields };
};
