import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Kysely, SqliteDialect } from 'kysely';
import type { DatabaseHandle } from './database-handle.ts';
import type { DatabaseWorkers } from './database-worker.ts';
import type { GroupCommit } from './group-commit.ts';
import { cacheStatements } from './sqlite-dialect.ts';
import { openStaged } from './staged-copy.ts';
import type { DatabaseTransaction, Tables } from './tables.ts';
import { logWrites } from './write-log.ts';

type Work<Result> = (transaction: DatabaseTransaction) => Promise<Result>;

const prefix = 'staged-';

export const removeStagedCopies = (dataDir: string): void => {
  for (const name of readdirSync(dataDir).filter((each) => each.startsWith(prefix))) {
    rmSync(join(dataDir, name), { recursive: true, force: true });
  }
};

type Options = Parameters<DatabaseHandle['stagedTransaction']>[1];

const writeStaged = async <Result>(
  stagedPath: string,
  { work, isDryRun }: Pick<Options, 'isDryRun'> & { work: Work<Result> },
): Promise<Result> => {
  const staged = openStaged(stagedPath);
  try {
    const connection = isDryRun ? cacheStatements((sql) => staged.prepare(sql)) : logWrites(staged);
    const database = new Kysely<Tables>({ dialect: new SqliteDialect({ database: connection }) });
    return await database.transaction().execute(work);
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
  return async (work, { dependencies, signal, isDryRun = false }) => {
    const folder = mkdtempSync(join(dirname(path), prefix));
    const cancelled = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
    const cancel = () => Atomics.store(new Int32Array(cancelled), 0, 1);
    signal.addEventListener('abort', cancel);
    try {
      const paths = { path, stagedPath: join(folder, 'copy.db') };
      await workers.run({ kind: 'copy', ...paths });
      const result = await writeStaged(paths.stagedPath, { work, isDryRun });
      if (isDryRun) throw new Error('A dry run ended without a rollback');
      const { outcome } = await groupCommit.pause(() =>
        workers.run({ kind: 'replay', ...paths, dependencies, cancelled }),
      );
      if (outcome === 'cancelled') throw signal.reason;
      return outcome === 'stale' ? await longTransaction(work) : result;
    } finally {
      signal.removeEventListener('abort', cancel);
      await workers.drain();
      rmSync(folder, { recursive: true, force: true });
    }
  };
};
