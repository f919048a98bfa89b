import type { FailedRecord } from '#shared/bulk.ts';
import { formatCount } from '#shared/resource-kit/labels.ts';
import type { DatabaseHandle } from '../database/database-handle.ts';
import { newId } from '../database/ids.ts';
import { saveSetting } from '../database/settings.ts';
import type { Database } from '../database/tables.ts';
import { withSavepoints } from '../database/transactions.ts';
import { inChunks } from '../database/write-rows.ts';
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

type Application<Item, Result> = {
  apply: (items: readonly Item[]) => Promise<Result>;
  onFailure: (item: Item, error: AppError) => void;
};

/** Number of records between two yields to the event loop. */
const yieldInterval = 20;

/**
 * Applies a change to all items at once. If one of them is rejected, applies it to each item alone, so that every failure
 * names its item. Returns the results of what was written.
 */
export const applyToAll = async <Item, Result>(
  nested: Pick<DatabaseHandle, 'transaction' | 'isForeignKeyViolation'>,
  items: readonly Item[],
  { apply, onFailure }: Application<Item, Result>,
): Promise<Result[]> => {
  const attempt = (some: readonly Item[]) => nested.transaction(() => apply(some));
  const isRejection = (error: unknown) => error instanceof AppError || nested.isForeignKeyViolation(error);
  await yieldToEventLoop();
  if (items.length > 1) {
    try {
      return [await attempt(items)];
    } catch (error) {
      if (!isRejection(error)) throw error;
    }
  }
  const results: Result[] = [];
  for (const [index, item] of items.entries()) {
    if (index % yieldInterval === yieldInterval - 1) await yieldToEventLoop();
    try {
      const result = await attempt([item]).catch((error: unknown) => {
        // Another transaction has just added or deleted a reference: the second attempt finds and reports it.
        if (nested.isForeignKeyViolation(error)) return attempt([item]);
        throw error;
      });
      results.push(result);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      onFailure(item, error);
    }
  }
  return results;
};

/** A write of many records that is committed or rolled back as a whole. */
export type BulkTransaction = {
  write: WriteContext;
  /** Context for operations that run inside this transaction. */
  context: OperationsContext;
  /** Calls `applyToAll`. Adds the items that are rejected to `failed`. */
  applyToAll: <Item, Result>(
    items: readonly Item[],
    options: Pick<Application<Item, Result>, 'apply'> & { toRecord: (item: Item) => Omit<FailedRecord, 'message'> },
  ) => Promise<Result[]>;
  failed: FailedRecord[];
  /** Whether the work is rolled back at its end, unless that changes. */
  isDiscarded: () => boolean;
  /**
   * Call it between two parts of the work, before reading the records of the next one: other writes that wait run now,
   * and see the parts that were written so far, unless these are discarded. Throws if the work was cancelled.
   */
  pause: (progress?: Progress) => Promise<void>;
  /** Splits items into chunks, with a pause before each. */
  inParts: <Item>(items: readonly Item[]) => AsyncGenerator<Item[]>;
  /** Whether parts were rolled back during a pause. */
  hasDiscardedParts: () => boolean;
  /** Number of records that were written, including those that were rolled back during a dry run. */
  countWritten: () => Promise<number>;
};

class RollbackError extends Error {}

/** Names the settings that mark changes of which only a part is committed. */
export const unfinishedPrefix = 'unfinishedChange:';
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

type BulkTransactionOptions<Result> = Pick<ChangeOptions<Result>, 'actor' | 'monitor'> & {
  beforeCommit?: ChangeOptions<Result>['beforeCommit'] | undefined;
  isDryRun?: boolean;
  /** Whether the work is committed even if a record fails. */
  isPartial?: boolean;
  /** Whether the parts that were written stay if the work fails later. */
  keepsParts?: boolean;
  /** Whether a result is rolled back for another reason than failed records. */
  isRejected?: (result: Result) => boolean;
};

/**
 * Writes many records as one change, through the operations for single records, and commits it unless a record failed.
 * If other writes wait, it is committed in parts, and undone should it fail or its server end before the last one.
 */
export const runBulkTransaction = async <Result>(
  { databaseHandle, files, ...rest }: OperationsContext,
  { actor, monitor, beforeCommit, ...options }: BulkTransactionOptions<Result>,
  work: (transaction: BulkTransaction) => Promise<Result>,
): Promise<Result> => {
  const { isDryRun = false, isPartial = false, keepsParts = false, isRejected = () => false } = options;
  const changeId = newId();
  let outcome: { result: Result } | undefined;
  let isMarked = false;
  const transaction = files.transaction((fileTransaction) =>
    databaseHandle.longTransaction(async (database, pause) => {
      const nested = withSavepoints(databaseHandle, database);
      const failed: FailedRecord[] = [];
      const isDiscarded = () => isDryRun || (!isPartial && failed.length > 0);
      let discarded = 0;
      let hasDiscardedParts = false;
      const write = createWriteContext({ databaseHandle: nested, database, actor, changeId });
      const prepare = async () => {
        if (isDiscarded()) discarded += isDryRun ? await countChangedRecords(database, changeId) : 0;
        else if (!isMarked && !keepsParts) {
          await markUnfinished(database, changeId);
          isMarked = true;
        }
      };
      const pauseWork = async (progress?: Progress) => {
        await yieldToEventLoop();
        monitor?.signal.throwIfAborted();
        if (progress) monitor?.onProgress(progress);
        const hasPaused = await pause({ isDiscarded: isDiscarded(), prepare });
        hasDiscardedParts ||= hasPaused && isDiscarded();
      };
      const result = await work({
        write,
        context: {
          ...rest,
          databaseHandle: nested,
          files: { ...files, transaction: (save) => save({ ...fileTransaction, commit: async () => {} }) },
        },
        applyToAll: (items, { apply, toRecord }) =>
          applyToAll(nested, items, {
            apply,
            onFailure: (item, { message }) => failed.push({ ...toRecord(item), message }),
          }),
        failed,
        isDiscarded,
        pause: pauseWork,
        inParts: async function* (items) {
          let done = 0;
          for (const chunk of inChunks(items)) {
            await pauseWork({ done, total: items.length });
            yield chunk;
            done += chunk.length;
          }
        },
        hasDiscardedParts: () => hasDiscardedParts,
        countWritten: async () => discarded + (await countChangedRecords(database, changeId)),
      });
      outcome = { result };
      if (isDiscarded() || isRejected(result)) throw new RollbackError();
      await beforeCommit?.(write, result);
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
