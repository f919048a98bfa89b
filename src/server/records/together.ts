import type { RefusedRecord } from '#shared/bulk.ts';
import { storageWithin } from '../database/nested.ts';
import type { Storage } from '../database/storage.ts';
import { Failure } from '../lib/failure.ts';
import { letOthersIn } from '../lib/let-others-in.ts';
import { type Actor, beginWrite, type OperationsContext, type Write } from './rules.ts';

/** A write of many records that is committed or rolled back as a whole. */
export type Together = {
  write: Write;
  /** Context for operations that run inside this transaction. */
  context: OperationsContext;
  /** Runs a part. A refused part is rolled back and added to `refused`; the result is then undefined. */
  attempt: <Result>(
    record: Omit<RefusedRecord, 'message'>,
    part: () => Promise<Result>,
  ) => Promise<Result | undefined>;
  /** Runs all parts in one savepoint. Rolls it back and returns false if one of them fails. */
  attemptAll: (parts: (write: Write) => Promise<boolean>) => Promise<boolean>;
  refused: RefusedRecord[];
};

class RolledBack extends Error {}

/** Yield to the event loop after this many records. */
const recordsAtOnce = 20;

const attempting = (refused: RefusedRecord[]): Together['attempt'] => {
  let count = 0;
  return async (record, part) => {
    count += 1;
    if (count % recordsAtOnce === 0) await letOthersIn();
    try {
      return await part();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      refused.push({ ...record, message: error.message });
      return undefined;
    }
  };
};

/** Runs all parts in one savepoint. Rolls it back and returns false if one is refused or still referenced. */
export const attemptAll = async (
  within: Pick<Storage, 'transaction' | 'isForeignKeyViolation'>,
  parts: () => Promise<unknown>,
): Promise<boolean> => {
  await letOthersIn();
  try {
    return (await within.transaction(parts)) !== false;
  } catch (error) {
    // The caller then goes one by one, which reports the cause.
    if (error instanceof Failure || within.isForeignKeyViolation(error)) return false;
    throw error;
  }
};

/**
 * Writes many records in one transaction, through the operations for single records. `work` decides whether it is
 * committed.
 */
export const writeTogether = async <Result>(
  { storage, files, ...rest }: OperationsContext,
  actor: Actor | null,
  work: (together: Together) => Promise<{ result: Result; isKept: boolean }>,
): Promise<Result> => {
  let taken: { result: Result } | undefined;
  const inTransaction = files.during((fileTransaction) =>
    storage.longTransaction(async (database) => {
      const within = storageWithin(storage, database);
      const refused: RefusedRecord[] = [];
      const write = beginWrite({ storage: within, database, actor });
      const { result, isKept } = await work({
        write,
        context: {
          ...rest,
          storage: within,
          files: { ...files, during: (save) => save({ ...fileTransaction, commit: () => {} }) },
        },
        attempt: attempting(refused),
        attemptAll: (parts) => attemptAll(within, () => parts(write)),
        refused,
      });
      taken = { result };
      if (!isKept) throw new RolledBack();
      fileTransaction.commit();
    }),
  );
  await inTransaction.catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error;
  });
  if (!taken) throw new Error('A write ended without a result');
  return taken.result;
};
