import type { z } from 'zod';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { inSentence, joinSentences } from '#shared/resource-kit/labels.ts';
import { findResource } from '#shared/resources/index.ts';
import { filesColumn } from '../database/schema.ts';
import {
  type Database,
  type HistoryAction,
  type HistoryTable,
  type Row,
  resourceTables,
  type TrashTable,
} from '../database/tables.ts';
import { inChunks } from '../database/write-rows.ts';
import { AppError, parseInput } from '../lib/app-error.ts';
import { runBulkTransaction } from '../records/bulk-transaction.ts';
import { deleteRecords } from '../records/delete.ts';
import type { Actor, OperationsContext, WriteContext } from '../records/hooks.ts';
import { hasListChanges, revertUpdate } from '../records/list-changes.ts';
import type { RevertTarget } from '../records/operations.ts';
import { getFileInfos, isFileRenamed } from '../records/record-files.ts';
import { createRepository } from '../records/repository.ts';
import { singletonExistsError, type WrittenRecord, writeDrafts, writeMany } from '../records/write.ts';
import { findRevertTarget } from '../resources/index.ts';
import { listChangedFields } from './entries.ts';
import { parseEntry, type ReadEntry } from './whole-records.ts';

type UndoOptions = { context: OperationsContext; revertTarget: RevertTarget };

type OwnUndoOptions = UndoOptions & {
  actor: Actor | null;
  beforeCommit: (write: WriteContext, record: AnyRecord | null) => Promise<void>;
};

export const conflictError = (message: string, data?: unknown) => new AppError('conflict', message, { data });

const describeRecord = ({ label }: Resource, title = '') => `${inSentence(label)} “${title}”`;

/** Reports failures of an undo as conflicts: the current state prevents it, not the request. */
const asConflict = async <Result>(problem: string, work: () => Promise<Result>): Promise<Result> =>
  work().catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code === 'forbidden') throw error;
    const { message, errors, data } = error;
    throw new AppError('conflict', joinSentences([problem, message]), { errors, data });
  });

/** Picks the fields that a client may write from a history snapshot. */
export const toInput = (resource: Resource, record: Row): Row =>
  Object.fromEntries(
    Object.entries(record).filter(([name]) => {
      const isManagedByServer = ['_id', 'version', 'createdAt', 'updatedAt'].includes(name);
      return !isManagedByServer && resource.fields[name]?.kind !== 'inherited';
    }),
  );

/** Picks these fields from a history snapshot, as far as a client may write them, with the details of their files. */
export const pickInput = (resource: Resource, record: Row, names: readonly string[]): Row => {
  const input = toInput(resource, record);
  const files = Object.entries(getFileInfos(record)).filter(([name]) => names.includes(name));
  return {
    ...Object.fromEntries(names.filter((name) => name in input).map((name) => [name, input[name]])),
    ...(files.length > 0 && { [filesColumn]: Object.fromEntries(files) }),
  };
};

export const parseRow = (schema: z.ZodType, values: Row): Row => parseInput(schema, values) as Row;

export type EntryGroup<Entry> = { resource: string; action: HistoryAction; entries: Entry[] };

/** Groups adjacent entries of the same resource and action, in their order. */
export const groupEntries = <Entry extends { resource: string; action: HistoryAction }>(
  entries: readonly Entry[],
): EntryGroup<Entry>[] => {
  const groups: EntryGroup<Entry>[] = [];
  for (const entry of entries) {
    const { resource, action } = entry;
    const last = groups.at(-1);
    if (last?.resource === resource && last.action === action) last.entries.push(entry);
    else groups.push({ resource, action, entries: [entry] });
  }
  return groups;
};

// Restoring deleted records

/** Returns entries in reverse order of deletion: dependents were deleted first and are restored last. */
const readEntries = async (database: Database, ids: readonly string[]) => {
  const entries = await database.selectFrom('history').selectAll().where('_id', 'in', ids).execute();
  return entries.sort((a, b) => (a._id < b._id ? 1 : -1)).map(parseEntry);
};

const toRestored = ({ _id: revertOf }: ReadEntry, values: Row, { _id, version, createdAt }: Row) => ({
  values,
  preserved: { _id: String(_id), version: Number(version) + 1, createdAt: String(createdAt) },
  revertOf,
});

/** Names the first parent that is missing, and says whether it can be restored. */
const assertParentsExist = async (database: Database, resource: Resource, values: Row): Promise<void> => {
  for (const [name, field] of Object.entries(resource.fields)) {
    const id = values[name];
    if (field.kind !== 'reference' || typeof id !== 'string') continue;
    const tables = resourceTables(database);
    if (await tables.selectFrom(field.to).select('_id').where('_id', '=', id).executeTakeFirst()) continue;
    const inTrash = await database
      .selectFrom('trash')
      .select('title')
      .where('resource', '=', field.to)
      .where('recordId', '=', id)
      .executeTakeFirst();
    throw conflictError(
      inTrash
        ? `Its ${inSentence(field.label)} “${inTrash.title}” was deleted. Restore it first.`
        : `Its ${inSentence(field.label)} no longer exists`,
    );
  }
};

const assertNoOtherSingleton = async ({ database, databaseHandle }: WriteContext, resource: Resource) => {
  await databaseHandle.lockTable(database, resource.name);
  const repository = createRepository(resource, database);
  const id = await repository.findSingletonId();
  if (id !== undefined) throw singletonExistsError(resource, await repository.find(id));
};

const restoreDependents = async (write: WriteContext, context: OperationsContext, ids: string[]): Promise<void> => {
  for (const { resource: name, entries } of groupEntries(await readEntries(write.database, ids))) {
    const resource = findResource(name);
    if (!resource) continue;
    const drafts = entries.flatMap((entry) =>
      entry.before ? [toRestored(entry, toInput(resource, entry.before), entry.before)] : [],
    );
    for (const chunk of inChunks(drafts)) await writeDrafts({ resource, context }, write, chunk);
  }
};

/**
 * Restores deleted records of one resource under their own ids, with their files and the records deleted along with them, as
 * part of a transaction. `known`: their deletions in the history, newest first, if they are already read. Fails if one of them
 * can't be restored, with the problem of the first.
 */
export const restoreItems = async (
  write: WriteContext,
  items: readonly Pick<TrashTable, '_id' | 'title'>[],
  { context, revertTarget: { resource, schemas }, known }: UndoOptions & { known?: readonly HistoryTable[] },
): Promise<WrittenRecord[]> => {
  const { database } = write;
  const ids = items.map(({ _id }) => _id);
  const problem = `Can’t restore ${describeRecord(resource, items[0]?.title)}`;
  const entries = known?.map(parseEntry) ?? (await readEntries(database, ids));
  const dependents = await database.selectFrom('trash').select('_id').where('deletedWith', 'in', ids).execute();
  const removed = await database.deleteFrom('trash').where('_id', 'in', ids).returning('deletedWith').execute();
  if (removed.some(({ deletedWith }) => deletedWith !== null)) {
    throw conflictError(`${problem} on its own. Restore the item it was deleted with.`);
  }
  if (removed.length < ids.length) throw conflictError(`${problem}. It’s no longer in Trash.`);
  return asConflict(problem, async () => {
    const records = entries.flatMap((entry) =>
      entry.before ? [toRestored(entry, parseRow(schemas.create, toInput(resource, entry.before)), entry.before)] : [],
    );
    const [first] = records;
    if (resource.isSingleton) await assertNoOtherSingleton(write, resource);
    // Otherwise, the write finds the missing parents of many records faster, but doesn't name them.
    if (first && records.length === 1) await assertParentsExist(database, resource, first.values);
    const undo = { ...write, revertOf: ids[0] ?? null };
    const restored = await writeMany({ resource, context }, undo, records);
    await restoreDependents(
      undo,
      context,
      dependents.map(({ _id }) => _id),
    );
    return restored;
  });
};

// Reverting updates

/** Returns a record's own values before an update, given its current lists; empty if only inherited values changed. */
export const previousValues = (
  resource: Resource,
  { before, after }: { before: Row; after: Row },
  lists: Row = {},
): Row => {
  const previous = revertUpdate(resource, lists, { before, after });
  return pickInput(
    resource,
    { ...previous, [filesColumn]: getFileInfos(before) },
    listChangedFields({ before, after }),
  );
};

const isSame = (name: string, a: Row, b: Row): boolean =>
  JSON.stringify(a[name] ?? null) === JSON.stringify(b[name] ?? null) && !isFileRenamed(name, a, b);

type RevertOptions = UndoOptions & {
  /** Keeps values that were changed later. */
  keepsLater?: boolean;
};

const revertUpdates = async (
  write: WriteContext,
  entries: readonly ReadEntry[],
  { context, revertTarget: { resource, schemas }, keepsLater = false }: RevertOptions,
): Promise<WrittenRecord[]> => {
  const { database } = write;
  const ids = [...new Set(entries.map(({ recordId }) => recordId))];
  if (ids.length < entries.length) throw conflictError('Updates of one record are reverted one by one');
  const byId = await createRepository(resource, database).findRowsById(ids, { forUpdate: true });
  const withLists = entries.filter(({ before }) => before && hasListChanges(resource, { before }));
  const listOwners = withLists.map(({ recordId }) => recordId);
  const lists = await context.getHooks(resource.name).related?.read(database, listOwners);
  const changes = entries.flatMap(({ _id: revertOf, recordId: id, before, after }) => {
    const row = byId.get(id);
    if (!row) throw conflictError('It has been deleted since');
    if (!before || !after) return [];
    const current = { ...row, ...lists?.get(id) };
    const previous = previousValues(resource, { before, after }, lists?.get(id));
    const names = Object.keys(previous).filter((name) => {
      if (name === filesColumn) return !keepsLater;
      // Another entry of the same change may have been reverted already.
      return !isSame(name, previous, current) && (!keepsLater || isSame(name, after, current));
    });
    if (names.every((name) => name === filesColumn)) return [];
    const values = Object.fromEntries(names.map((name) => [name, previous[name]]));
    return [{ id, current: row, values: parseRow(schemas.update, values), revertOf }];
  });
  return writeMany({ resource, context }, write, changes);
};

/**
 * Undoes history entries of the same resource and action as part of a transaction, newest first. The caller has checked that
 * their records haven't changed since. Returns the records that exist afterwards and have changed.
 */
export const revertEntries = async (
  write: WriteContext,
  entries: readonly HistoryTable[],
  options: RevertOptions,
): Promise<WrittenRecord[]> => {
  const [first] = entries;
  if (first?.action === 'delete') return restoreItems(write, entries, { ...options, known: entries });
  const undo = { ...write, revertOf: first?._id ?? null };
  if (first?.action === 'update') return revertUpdates(undo, entries.map(parseEntry), options);
  const deletions = entries.map(({ _id, recordId }) => ({ id: recordId, revertOf: _id }));
  await deleteRecords({ resource: options.revertTarget.resource, context: options.context }, undo, deletions);
  return [];
};

// Undoing one entry as a change of its own

const undoAlone = (
  { context, revertTarget, actor, beforeCommit }: OwnUndoOptions,
  undo: (write: WriteContext, context: OperationsContext) => Promise<WrittenRecord[]>,
): Promise<AnyRecord | null> =>
  runBulkTransaction(context, { actor, beforeCommit }, async ({ write, context: nested }) => {
    const [written] = await undo(write, nested);
    const operations = findRevertTarget(revertTarget.resource.name, nested)?.operations;
    return written && operations ? operations.get(String(written.row._id)) : null;
  });

export const restoreFromTrash = (item: TrashTable, options: OwnUndoOptions): Promise<AnyRecord | null> =>
  undoAlone(options, (write, context) => restoreItems(write, [item], { ...options, context }));

/** Undoes the creation or update of a record, unless the record has changed since. */
export const revertEntry = (entry: HistoryTable, options: OwnUndoOptions): Promise<AnyRecord | null> => {
  const { resource } = options.revertTarget;
  const { before, after } = parseEntry(entry);
  const problem = `Can’t undo this change to ${describeRecord(resource, entry.title)}`;
  if (!after) throw conflictError(problem);
  if (before && Object.keys(previousValues(resource, { before, after })).length === 0) {
    throw conflictError(joinSentences([problem, 'It changed none of this item’s own values']));
  }
  return undoAlone(options, (write, context) =>
    asConflict(problem, async () => {
      const repository = createRepository(resource, write.database);
      const [row] = await repository.findRows([entry.recordId], { forUpdate: true });
      if (!row) throw conflictError('It has been deleted since');
      if (row.version !== after.version) {
        throw conflictError('It has been changed since', await repository.find(entry.recordId));
      }
      return revertEntries(write, [entry], { ...options, context });
    }),
  );
};
