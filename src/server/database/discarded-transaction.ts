import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { SqliteDialect } from 'kysely';
import type { DatabaseHandle } from './database-handle.ts';
import type { DatabaseWorkers } from './database-worker.ts';
import { createQueryBuilder } from './query-builder.ts';
import { cacheStatements } from './sqlite-dialect.ts';

const prefix = 'copy-';

/** Removes the copies of a server that was killed. */
export const removeCopies = (dataDir: string): void => {
  for (const name of readdirSync(dataDir).filter((each) => each.startsWith(prefix))) {
    rmSync(join(dataDir, name), { recursive: true, force: true });
  }
};

/** Opens a copy that needs no durability: it is useless after a crash. */
const openCopy = (copyPath: string): BetterSqlite.Database => {
  const copy = new BetterSqlite(copyPath);
  copy.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA foreign_keys = ON');
  return copy;
};

export const createDiscardedTransactions =
  ({ path, workers }: { path: string; workers: DatabaseWorkers }): DatabaseHandle['discardedTransaction'] =>
  async (work) => {
    const folder = mkdtempSync(join(dirname(path), prefix));
    try {
      const copyPath = join(folder, 'copy.db');
      await workers.run({ path, copyPath });
      const copy = createQueryBuilder({
        dialect: new SqliteDialect({ database: cacheStatements(openCopy(copyPath)) }),
      });
      return await copy
        .transaction()
        .execute(work)
        .finally(() => copy.destroy());
    } finally {
      await workers.drain();
      rmSync(folder, { recursive: true, force: true });
    }
  };
