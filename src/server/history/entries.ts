import { type SelectQueryBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { HistoryEntry, historyQuerySchema } from '#shared/history.ts';
import { displayNameOf, isReferenceField } from '#shared/resource/fields.ts';
import { findResource } from '#shared/resources/index.ts';
import { filesColumn } from '../database/codec.ts';
import {
  type Database,
  type HistoryTable,
  type Row,
  resourceTables,
  type Tables,
} from '../database/tables.ts';
import type { OperationsContext } from '../records/hooks.ts';
import { isOtherFile } from '../records/record-files.ts';
import { parseEntry, type ReadEntry } from './read-entry.ts';
import { withWholeRecords } from './whole-records.ts';

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
        isOtherFile(name, before, after)),
  );
};

const titlesOf = async (database: Database, name: string, ids: string[]): Promise<Map<string, string>> => {
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

const referencesIn = (name: string) =>
  Object.entries(findResource(name)?.fields ?? {}).flatMap(([field, declared]) =>
    isReferenceField(declared) ? [{ field, to: declared.to }] : [],
  );

const withDisplayNames = async (database: Database, entries: ReadEntry[]): Promise<ReadEntry[]> => {
  const wanted = new Map<string, Set<string>>();
  for (const { resource, before, after } of entries) {
    for (const { field, to } of referencesIn(resource)) {
      const ids = wanted.get(to) ?? new Set();
      for (const id of [before?.[field], after?.[field]]) if (typeof id === 'string') ids.add(id);
      wanted.set(to, ids);
    }
  }
  const titles = new Map<string, Map<string, string>>();
  for (const [to, ids] of wanted) titles.set(to, await titlesOf(database, to, [...ids]));
  const named = (resource: string, record: Row | null): Row | null =>
    record && {
      ...record,
      ...Object.fromEntries(
        referencesIn(resource).map(({ field, to }) => [
          displayNameOf(field),
          titles.get(to)?.get(String(record[field])) ?? null,
        ]),
      ),
    };
  return entries.map((entry) => ({
    ...entry,
    before: named(entry.resource, entry.before),
    after: named(entry.resource, entry.after),
  }));
};

const versionsOf = async (database: Database, name: string, ids: string[]): Promise<Map<string, unknown>> => {
  if (!findResource(name)) return new Map();
  const rows = await resourceTables(database)
    .selectFrom(name)
    .select(['_id', 'version'])
    .where('_id', 'in', ids)
    .execute();
  return new Map(rows.map(({ _id, version }) => [String(_id), version]));
};

/** Returns the ids of entries without later changes to their record, and of deletions that are still in the trash. */
const findRevertible = async (database: Database, entries: ReadEntry[]): Promise<Set<string>> => {
  const undoable = new Set<string>();
  for (const name of new Set(entries.map(({ resource }) => resource))) {
    const own = entries.filter(({ resource }) => resource === name);
    const versions = await versionsOf(database, name, [...new Set(own.map(({ recordId }) => recordId))]);
    for (const { _id, recordId, after } of own) {
      if (after && versions.get(recordId) === after.version) undoable.add(_id);
    }
  }
  const deletions = entries.filter(({ action }) => action === 'delete').map(({ _id }) => _id);
  if (deletions.length === 0) return undoable;
  const inTrash = await database
    .selectFrom('trash')
    .select('_id')
    .where('_id', 'in', deletions)
    .where('deletedWith', 'is', null)
    .execute();
  for (const { _id } of inTrash) undoable.add(_id);
  return undoable;
};

export const findEntry = (database: Database, id: string): Promise<HistoryTable | undefined> =>
  database.selectFrom('history').selectAll().where('_id', '=', id).executeTakeFirst();

/** Lists history entries, newest first, without the resources in `except`. */
export const listHistory = async (
  { database, hooksOf }: { database: Database; hooksOf: OperationsContext['hooksOf'] },
  {
    resource,
    recordId,
    changeId,
    pageIndex,
    pageSize,
    except,
  }: z.output<typeof historyQuerySchema> & { except: string[] },
): Promise<{ data: HistoryEntry[]; total: number }> => {
  const applyFilters = <Output>(query: SelectQueryBuilder<Tables, 'history', Output>) =>
    query
      .$if(resource !== undefined, (all) => all.where('resource', '=', String(resource)))
      .$if(recordId !== undefined, (all) => all.where('recordId', '=', String(recordId)))
      .$if(changeId !== undefined, (all) => all.where('changeId', '=', String(changeId)))
      .$if(except.length > 0, (all) => all.where('resource', 'not in', except));
  const rows = await applyFilters(database.selectFrom('history').selectAll())
    .orderBy('_id', 'desc')
    .limit(pageSize)
    .offset(pageIndex * pageSize)
    .execute();
  const { total } = await applyFilters(
    database.selectFrom('history').select(sql<number | string>`count(*)`.as('total')),
  ).executeTakeFirstOrThrow();
  const entries = rows.map(parseEntry);
  const undoable = await findRevertible(database, entries);
  const whole = await withWholeRecords({ database, hooksOf }, entries);
  const data = (await withDisplayNames(database, whole)).map((named, index) => ({
    ...named,
    changedFields: listChangedFields(entries[index] ?? named),
    canRevert: undoable.has(named._id),
  }));
  return { data, total: Number(total) };
};
