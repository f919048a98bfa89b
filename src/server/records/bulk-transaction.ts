import type { FailedRecord } from '#shared/bulk.ts';
import { formatCount } from '#shared/resource-kit/labels.ts';
import type { DatabaseHandle } from '../database/database-handle.ts';
import { newId } from '../database/ids.ts';
import { withSavepoints } from '../database/savepoints.ts';
import { saveSetting } from '../database/settings.ts';
import type { Database } from '../database/tables.ts';
import { AppError } from '../lib/app-error.ts';
import { yieldToEventLoop } from '../lib/yield-to-event-loop.ts';
import { countChangedRecords } from './add-entries.ts';
import { type Actor, createWriteContext, type OperationsContext, type WriteContext } from './hooks.ts';

/** Records that are done, and all; null if unknown. */
type Progress = { done: number; total: number | null };

/** Follows and cancels a write of many records. */
type Monitor = { signal: AbortSignal; onProgress: (progress: Progress) => void };

/** Options of a change with an outcome. */
export type ChangeOptions<Outcome> = {
  actor: Actor | null;
  monitor?: Monitor | undefined;
  /** Runs last in the transaction, only if the change is committed. */
  beforeCommit: (write: WriteContext, outcome: Outcome) => Promise<void>;
};

/** A write of many records that is committed or rolled back as a whole. */
export type BulkTransaction = {
  write: WriteContext;
  /** Context for operations that run inside this transaction. */
  context: OperationsContext;
  /** Runs `work` for one record. If it fails, it is rolled back and the record added to `failed`; the result is then undefined. */
  attempt: <Result>(record: Omit<FailedRecord, 'message'>, work: () => Promise<Result>) => Promise<Result | undefined>;
  /** Runs `work` in one savepoint. Rolls it back and returns false if it fails. */
  attemptAll: (work: (write: WriteContext) => Promise<boolean>) => Promise<boolean>;
  failed: FailedRecord[];
  /**
   * Call it between two parts of the work, before reading the records of the next one: other writes that wait run now,
   * and see the parts that were written so far. Returns true if these were rolled back instead, as in a dry run. Throws
   * if the work was cancelled.
   */
  pause: (progress?: Progress) => Promise<boolean>;
  /** Number of records that were written, including those that were rolled back during a dry run. */
  countWritten: () => Promise<number>;
};

class RollbackError extends Error {}

/** Number of records between two yields to the event loop. */
const yieldInterval = 20;

const createAttempt = (failed: FailedRecord[]): BulkTransaction['attempt'] => {
  let count = 0;
  return async (record, work) => {
    count += 1;
    if (count % yieldInterval === 0) await yieldToEventLoop();
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      failed.push({ ...record, message: error.message });
      return undefined;
    }
  };
};

/** Runs `work` in a savepoint. Rolls it back and returns false if a record is rejected or still referenced. */
export const attemptAll = async (
  nested: Pick<DatabaseHandle, 'transaction' | 'isForeignKeyViolation'>,
  work: () => Promise<unknown>,
): Promise<boolean> => {
  await yieldToEventLoop();
  try {
    return (await nested.transaction(work)) !== false;
  } catch (error) {
    // The caller then writes the records one by one, which reports the cause.
    if (error instanceof AppError || nested.isForeignKeyViolation(error)) return false;
    throw error;
  }
};

const unfinishedPrefix = 'unfinishedChange:';
const toMark = (changeId: string): string => `${unfinishedPrefix}${changeId}`;

/** Marks a change of which only a part is committed, so that it is undone should this server end. */
const markUnfinished = (database: Database, changeId: string): Promise<void> =>
  saveSetting(database, toMark(changeId), new Date().toISOString());

export const removeMark = async (database: Database, changeId: string): Promise<void> => {
  await database.deleteFrom('setting').where('_id', '=', toMark(changeId)).execute();
};

export const listUnfinished = async (database: Database): Promise<string[]> => {
  const marks = await database
    .selectFrom('setting')
    .select('_id')
    .where('_id', '>=', unfinishedPrefix)
    .where('_id', '<', toMark('~'))
    .execute();
  return marks.map(({ _id }) => _id.slice(unfinishedPrefix.length));
};

export type BulkTransactionOptions = {
  isDryRun?: boolean;
  /** Whether the work is committed even if a record fails. */
  isPartial?: boolean;
  /** Whether the parts that were written stay if the work fails later. */
  keepsParts?: boolean;
  monitor?: Monitor | undefined;
};

/**
 * Writes many records as one change, through the operations for single records. `work` decides whether it is committed.
 * If other writes wait, it is committed in parts, and undone should it fail or its server end before the last one.
 */
export const runBulkTransaction = async <Result>(
  { databaseHandle, files, ...rest }: OperationsContext,
  actor: Actor | null,
  work: (transaction: BulkTransaction) => Promise<{ result: Result; isCommitted: boolean }>,
  { isDryRun = false, isPartial = false, keepsParts = false, monitor }: BulkTransactionOptions = {},
): Promise<Result> => {
  const changeId = newId();
  let outcome: { result: Result } | undefined;
  let isMarked = false;
  const transaction = files.transaction((fileTransaction) =>
    databaseHandle.longTransaction(async (database, pause) => {
      const nested = withSavepoints(databaseHandle, database);
      const failed: FailedRecord[] = [];
      let discarded = 0;
      const write = createWriteContext({ databaseHandle: nested, database, actor, changeId });
      const { result, isCommitted } = await work({
        write,
        context: {
          ...rest,
          databaseHandle: nested,
          files: { ...files, transaction: (save) => save({ ...fileTransaction, commit: async () => {} }) },
        },
        attempt: createAttempt(failed),
        attemptAll: (work) => attemptAll(nested, () => work(write)),
        failed,
        pause: async (progress) => {
          await yieldToEventLoop();
          monitor?.signal.throwIfAborted();
          if (progress) monitor?.onProgress(progress);
          const isDiscarded = isDryRun || (!isPartial && failed.length > 0);
          const prepare = async () => {
            if (isDiscarded) discarded += isDryRun ? await countChangedRecords(database, changeId) : 0;
            else if (!isMarked && !keepsParts) {
              await markUnfinished(database, changeId);
              isMarked = true;
            }
          };
          return (await pause({ isDiscarded, prepare })) && isDiscarded;
        },
        countWritten: async () => discarded + (await countChangedRecords(database, changeId)),
      });
      outcome = { result };
      if (!isCommitted) throw new RollbackError();
      if (isMarked) await removeMark(database, changeId);
      await fileTransaction.commit(database);
    }),
  );
  await transaction.catch(async (error: unknown) => {
    // If this fails as well, it is tried again every few seconds.
    if (isMarked) await rest.undoUnfinished(changeId).catch(() => undefined);
    if (keepsParts && monitor?.signal.aborted) {
      const kept = await countChangedRecords(databaseHandle.database, changeId);
      if (kept > 0) throw new AppError('conflict', `Cancelled. ${formatCount(kept, 'item')} had already been deleted.`);
    }
    if (!(error instanceof RollbackError)) throw error;
  });
  if (!outcome) throw new Error('A write ended without a result');
  return outcome.result;
};
