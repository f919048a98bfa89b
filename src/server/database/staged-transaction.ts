import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseHandle } from './database-handle.ts';
import type { DatabaseWorkers } from './database-worker.ts';
import type { GroupCommit } from './group-commit.ts';
import { createQueryBuilder } from './query-builder.ts';
import {
  openStagedConnection,
  type StagedConnectionOptions,
  singleConnectionDialect,
} from './staged-connection.ts';
import type { DatabaseTransaction } from './tables.ts';
import { withFinish } from './with-finish.ts';

type Work<Result> = (transaction: DatabaseTransaction) => Promise<Result>;

const prefix = 'staged-';

export const removeStagedCopies = (dataDir: string): void => {
  for (const name of readdirSync(dataDir).filter((each) => each.startsWith(prefix))) {
    rmSync(join(dataDir, name), { recursive: true, force: true });
  }
};

type Options = Parameters<DatabaseHandle['stagedTransaction']>[1];

/** Runs `work`. Only if it has written anything, there is a copy, in which `finish` runs as well. */
const writeStaged = async <Result>(
  options: StagedConnectionOptions,
  { work, finish }: Pick<Options, 'finish'> & { work: Work<Result> },
): Promise<{ result: Result; hasCopy: boolean; since: number }> => {
  const staged = await openStagedConnection(options);
  try {
    const database = createQueryBuilder({ dialect: singleConnectionDialect(staged.connection) });
    const result = await database.transaction().execute(async (transaction) => {
      const done = await work(transaction);
      if (staged.hasCopy()) await finish?.(transaction);
      return done;
    });
    staged.commit();
    return { result, hasCopy: staged.hasCopy(), since: staged.since };
  } finally {
    staged.close();
  }
};

export const createStagedTransactions = ({
  path,
  workers,
  groupCommit,
  longTransaction,
}: {
  path: string;
  workers: DatabaseWorkers;
  groupCommit: GroupCommit;
  longTransaction: DatabaseHandle['longTransaction'];
}): DatabaseHandle['stagedTransaction'] => {
  return async (work, { dependencies, signal, isDryRun = false, finish }) => {
    const folder = mkdtempSync(join(dirname(path), prefix));
    const cancelled = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
    const cancel = () => Atomics.store(new Int32Array(cancelled), 0, 1);
    signal.addEventListener('abort', cancel);
    try {
      const paths = { path, stagedPath: join(folder, 'copy.db') };
      const copy = () => workers.run({ kind: 'copy', ...paths });
      const { result, hasCopy, since } = await writeStaged({ ...paths, isDryRun, copy }, { work, finish });
      if (isDryRun) throw new Error('A dry run ended without a rollback');
      if (!hasCopy) {
        signal.throwIfAborted();
        if (finish) await longTransaction(finish);
        return result;
      }
      const { outcome } = await groupCommit.pause(() =>
        workers.run({ kind: 'replay', ...paths, since, dependencies, cancelled }),
      );
      if (outcome === 'cancelled') throw signal.reason;
      return outcome === 'stale' ? await longTransaction(withFinish(work, finish)) : result;
    } finally {
      signal.removeEventListener('abort', cancel);
      await workers.drain();
      rmSync(folder, { recursive: true, force: true });
    }
  };
};
