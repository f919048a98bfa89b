import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { FailedRecord } from '#shared/bulk.ts';
import { findResource } from '#shared/resources/index.ts';
import { type Database, type HistoryAction, type HistoryTable, supportsRowLocks } from '../database/tables.ts';
import { inChunks } from '../database/write-rows.ts';
import { type BackgroundTask, startBackgroundTask } from '../lib/background-task.ts';
import { yieldToEventLoop } from '../lib/yield-to-event-loop.ts';
import { type ChangeOptions, listUnfinished, removeMark, runBulkTransaction } from '../records/bulk-transaction.ts';
import type { OperationsContext, WriteContext } from '../records/hooks.ts';
import type { RevertTarget } from '../records/operations.ts';
import { readSummaries, toRecordKey } from '../records/repository.ts';
import { findRevertTarget } from '../resources/index.ts';
import { isErased } from './entries.ts';
import { groupEntries, previousValues, revertEntries } from './undo.ts';
import { parseEntry } from './whole-records.ts';

/** Returns the resources and actions of a change; empty if the change doesn't exist. */
export const listAffectedResources = (
  database: Database,
  changeId: string,
): Promise<{ resource: string; action: HistoryAction }[]> =>
  database.selectFrom('history').select(['resource', 'action']).distinct().where('changeId', '=', changeId).execute();

/** A deleted record, which only its restoration needs. */
const omitDeleted = sql<string | null>`case when action = 'delete' and before is not null then '' else before end`;

/** Reads the entries of a change in chunks, newest first. */
async function* streamEntries(
  database: Database,
  changeId: string,
  { omitsDeleted = false } = {},
): AsyncGenerator<HistoryTable[]> {
  const all = database.selectFrom('history').select('_id').where('changeId', '=', changeId);
  const ids = (await all.execute()).map(({ _id }) => _id).sort();
  for (const chunk of inChunks(ids.reverse())) {
    const entries = await database
      .selectFrom('history')
      .select([
        '_id',
        'changeId',
        'resource',
        'recordId',
        'action',
        'title',
        'userId',
        'userName',
        'at',
        'after',
        'revertOf',
      ])
      .select(omitsDeleted ? omitDeleted.as('before') : 'before')
      .where('_id', 'in', chunk)
      .execute();
    yield entries.sort((a, b) => (a._id < b._id ? 1 : -1));
  }
}

const readCurrentState = async (
  database: Database,
  entries: readonly HistoryTable[],
  { isLocked: forUpdate }: { isLocked: boolean },
) => {
  const ids = entries.map(({ _id }) => _id);
  const summaries = await readSummaries(database, entries, { forUpdate });
  const inTrash = await database
    .selectFrom('trash')
    .select(['_id', 'deletedWith'])
    .where('_id', 'in', ids)
    .$if(forUpdate && supportsRowLocks(database), (query) => query.forUpdate())
    .execute();
  return { summaries, trash: new Map(inTrash.map(({ _id, deletedWith }) => [_id, deletedWith])) };
};

type CurrentState = Awaited<ReturnType<typeof readCurrentState>>;

/**
 * Returns why a record is no longer as the change left it; undefined if it is. `entry` is the last one of that record in the change.
 */
const conflictReason = (entry: HistoryTable, { summaries, trash }: CurrentState): string | undefined => {
  if (isErased(entry)) return 'It was permanently deleted';
  if (entry.after === null) {
    return trash.has(entry._id) ? undefined : 'It has been restored, or its 30 days in Trash are over';
  }
  const { before, after } = parseEntry(entry);
  const current = summaries.get(toRecordKey(entry));
  if (current && current.version === after?.version) return undefined;
  const resource = findResource(entry.resource);
  const isDerivedOnly =
    before && after && resource && Object.keys(previousValues(resource, { before, after })).length === 0;
  // Only inherited values changed, and these are reverted with their parent.
  if (isDerivedOnly) return undefined;
  return current ? 'It has been changed since' : 'It has been deleted since';
};

const toRecord = ({ recordId, title }: HistoryTable): Omit<FailedRecord, 'message'> => ({
  id: recordId,
  label: title,
});

/** Returns a function that finds the records which have changed since. It must get the entries newest first. */
const createConflictCheck = (database: Database, options: { isLocked: boolean; cascaded: Set<string> }) => {
  const seen = new Set<string>();
  return async (entries: readonly HistoryTable[]): Promise<FailedRecord[]> => {
    const currentState = await readCurrentState(database, entries, options);
    const conflicts: FailedRecord[] = [];
    for (const entry of entries) {
      if (currentState.trash.get(entry._id)) options.cascaded.add(entry._id);
      const record = toRecordKey(entry);
      if (seen.has(record) || options.cascaded.has(entry._id)) continue;
      seen.add(record);
      const message = conflictReason(entry, currentState);
      if (message) conflicts.push({ ...toRecord(entry), message });
    }
    return conflicts;
  };
};

/** Result of undoing a change, which is rolled back if `failed` isn't empty. */
export type RevertResult = { changed: number; changeId: string; failed: FailedRecord[] };

export type RevertChangesetOptions = ChangeOptions<RevertResult> & {
  context: OperationsContext;
  /** Keeps later changes instead of failing because of them. */
  isForced?: boolean;
};

/** Undoes all entries of a change, newest first, as one new change or not at all. */
export const revertChangeset = async (
  changeId: string,
  { context, actor, monitor, isForced = false, beforeCommit }: RevertChangesetOptions,
): Promise<RevertResult> => {
  const { database } = context.databaseHandle;
  /** Deletions that are reverted along with another one. */
  const cascaded = new Set<string>();
  const conflicts: FailedRecord[] = [];
  const findConflicts = createConflictCheck(database, { isLocked: false, cascaded });
  let total = 0;
  for await (const entries of streamEntries(database, changeId, { omitsDeleted: true })) {
    total += entries.length;
    conflicts.push(...(await findConflicts(entries)));
    await yieldToEventLoop();
  }
  if (conflicts.length > 0 && !isForced) return { changed: 0, changeId, failed: conflicts };
  const options = { actor, monitor, beforeCommit, isPartial: isForced, keepsParts: isForced };
  return runBulkTransaction(context, options, async (transaction) => {
    const { write, applyToAll, failed, pause } = transaction;
    const revertTargets = new Map<string, RevertTarget | undefined>();
    // Others may have changed records during a pause.
    const findNewConflicts = createConflictCheck(write.database, { isLocked: true, cascaded });
    const changedSince = new Set<string>();
    let done = 0;
    for await (const entries of streamEntries(write.database, changeId)) {
      await pause({ done, total });
      done += entries.length;
      const found = await findNewConflicts(entries);
      if (!isForced) failed.push(...found);
      for (const { id } of found) changedSince.add(id);
      for (const group of groupEntries(entries.filter(({ _id }) => !cascaded.has(_id)))) {
        const revertTarget = revertTargets.get(group.resource) ?? findRevertTarget(group.resource, transaction.context);
        revertTargets.set(group.resource, revertTarget);
        if (!revertTarget) continue;
        const { entries: all } = group;
        const parts = [
          // Of those changed since, only updates can be undone without a later change.
          {
            keepsLater: true,
            part: all.filter((entry) => changedSince.has(entry.recordId) && entry.action === 'update'),
          },
          { keepsLater: false, part: all.filter((entry) => !changedSince.has(entry.recordId)) },
        ];
        for (const { part, keepsLater } of parts) {
          if (keepsLater && !isForced) continue;
          const undo = { context: transaction.context, revertTarget, keepsLater };
          await applyToAll(part, { toRecord, apply: (some) => revertEntries(write, some, undo) });
        }
      }
    }
    return { changed: await transaction.countWritten(), changeId: write.changeId, failed };
  });
};

/** Undoes a change of which only a part was committed, but keeps later changes. */
export const undoUnfinished = async (context: OperationsContext, changeId: string): Promise<void> => {
  const beforeCommit = ({ database }: WriteContext) => removeMark(database, changeId);
  await revertChangeset(changeId, { context, actor: null, isForced: true, beforeCommit });
};

/** Undoes the changes that ended servers, or failures of the database, have left unfinished. */
export const undoAllUnfinished = async (context: OperationsContext): Promise<void> => {
  const { databaseHandle } = context;
  const { database } = databaseHandle;
  const changeIds = await listUnfinished(database);
  // A running change may be one of them.
  if (changeIds.length === 0 || (await databaseHandle.hasLongChange())) return;
  for (const changeId of changeIds)
    if ((await listUnfinished(database)).includes(changeId)) await undoUnfinished(context, changeId);
};

const recoveryInterval = 10_000;

/** Undoes unfinished changes from now on, including those of other servers. */
export const startRecovery = (context: OperationsContext, log: Logger): BackgroundTask =>
  startBackgroundTask({
    work: () => undoAllUnfinished(context),
    every: recoveryInterval,
    log,
    failure: 'undoing an unfinished change failed',
  });
