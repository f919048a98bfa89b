import { sql } from 'kysely';
import type { z } from 'zod';
import type { HistoryEntry, historyQuerySchema } from '#shared/history.ts';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { displayNameOf, listReferenceFields } from '#shared/resource-kit/fields.ts';
import { getRecordImage } from '#shared/resource-kit/list-fields.ts';
import { findResource } from '#shared/resources/index.ts';
import { filesColumn } from '../database/schema.ts';
import type { Database, HistoryTable, Row } from '../database/tables.ts';
import { countRows, fitPage, toRange } from '../lib/pages.ts';
import { countRecordsOfChanges } from '../records/add-entries.ts';
import type { OperationsContext } from '../records/hooks.ts';
import { hasListChanges } from '../records/list-changes.ts';
import { getFileInfos, isFileRenamed } from '../records/record-files.ts';
import { readSummaries, toRecordKey } from '../records/repository.ts';
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

/** Leaves out an alternative text that went with its picture, which shows it. */
const withoutClearedAlts = (resource: Resource | undefined, { after }: ReadEntry, changed: readonly string[]) =>
  changed.filter((name) => {
    const field = resource?.fields[name];
    const image = field?.kind === 'text' ? field.altOf : undefined;
    return image === undefined || !changed.includes(image) || after?.[name] !== '';
  });

const listReferences = (name: string) => listReferenceFields(findResource(name) ?? { fields: {} });

/** Returns the titles of records, also of those in Trash, by their keys. */
const readTitles = async (database: Database, records: readonly { resource: string; recordId: string }[]) => {
  const titles = new Map<string, string>();
  const recordIds = records.map(({ recordId }) => recordId);
  const inTrash = await database
    .selectFrom('trash')
    .select(['resource', 'recordId', 'title'])
    .where('resource', 'in', [...new Set(records.map(({ resource }) => resource))])
    .where('recordId', 'in', recordIds)
    .execute();
  for (const item of inTrash) titles.set(toRecordKey(item), item.title);
  for (const [key, { title }] of await readSummaries(database, records)) titles.set(key, title);
  return titles;
};

export const withDisplayNames = async (database: Database, entries: ReadEntry[]): Promise<ReadEntry[]> => {
  const references = entries.flatMap(({ resource, before, after }) =>
    listReferences(resource).flatMap(({ name, to }) =>
      [before?.[name], after?.[name]].flatMap((id) => (typeof id === 'string' ? [{ resource: to, recordId: id }] : [])),
    ),
  );
  const titles = await readTitles(database, references);
  const addNames = (resource: string, record: Row | null): Row | null => {
    if (!record) return null;
    const named = { ...record };
    for (const { name, to } of listReferences(resource)) {
      const key = toRecordKey({ resource: to, recordId: String(record[name]) });
      named[displayNameOf(name)] = titles.get(key) ?? null;
    }
    return named;
  };
  return entries.map((entry) => ({
    ...entry,
    before: addNames(entry.resource, entry.before),
    after: addNames(entry.resource, entry.after),
  }));
};

/** Returns the ids of entries without later changes to their record, and of deletions that are still in the trash. */
const findRevertibleIds = async (
  database: Database,
  entries: ReadEntry[],
  summaries: Awaited<ReturnType<typeof readSummaries>>,
): Promise<Set<string>> => {
  const isNewest = (entry: ReadEntry) =>
    entry.after && summaries.get(toRecordKey(entry))?.version === entry.after.version;
  const deletions = entries.filter(({ action }) => action === 'delete').map(({ _id }) => _id);
  const inTrash = await database
    .selectFrom('trash')
    .select('_id')
    .where('_id', 'in', deletions)
    .where('deletedWith', 'is', null)
    .execute();
  return new Set([...entries.filter(isNewest), ...inTrash].map(({ _id }) => _id));
};

/** Characters of the JSON of a value. A longer text is left out, and a longer list ends early. */
const maxLength = 100_000;

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
): Pick<HistoryEntry, 'before' | 'after' | 'itemCounts' | 'omittedFields'> => {
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

/** The record's picture, or that of a deleted one. */
const findImage = ({ resource: name, before }: ReadEntry, current: { image: string | null } | undefined) => {
  const resource = findResource(name);
  return current ? current.image : resource && before ? getRecordImage(resource, before) : null;
};

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
  const summaries = await readSummaries(database, entries);
  const revertible = await findRevertibleIds(database, entries, summaries);
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
    const changed = findResource(entry.resource);
    return {
      ...entry,
      ...shortenEntry(changed, entry, changedFields),
      changedRecords: counts.get(entry.changeId) ?? 1,
      changedFields: withoutClearedAlts(changed, entry, changedFields),
      canRevert: revertible.has(entry._id),
      image: findImage(entry, summaries.get(toRecordKey(entry))),
    };
  });
  return { ...fitting, ...fitPage(data, { offset }), total: await countRows(matching) };
};
