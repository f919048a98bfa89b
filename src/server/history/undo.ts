import type { z } from 'zod';
import type { AnyRecord, Resource } from '#shared/resource/define-resource.ts';
import { inSentence, joinSentences } from '#shared/resource/words.ts';
import { findResource } from '#shared/resources/index.ts';
import { filesColumn } from '../database/codec.ts';
import { inPortions } from '../database/portions.ts';
import {
  type Database,
  type HistoryTable,
  type Row,
  resourceTables,
  type TrashTable,
} from '../database/tables.ts';
import { Failure, invalidIssues } from '../lib/failure.ts';
import type { ManyChange } from '../records/change-many.ts';
import type { Undoable } from '../records/extension.ts';
import type { WriteOptions } from '../records/operations.ts';
import { filesOf } from '../records/record-files.ts';
import { createRepository } from '../records/repository.ts';
import type { Actor, OperationsContext, Write } from '../records/rules.ts';
import { insertRecord } from '../records/save.ts';
import { changedFieldsOf, readEntry } from './entries.ts';
import { findInTrash } from './trash.ts';

/** Who undoes, and what else is written together with it. */
export type UndoOptions = {
  context: OperationsContext;
  undoable: Undoable;
  actor: Actor | null;
  /** The change that undoing is a part of. */
  changeId?: string;
  finally?: (write: Write, record: AnyRecord | null) => Promise<void>;
};

const conflict = (message: string, data?: unknown) => new Failure({ kind: 'conflict', message, data });

const named = ({ label }: Resource, { title }: { title: string }) => `${inSentence(label)} “${title}”`;

/** What was written cannot be written again as it was: that is how things are now, and no fault of the request. */
const explained = async <Result>(problem: string, work: Promise<Result>): Promise<Result> =>
  work.catch((error: unknown) => {
    if (!(error instanceof Failure) || error.kind === 'forbidden') throw error;
    const { message, errors, data } = error;
    throw new Failure({ kind: 'conflict', message: joinSentences([problem, message]), errors, data });
  });

/** Of a record, as the history keeps it, what is sent to write it. */
const sendable = (resource: Resource, record: Row): Row =>
  Object.fromEntries(
    Object.entries(record).filter(([name]) => {
      const isKeptByServer = ['_id', 'version', 'createdAt', 'updatedAt'].includes(name);
      return !isKeptByServer && resource.fields[name]?.kind !== 'inherited';
    }),
  );

const comebackOf = ({ _id, version, createdAt }: Row) => ({
  _id: String(_id),
  version: Number(version) + 1,
  createdAt: String(createdAt),
});

const parsed = (schema: z.ZodType, values: Row): Row => {
  const result = schema.safeParse(values);
  if (!result.success) throw invalidIssues(result.error);
  return result.data as Row;
};

const refuseMovedOn = async (
  { database, storage }: Write,
  { resource, entry, after }: { resource: Resource; entry: HistoryTable; after: Row },
): Promise<void> => {
  const repository = createRepository(resource, database);
  const row = await repository.findRow({ id: entry.recordId, isLocked: storage.hasRowLocks });
  if (!row) throw conflict('It has been deleted since');
  if (row.version === after.version) return;
  throw conflict('It has been changed since', await repository.find(entry.recordId));
};

/** What a record refers to may have been deleted after it. */
const refuseMissingParents = async (database: Database, resource: Resource, values: Row): Promise<void> => {
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
    throw conflict(
      inTrash
        ? `Its ${inSentence(field.label)} “${inTrash.title}” was deleted. Restore it first.`
        : `Its ${inSentence(field.label)} no longer exists`,
    );
  }
};

/** What was deleted, the last one first: what goes along is deleted first and comes back last. */
const findEntries = async (database: Database, ids: string[]) => {
  const entries: HistoryTable[] = [];
  for (const some of inPortions(ids)) {
    const found = await database.selectFrom('history').selectAll().where('_id', 'in', some).execute();
    for (const entry of found) entries.push(entry);
  }
  return entries.sort((one, other) => (one._id < other._id ? 1 : -1)).map(readEntry);
};

/** Takes a deletion out of the trash; gives the ids of those that went along. */
const takeOut = async (database: Database, id: string): Promise<string[]> => {
  const others = await database.selectFrom('trash').select('_id').where('alongWith', '=', id).execute();
  const taken = await database.deleteFrom('trash').where('_id', '=', id).returning('_id').executeTakeFirst();
  if (!taken) throw conflict('It has already been restored or permanently deleted');
  return others.map(({ _id }) => _id);
};

const restoreOthers = async (
  write: Write,
  { context, ids }: { context: OperationsContext; ids: string[] },
): Promise<void> => {
  for (const { resource: name, before } of await findEntries(write.database, ids)) {
    const resource = findResource(name);
    if (!resource || !before) continue;
    await insertRecord({ resource, context }, write, sendable(resource, before), {
      comeback: comebackOf(before),
    });
  }
};

/** Brings a deleted record back, under its own id, with its files and all that went along with it. */
export const restore = async (
  item: TrashTable,
  { context, undoable, actor, changeId, ...options }: UndoOptions,
): Promise<AnyRecord> => {
  const { resource, operations, schemas } = undoable;
  const problem = `Can’t restore ${named(resource, item)}`;
  const [entry] = await findEntries(context.storage.database, [item._id]);
  if (!entry?.before) throw conflict(problem);
  const { before: record } = entry;
  if (item.alongWith !== null) {
    throw conflict(`${problem} on its own. Restore the item it was deleted with.`);
  }
  const restored = async () => {
    let others: string[] = [];
    const values = parsed(schemas.create, sendable(resource, record));
    return operations.create(values, {
      actor,
      changeId,
      revertOf: item._id,
      comeback: comebackOf(record),
      before: async ({ database }) => {
        others = await takeOut(database, item._id);
        await refuseMissingParents(database, resource, values);
      },
      finally: async (write, created) => {
        await restoreOthers(write, { context, ids: others });
        await options.finally?.(write, created);
      },
    });
  };
  return explained(problem, restored());
};

/** What an update changed of the record's own, as it was before; nothing where it only followed another record. */
export const oldValuesOf = (resource: Resource, { before, after }: { before: Row; after: Row }): Row => {
  const old = sendable(resource, before);
  const changed = changedFieldsOf({ before, after }).filter((name) => name in old);
  const files = Object.entries(filesOf(before)).filter(([name]) => changed.includes(name));
  return {
    ...Object.fromEntries(changed.map((name) => [name, old[name]])),
    ...(files.length > 0 && { [filesColumn]: Object.fromEntries(files) }),
  };
};

/** What changes records back to what they were before some updates; null where one of them was updated twice. */
export const changesBack = (
  parts: readonly HistoryTable[],
  { resource, schemas }: Undoable,
): ManyChange[] | null => {
  const changes: ManyChange[] = [];
  for (const entry of parts) {
    const { before, after } = readEntry(entry);
    if (!before || !after) continue;
    const old = oldValuesOf(resource, { before, after });
    // It only followed another record, and follows again.
    if (Object.keys(old).length === 0) continue;
    const values = parsed(schemas.update, old);
    changes.push({ id: entry.recordId, version: after.version, values, revertOf: entry._id });
  }
  const isOncePerRecord = new Set(changes.map(({ id }) => id)).size === changes.length;
  return isOncePerRecord ? changes : null;
};

type PartOptions = UndoOptions & Pick<WriteOptions, 'before'>;

const removeAgain = async (entry: HistoryTable, { undoable, finally: last, ...options }: PartOptions) => {
  const within = async (write: Write) => last?.(write, null);
  await undoable.operations.remove(entry.recordId, { ...options, revertOf: entry._id, within });
  return null;
};

const changeBack = async (
  entry: HistoryTable,
  values: Row,
  { undoable: { operations, schemas }, ...options }: PartOptions,
): Promise<AnyRecord> =>
  operations.update(entry.recordId, parsed(schemas.update, values), { ...options, revertOf: entry._id });

/** Undoes the creation or the change of a record, unless something else happened to it since. */
export const revert = async (entry: HistoryTable, options: UndoOptions): Promise<AnyRecord | null> => {
  const { resource } = options.undoable;
  const { before, after } = readEntry(entry);
  const problem = `Can’t undo this change to ${named(resource, entry)}`;
  if (!after) throw conflict(problem);
  const unchanged = {
    ...options,
    before: (write: Write) => refuseMovedOn(write, { resource, entry, after }),
  };
  if (!before) return explained(problem, removeAgain(entry, unchanged));
  const values = oldValuesOf(resource, { before, after });
  if (Object.keys(values).length === 0) {
    throw conflict(joinSentences([problem, 'It changed none of this item’s own values']));
  }
  return explained(problem, changeBack(entry, values, unchanged));
};

/** Whether the record is as the change left it: then all that it changed is left to change back. */
const isAsLeft = async (entry: HistoryTable, { context }: UndoOptions, after: Row): Promise<boolean> => {
  const row = await resourceTables(context.storage.database)
    .selectFrom(entry.resource)
    .select('version')
    .where('_id', '=', entry.recordId)
    .executeTakeFirst();
  return row?.version === after.version;
};

/** What is left to change back: parts of one change bring others along. */
const stillDifferent = (values: Row, current: AnyRecord): Row =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) =>
        name === filesColumn || JSON.stringify(value ?? null) !== JSON.stringify(current[name] ?? null),
    ),
  );

/** Undoes one part of a change of which it is known that nothing else happened since; the newest part comes first. */
export const revertPart = async (entry: HistoryTable, options: UndoOptions): Promise<void> => {
  const { context, undoable } = options;
  const { before, after } = readEntry(entry);
  if (!after) {
    const item = await findInTrash(context.storage.database, entry._id);
    if (!item) throw conflict(`Can’t restore ${named(undoable.resource, entry)}. It’s no longer in Trash.`);
    await restore(item, options);
    return;
  }
  if (!before) {
    await removeAgain(entry, options);
    return;
  }
  const values = oldValuesOf(undoable.resource, { before, after });
  const different = (await isAsLeft(entry, options, after))
    ? values
    : stillDifferent(values, await undoable.operations.get(entry.recordId));
  if (Object.keys(different).some((name) => name !== filesColumn))
    await changeBack(entry, different, options);
};
