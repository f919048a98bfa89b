import type { RefusedRecord } from '#shared/bulk.ts';
import { Failure } from '../failure.ts';
import { letOthersIn } from '../let-others-in.ts';
import { storageWithin } from '../storage/nested.ts';
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

/** Writes many records in one transaction, by the operations that write one. `work` says whether it is kept. */
export const writeTogether = async <Result>(
  { storage, files, ...rest }: OperationsContext,
  actor: Actor | null,
  work: (together: Together) => Promise<{ result: Result; isKept: boolean }>,
): Promise<Result> => {
  let taken: { result: Result } | undefined;
  const inTransaction = files.during((fileTransaction) =>
    storage.transaction(async (database) => {
      const within = storageWithin(storage, database);
      const refused: RefusedRecord[] = [];
      const { result, isKept } = await work({
        write: beginWrite({ storage: within, database, actor }),
        context: {
          ...rest,
          storage: within,
          files: { ...files, during: (save) => save({ ...fileTransaction, commit: () => {} }) },
        },
        attempt: attempting(refused),
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
