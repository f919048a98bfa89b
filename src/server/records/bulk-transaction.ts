import type { FailedRecord } from '#shared/bulk.ts';
import type { DatabaseHandle } from '../database/database-handle.ts';
import { withSavepoints } from '../database/savepoints.ts';
import { AppError } from '../lib/app-error.ts';
import { yieldToEventLoop } from '../lib/yield-to-event-loop.ts';
import { type Actor, createWriteContext, type OperationsContext, type WriteContext } from './hooks.ts';

/** A write of many records that is committed or rolled back as a whole. */
export type BulkTransaction = {
  write: WriteContext;
  /** Context for operations that run inside this transaction. */
  context: OperationsContext;
  /** Runs `work` for one record. If it fails, it is rolled back and the record added to `failed`; the result is then undefined. */
  attempt: <Result>(
    record: Omit<FailedRecord, 'message'>,
    work: () => Promise<Result>,
  ) => Promise<Result | undefined>;
  /** Runs `work` in one savepoint. Rolls it back and returns false if it fails. */
  attemptAll: (work: (write: WriteContext) => Promise<boolean>) => Promise<boolean>;
  failed: FailedRecord[];
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

/**
 * Writes many records in one transaction, through the operations for single records. `work` decides whether it is
 * committed.
 */
export const runBulkTransaction = async <Result>(
  { databaseHandle, files, ...rest }: OperationsContext,
  actor: Actor | null,
  work: (transaction: BulkTransaction) => Promise<{ result: Result; isCommitted: boolean }>,
): Promise<Result> => {
  let outcome: { result: Result } | undefined;
  const transaction = files.transaction((fileTransaction) =>
    databaseHandle.longTransaction(async (database) => {
      const nested = withSavepoints(databaseHandle, database);
      const failed: FailedRecord[] = [];
      const write = createWriteContext({ databaseHandle: nested, database, actor });
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
      });
      outcome = { result };
      if (!isCommitted) throw new RollbackError();
      await fileTransaction.commit(database);
    }),
  );
  await transaction.catch((error: unknown) => {
    if (!(error instanceof RollbackError)) throw error;
  });
  if (!outcome) throw new Error('A write ended without a result');
  return outcome.result;
};
