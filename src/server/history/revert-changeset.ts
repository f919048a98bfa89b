import type { FailedRecord } from '#shared/bulk.ts';
import { findResource } from '#shared/resources/index.ts';
import {
  type Database,
  type HistoryAction,
  type HistoryTable,
  resourceTables,
  supportsRowLocks,
} from '../database/tables.ts';
import { countChangedRecords } from '../records/add-entries.ts';
import { type BulkTransaction, runBulkTransaction } from '../records/bulk-transaction.ts';
import { deleteUnreferenced } from '../records/delete.ts';
import type { RevertTarget } from '../records/extension.ts';
import type { Actor, OperationsContext, WriteContext } from '../records/hooks.ts';
import { findRevertTarget } from '../resources/index.ts';
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

const batchSize = 500;

/** Reads the entries of a change in chunks, newest first. */
async function* streamEntries(database: Database, changeId: string): AsyncGenerator<HistoryTable[]> {
  for (let last: string | undefined; ; ) {
    const entries = await database
      .selectFrom('history')
      .selectAll()
      .where('changeId', '=', changeId)
      .$if(last !== undefined, (query) => query.where('_id', '<', String(last)))
      .orderBy('_id', 'desc')
      .limit(batchSize)
      .execute();
    if (entries.length > 0) yield entries;
    if (entries.length < batchSize) return;
    last = entries.at(-1)?._id;
  }
}

const lockCurrentState = async (database: Database, entries: readonly HistoryTable[]) => {
  const versions = new Map<string, unknown>();
  for (const resource of new Set(entries.map((entry) => entry.resource))) {
    const ids = entries.filter((entry) => entry.resource === resource).map(({ recordId }) => recordId);
    const rows = await resourceTables(database)
      .selectFrom(resource)
      .select(['_id', 'version'])
      .where('_id', 'in', ids)
      .$if(supportsRowLocks(database), (query) => query.forUpdate())
      .execute();
    for (const { _id, version } of rows) versions.set(String(_id), version);
  }
  const inTrash = await database
    .selectFrom('trash')
    .select(['_id', 'deletedWith'])
    .where(
      '_id',
      'in',
      entries.map(({ _id }) => _id),
    )
    .$if(supportsRowLocks(database), (query) => query.forUpdate())
    .execute();
  return { versions, trash: new Map(inTrash.map(({ _id, deletedWith }) => [_id, deletedWith])) };
};

type CurrentState = Awaited<ReturnType<typeof lockCurrentState>>;

/**
 * Returns why a record is no longer as the change left it; undefined if it is. `entry` is the last one of that record in the change.
 */
const conflictReason = (entry: HistoryTable, { versions, trash }: CurrentState): string | undefined => {
  if (isErased(entry)) return 'It was permanently deleted';
  const { before, after } = parseEntry(entry);
  if (!after) {
    return trash.has(entry._id) ? undefined : 'It has been restored, or its 30 days in Trash are over';
  }
  if (versions.get(entry.recordId) === after.version) return undefined;
  const resource = findResource(entry.resource);
  const isDerivedOnly =
    before && resource && Object.keys(previousValues(resource, { before, after })).length === 0;
  // Only inherited values changed, and these are reverted with their parent.
  if (isDerivedOnly) return undefined;
  return versions.has(entry.recordId) ? 'It has been changed since' : 'It has been deleted since';
};

const toRecord = ({ recordId, title }: HistoryTable): Omit<FailedRecord, 'message'> => ({
  id: recordId,
  label: title,
});

/** Adds records that have changed since to `failed`. Returns the deletions that are reverted along with another one. */
const assertNotStale = async ({ write, failed }: BulkTransaction, changeId: string): Promise<Set<string>> => {
  const seen = new Set<string>();
  const cascaded = new Set<string>();
  for await (const entries of streamEntries(write.database, changeId)) {
    const currentState = await lockCurrentState(write.database, entries);
    for (const entry of entries) {
      if (currentState.trash.get(entry._id)) cascaded.add(entry._id);
      const record = `${entry.resource} ${entry.recordId}`;
      if (seen.has(record)) continue;
      seen.add(record);
      const message = conflictReason(entry, currentState);
      if (message) failed.push({ ...toRecord(entry), message });
    }
  }
  return cascaded;
};

/** Undoes a group of entries at once. Returns false if that isn't possible; the caller then goes one by one. */
const revertGroup = async (
  { context, attemptAll }: BulkTransaction,
  revertTarget: RevertTarget,
  { action, entries }: EntryGroup<HistoryTable>,
): Promise<boolean> => {
  const { resource, operations } = revertTarget;
  if (action === 'create') {
    const deletions = entries.map(({ _id, recordId }) => ({ id: recordId, revertOf: _id }));
    return attemptAll((write) => deleteUnreferenced(context, write, { resource, deletions }));
  }
  const { updateMany } = operations;
  if (action === 'delete' || !updateMany) return false;
  return attemptAll(async (write) => {
    const changes = await buildReverseUpdates(write.database, entries, { context, revertTarget });
    if (changes) await updateMany(write, changes);
    return changes !== null;
  });
};

/** Result of undoing a change, which is rolled back if `failed` isn't empty. */
export type RevertResult = { changed: number; changeId: string; failed: FailedRecord[] };

export type RevertChangesetOptions = {
  context: OperationsContext;
  actor: Actor | null;
  beforeCommit: (write: WriteContext, result: RevertResult) => Promise<void>;
};

/** Undoes all entries of a change, newest first, as one new change or not at all. */
export const revertChangeset = (
  changeId: string,
  { context, actor, ...options }: RevertChangesetOptions,
): Promise<RevertResult> =>
  runBulkTransaction(context, actor, async (transaction) => {
    const { write, attempt, failed } = transaction;
    const cascaded = await assertNotStale(transaction, changeId);
    const revertTargets = new Map<string, RevertTarget | undefined>();
    const revertAll = async () => {
      for await (const entries of streamEntries(write.database, changeId)) {
        const remaining = entries.filter(({ _id }) => !cascaded.has(_id));
        for (const group of groupEntries(remaining)) {
          const revertTarget =
            revertTargets.get(group.resource) ?? findRevertTarget(group.resource, transaction.context);
          revertTargets.set(group.resource, revertTarget);
          if (!revertTarget || (await revertGroup(transaction, revertTarget, group))) continue;
          const entryOptions = {
            context: transaction.context,
            revertTarget,
            actor,
            changeId: write.changeId,
          };
          for (const entry of group.entries)
            await attempt(toRecord(entry), () => revertEntryOfChangeset(entry, entryOptions));
        }
      }
    };
    if (failed.length === 0) await revertAll();
    const result = {
      changed: await countChangedRecords(write.database, write.changeId),
      changeId: write.changeId,
      failed,
    };
    const isCommitted = failed.length === 0;
    if (isCommitted) await options.beforeCommit(write, result);
    return { result, isCommitted };
  });
