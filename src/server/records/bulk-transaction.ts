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
  /** Runs a part. A refused part is rolled back and added to `refused`; the result is then undefined. */
  attempt: <Result>(
    record: Omit<FailedRecord, 'message'>,
    part: () => Promise<Result>,
  ) => Promise<Result | undefined>;
  /** Runs all parts in one savepoint. Rolls it back and returns false if one of them fails. */
  attemptAll: (parts: (write: WriteContext) => Promise<boolean>) => Promise<boolean>;
  refused: FailedRecord[];
};

class RolledBack extends Error {}

/** Yield to the event loop after this many records. */
const recordsAtOnce = 20;

const attempting = (refused: FailedRecord[]): BulkTransaction['attempt'] => {
  let count = 0;
  return async (record, part) => {
    count += 1;
    if (count % recordsAtOnce === 0) await yieldToEventLoop();
    try {
      return await part();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused.push({ ...record, message: error.message });
      return undefined;
    }
  };
};

/** Runs all parts in one savepoint. Rolls it back and returns false if one is refused or still referenced. */
export const attemptAll = async (
  nested: Pick<DatabaseHandle, 'transaction' | 'isForeignKeyViolation'>,
  parts: () => Promise<unknown>,
): Promise<boolean> => {
  await yieldToEventLoop();
  try {
    return (await nested.transaction(parts)) !== false;
  } catch (error) {
    // The caller then goes one by one, which reports the cause.
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
  work: (together: BulkTransaction) => Promise<{ result: Result; isCommitted: boolean }>,
): Promise<Result> => {
  let taken: { result: Result } | undefined;
  const inTransaction = files.during((fileTransaction) =>
    databaseHandle.longTransaction(async (database) => {
      const nested = withSavepoints(databaseHandle, database);
      const refused: FailedRecord[] = [];
      const write = createWriteContext({ databaseHandle: nested, database, actor });
      const { result, isCommitted } = await work({
        write,
        context: {
          ...rest,
          databaseHandle: nested,
          files: { ...files, during: (save) => save({ ...fileTransaction, commit: () => {} }) },
        },
        attempt: attempting(refused),
        attemptAll: (parts) => attemptAll(nested, () => parts(write)),
        refused,
      });
      taken = { result };
      if (!isCommitted) throw new RolledBack();
      fileTransaction.commit();
    }),
  );
  await inTransaction.catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error;
  });
  if (!taken) throw new Error('A write ended without a result');
  return taken.result;
};
