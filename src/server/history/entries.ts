import { sql } from 'kysely';
import type { z } from 'zod';
import type { HistoryEntry, historyQuerySchema } from '#shared/history.ts';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { displayNameOf, listReferenceFields } from '#shared/resource-kit/fields.ts';
import { findResource } from '#shared/resources/index.ts';
import { filesColumn } from '../database/codec.ts';
import { type Database, type HistoryTable, type Row, resourceTables } from '../database/tables.ts';
import { countRows, fitPage, toRange } from '../lib/pages.ts';
import { countRecordsOfChanges } from '../records/add-entries.ts';
import type { OperationsContext } from '../records/hooks.ts';
import { hasListChanges } from '../records/list-changes.ts';
import { getFileInfos, isFileRenamed } from '../records/record-files.ts';
import { parseEntry, type ReadEntry, withWholeRecords } from './whole-records.ts';

const storedBytes = sql`coalesce(octet_length("before"), 0) + coalesce(octet_length("after"), 0)`;

/** Columns that don't count as changed fields. A renamed file counts as a change of its field. */
const ignoredFields = ['version', 'createdAt', 'updatedAt', filesColumn];

/** Returns whether the entry was erased when its record was purged. */
export const isErased = ({ before, after }: Pick<HistoryTable, 'before' | 'after'>): boolean =>
  before === null && after === null;

export const listChangedFields = ({ before, after }: Pick<ReadEntry, 'before' | 'after'>): string[] => {
  if (!before || !after) return [];
  return Object.keys(after).filter(
    (name) =>
      !ignoredFields.includes(name) &&
      (JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null) ||
        isFileRenamed(name, before, after)),
  );
};

const loadTitles = async (database: Database, name: string, ids: string[]): Promise<Map<string, string>> => {
  const titleField = findResource(name)?.titleField;
  if (!titleField || ids.length === 0) return new Map();
  const deleted = await database
    .selectFrom('trash')
    .select(['recordId', 'title'])
    .where('resource', '=', name)
    .where('recordId', 'in', ids)
    .execute();
  const found = await resourceTables(database)
    .selectFrom(name)
    .select(['_id', titleField])
    .where('_id', 'in', ids)
    .execute();
  return new Map([
    ...deleted.map(({ recordId, title }): [string, string] => [recordId, title]),
    ...found.map((row): [string, string] => [String(row._id), String(row[titleField])]),
  ]);
};

const listReferences = (name: string) => listReferenceFields(findResource(name) ?? { fields: {} });

export const withDisplayNames = async (database: Database, entries: ReadEntry[]): Promise<ReadEntry[]> => {
  const idsByResource = new Map<string, Set<string>>();
  for (const { resource, before, after } of entries) {
    for (const { name, to } of listReferences(resource)) {
      const ids = idsByResource.get(to) ?? new Set();
      for (const id of [before?.[name], after?.[name]]) if (typeof id === 'string') ids.add(id);
      idsByResource.set(to, ids);
    }
  }
  const titles = new Map<string, Map<string, string>>();
  for (const [to, ids] of idsByResource) titles.set(to, await loadTitles(database, to, [...ids]));
  const addNames = (resource: string, record: Row | null): Row | null =>
    record && {
      ...record,
      ...Object.fromEntries(
        listReferences(resource).map(({ name, to }) => [
          displayNameOf(name),
          titles.get(to)?.get(String(record[name])) ?? null,
        ]),
      ),
    };
  return entries.map((entry) => ({
    ...entry,
    before: addNames(entry.resource, entry.before),
    after: addNames(entry.resource, entry.after),
  }));
};

const loadVersions = async (database: Database, name: string, ids: string[]): Promise<Map<string, unknown>> => {
  if (!findResource(name)) return new Map();
  const rows = await resourceTables(database)
    .selectFrom(name)
    .select(['_id', 'version'])
    .where('_id', 'in', ids)
    .execute();
  return new Map(rows.map(({ _id, version }) => [String(_id), version]));
};

/** Returns the ids of entries without later changes to their record, and of deletions that are still in the trash. */
const findRevertibleIds = async (database: Database, entries: ReadEntry[]): Promise<Set<string>> => {
  const revertible = new Set<string>();
  for (const name of new Set(entries.map(({ resource }) => resource))) {
    const ofResource = entries.filter(({ resource }) => resource === name);
    const versions = await loadVersions(database, name, [...new Set(ofResource.map(({ recordId }) => recordId))]);
    for (const { _id, recordId, after } of ofResource) {
      if (after && versions.get(recordId) === after.version) revertible.add(_id);
    }
  }
  const deletions = entries.filter(({ action }) => action === 'delete').map(({ _id }) => _id);
  if (deletions.length === 0) return revertible;
  const inTrash = await database
    .selectFrom('trash')
    .select('_id')
    .where('_id', 'in', deletions)
    .where('deletedWith', 'is', null)
    .execute();
  for (const { _id } of inTrash) revertible.add(_id);
  return revertible;
};

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
const shortenEntry = (
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

export const findEntry = (database: Database, id: string): Promise<HistoryTable | undefined> =>
  database.selectFrom('history').selectAll().where('_id', '=', id).executeTakeFirst();

/** Lists history entries with their changed values, newest first, without the resources in `except`. */
export const listHistory = async (
  { database, getHooks }: { database: Database; getHooks: OperationsContext['getHooks'] },
  { resource, recordId, changeId, except, ...page }: z.output<typeof historyQuerySchema> & { except: string[] },
): Promise<{ data: HistoryEntry[]; total: number; nextCursor?: number }> => {
  const matching = database
    .selectFrom('history')
    .select(['_id', sql<number | string>`${storedBytes}`.as('bytes')])
    .$if(resource !== undefined, (query) => query.where('resource', '=', String(resource)))
    .$if(recordId !== undefined, (query) => query.where('recordId', '=', String(recordId)))
    .$if(changeId !== undefined, (query) => query.where('changeId', '=', String(changeId)))
    .$if(except.length > 0, (query) => query.where('resource', 'not in', except))
    .orderBy('_id', 'desc');
  const { offset, limit } = toRange(page);
  const stored = await matching.limit(limit).offset(offset).execute();
  const fitting = fitPage(stored, { offset, sizeOf: ({ bytes }) => Number(bytes) });
  const ids = fitting.data.map(({ _id }) => _id);
  const rows = await database
    .selectFrom('history')
    .selectAll()
    .where('_id', 'in', ids)
    .orderBy('_id', 'desc')
    .execute();
  const entries = rows.map(parseEntry);
  const revertible = await findRevertibleIds(database, entries);
  const counts = await countRecordsOfChanges(database, [...new Set(entries.map((entry) => entry.changeId))]);
  // Only changed lists have to be completed, for the unchanged values of their items.
  const withLists = entries.filter(({ resource: name, before }) => {
    const changed = findResource(name);
    return before && changed && hasListChanges(changed, { before });
  });
  const whole = new Map((await withWholeRecords({ database, getHooks }, withLists)).map((entry) => [entry._id, entry]));
  const named = await withDisplayNames(
    database,
    entries.map((entry) => whole.get(entry._id) ?? entry),
  );
  const data = named.map((entry, index) => {
    const changedFields = listChangedFields(entries[index] ?? entry);
    return {
      ...entry,
      ...shortenEntry(findResource(entry.resource), entry, changedFields),
      changedRecords: counts.get(entry.changeId) ?? 1,
      changedFields,
      canRevert: revertible.has(entry._id),
    };
  });
  return { ...fitting, ...fitPage(data, { offset }), total: await countRows(matching) };
};
