import type { RefusedRecord } from '#shared/bulk.ts';
import { storageWithin } from '../database/nested.ts';
import type { Storage } from '../database/storage.ts';
import { Failure } from '../lib/failure.ts';
import { letOthersIn } from '../lib/let-others-in.ts';
import { type Actor, beginWrite, type OperationsContext, type Write } from './rules.ts';

/** A write of many records that is kept or taken back as a whole. */
export type Together = {
  write: Write;
  /** What operations on this write is a part of the whole. */
  context: OperationsContext;
  /** Does a part. Where that is refused, it is noted and leaves nothing behind; then there is no result. */
  attempt: <Result>(
    record: Omit<RefusedRecord, 'message'>,
    part: () => Promise<Result>,
  ) => Promise<Result | undefined>;
  /** Does parts at once. Where one is refused or in use, they leave nothing behind. Gives whether they are done. */
  attemptAll: (parts: (write: Write) => Promise<boolean>) => Promise<boolean>;
  /** What was refused so far. */
  refused: RefusedRecord[];
};

/** Ends a transaction that is not to be kept. */
class RolledBack extends Error {}

/** As many records as are written before others have their turn. */
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

/** Does parts at once, as a part of a transaction. Where one is refused or in use, they leave nothing behind. */
export const attemptAll = async (
  within: Pick<Storage, 'transaction' | 'isForeignKeyViolation'>,
  parts: () => Promise<unknown>,
): Promise<boolean> => {
  await letOthersIn();
  try {
    return (await within.transaction(parts)) !== false;
  } catch (error) {
    // Each by itself finds what stands against it, and says so.
    if (error instanceof Failure || within.isForeignKeyViolation(error)) return false;
    throw error;
  }
};

/** Writes many records in one transaction, by the operations that write one. `work` says whether it is kept. */
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
