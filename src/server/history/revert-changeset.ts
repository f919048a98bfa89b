import type { FailedRecord } from '#shared/bulk.ts';
import { findResource } from '#shared/resources/index.ts';
import { type Database, type HistoryAction, type HistoryTable, resourceTables } from '../database/tables.ts';
import { countRecords } from '../records/add-entries.ts';
import { type BulkTransaction, runBulkTransaction } from '../records/bulk-transaction.ts';
import { deleteUnreferenced } from '../records/delete.ts';
import type { RevertTarget } from '../records/extension.ts';
import type { Actor, OperationsContext, WriteContext } from '../records/hooks.ts';
import { isErased } from './entries.ts';
import { parseEntry } from './read-entry.ts';
import { buildReverseUpdates, previousValues, revertEntryOfChangeset } from './revert-entry.ts';
import { type EntryGroup, groupEntries } from './undo-support.ts';

/** Returns the resources and actions of a change; empty if the change doesn't exist. */
export const listAffectedResources = (
  database: Database,
  changeId: string,
): Promise<{ resource: string; action: HistoryAction }[]> =>
  database
    .selectFrom('history')
    .select(['resource', 'action'])
    .distinct()
    .where('changeId', '=', changeId)
    .execute();

const partsAtOnce = 500;

/** Reads the entries of a change in chunks, newest first. */
async function* streamEntries(database: Database, changeId: string): AsyncGenerator<HistoryTable[]> {
  for (let last: string | undefined; ; ) {
    const parts = await database
      .selectFrom('history')
      .selectAll()
      .where('changeId', '=', changeId)
      .$if(last !== undefined, (query) => query.where('_id', '<', String(last)))
      .orderBy('_id', 'desc')
      .limit(partsAtOnce)
      .execute();
    if (parts.length > 0) yield parts;
    if (parts.length < partsAtOnce) return;
    last = parts.at(-1)?._id;
  }
}

const lockCurrentState = async (
  { database, databaseHandle }: WriteContext,
  parts: readonly HistoryTable[],
) => {
  const versions = new Map<string, unknown>();
  for (const resource of new Set(parts.map((part) => part.resource))) {
    const ids = parts.filter((part) => part.resource === resource).map(({ recordId }) => recordId);
    const rows = await resourceTables(database)
      .selectFrom(resource)
      .select(['_id', 'version'])
      .where('_id', 'in', ids)
      .$if(databaseHandle.supportsRowLocks, (query) => query.forUpdate())
      .execute();
    for (const { _id, version } of rows) versions.set(String(_id), version);
  }
  const inTrash = await database
    .selectFrom('trash')
    .select(['_id', 'deletedWith'])
    .where(
      '_id',
      'in',
      parts.map(({ _id }) => _id),
    )
    .$if(databaseHandle.supportsRowLocks, (query) => query.forUpdate())
    .execute();
  return { versions, trash: new Map(inTrash.map(({ _id, deletedWith }) => [_id, deletedWith])) };
};

type FindUndoable = (resource: string) => RevertTarget | undefined;

const findOnce = (find: FindUndoable): FindUndoable => {
  const found = new Map<string, RevertTarget | undefined>();
  return (resource) => {
    if (!found.has(resource)) found.set(resource, find(resource));
    return found.get(resource);
  };
};

type State = Awaited<ReturnType<typeof lockCurrentState>>;

/**
 * Returns why a record is no longer as the change left it; undefined if it is. `part` is its last entry in the change.
 */
const conflictReason = (part: HistoryTable, { versions, trash }: State): string | undefined => {
  if (isErased(part)) return 'It was permanently deleted';
  const { before, after } = parseEntry(part);
  if (!after) {
    return trash.has(part._id) ? undefined : 'It has been restored, or its 30 days in Trash are over';
  }
  if (versions.get(part.recordId) === after.version) return undefined;
  const resource = findResource(part.resource);
  const isDerivedOnly =
    before && resource && Object.keys(previousValues(resource, { before, after })).length === 0;
  // Only inherited values changed, and these are reverted with their parent.
  if (isDerivedOnly) return undefined;
  return versions.has(part.recordId) ? 'It has been changed since' : 'It has been deleted since';
};

const named = ({ recordId, title }: HistoryTable): Omit<FailedRecord, 'message'> => ({
  id: recordId,
  label: title,
});

/** Refuses records that changed since. Returns the deletions that are undone along with that of another record. */
const assertNotStale = async (
  { write, refused }: BulkTransaction,
  changeId: string,
): Promise<Set<string>> => {
  const seen = new Set<string>();
  const cascaded = new Set<string>();
  for await (const parts of streamEntries(write.database, changeId)) {
    const state = await lockCurrentState(write, parts);
    for (const part of parts) {
      if (state.trash.get(part._id)) cascaded.add(part._id);
      const record = `${part.resource} ${part.recordId}`;
      if (seen.has(record)) continue;
      seen.add(record);
      const message = conflictReason(part, state);
      if (message) refused.push({ ...named(part), message });
    }
  }
  return cascaded;
};

/** Undoes a group of entries at once. Returns false if that isn't possible; the caller then goes one by one. */
const revertGroup = async (
  { context, attemptAll }: BulkTransaction,
  undoable: RevertTarget,
  { action, entries: parts }: EntryGroup<HistoryTable>,
): Promise<boolean> => {
  const { resource, operations } = undoable;
  if (action === 'create') {
    const removals = parts.map(({ _id, recordId }) => ({ id: recordId, revertOf: _id }));
    return attemptAll((write) => deleteUnreferenced(context, write, { resource, removals }));
  }
  const { updateMany } = operations;
  if (action === 'delete' || !updateMany) return false;
  return attemptAll(async (write) => {
    const changes = await buildReverseUpdates(write.database, parts, { context, undoable });
    if (changes) await updateMany(write, changes);
    return changes !== null;
  });
};

/** Result of undoing a change, which is rolled back if `refused` isn't empty. */
export type RevertResult = { changed: number; changeId: string; refused: FailedRecord[] };

export type RevertChangeOptions = {
  context: OperationsContext;
  actor: Actor | null;
  findRevertible: (resource: string, context: OperationsContext) => RevertTarget | undefined;
  beforeCommit: (write: WriteContext, undone: RevertResult) => Promise<void>;
};

/** Undoes all entries of a change, newest first, as one new change or not at all. */
export const revertChangeset = (
  changeId: string,
  { context, actor, findRevertible, ...options }: RevertChangeOptions,
): Promise<RevertResult> =>
  runBulkTransaction(context, actor, async (together) => {
    const { write, attempt, refused } = together;
    const cascaded = await assertNotStale(together, changeId);
    const find = findOnce((resource) => findRevertible(resource, together.context));
    const revertAll = async () => {
      for await (const parts of streamEntries(write.database, changeId)) {
        const due = parts.filter(({ _id }) => !cascaded.has(_id));
        for (const group of groupEntries(due)) {
          const undoable = find(group.resource);
          if (!undoable || (await revertGroup(together, undoable, group))) continue;
          const common = { context: together.context, undoable, actor, changeId: write.changeId };
          for (const part of group.entries)
            await attempt(named(part), () => revertEntryOfChangeset(part, common));
        }
      }
    };
    if (refused.length === 0) await revertAll();
    const undone = {
      changed: await countRecords(write.database, write.changeId),
      changeId: write.changeId,
      refused,
    };
    const isCommitted = refused.length === 0;
    if (isCommitted) await options.beforeCommit(write, undone);
    return { result: undone, isCommitted };
  });
