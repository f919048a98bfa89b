import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { serialize } from 'node:v8';
import BetterSqlite from 'better-sqlite3';
import { Kysely, type SqliteDatabase, SqliteDialect } from 'kysely';
import type { DatabaseHandle } from './database-handle.ts';
import type { DatabaseWorkers } from './database-worker.ts';
import type { GroupCommit } from './group-commit.ts';
import { cacheStatements } from './sqlite-dialect.ts';
import type { DatabaseTransaction, Tables } from './tables.ts';

type Work<Result> = (transaction: DatabaseTransaction) => Promise<Result>;

const prefix = 'staged-';

export const removeStagedCopies = (dataDir: string): void => {
  for (const name of readdirSync(dataDir).filter((each) => each.startsWith(prefix))) {
    rmSync(join(dataDir, name), { recursive: true, force: true });
  }
};

/** Records each write in the same transaction, so that a rollback also discards the record. */
const recordWrites = (staged: BetterSqlite.Database): SqliteDatabase => {
  staged.exec(`
    CREATE TABLE stagedHistory AS SELECT coalesce(max(rowid), 0) AS first FROM history;
    CREATE TABLE stagedStatement (_id integer primary key, sql text not null, parameters blob not null);
  `);
  const insert = staged.prepare('INSERT INTO stagedStatement (sql, parameters) VALUES (?, ?)');
  return cacheStatements((sql) => {
    const statement = staged.prepare<unknown[]>(sql);
    if (statement.readonly) return statement;
    const record = <Result>(parameters: readonly unknown[], result: Result): Result => {
      insert.run(sql, serialize(parameters));
      return result;
    };
    return {
      reader: statement.reader,
      all: (parameters) => record(parameters, statement.all(...parameters)),
      run: (parameters) => record(parameters, statement.run(...parameters)),
      iterate: (parameters) => statement.iterate(...parameters),
    };
  });
};

const openStaged = (stagedPath: string): BetterSqlite.Database => {
  const staged = new BetterSqlite(stagedPath);
  // The copy needs no durability: it is useless after a crash.
  staged.exec('PRAGMA journal_mode = MEMORY');
  staged.exec('PRAGMA synchronous = OFF');
  staged.exec('PRAGMA foreign_keys = ON');
  // Triggers run when the writes are replayed; the copy needs no search index.
  const triggers = staged.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'").all();
  for (const { name } of triggers as { name: string }[]) staged.exec(`DROP TRIGGER "${name}"`);
  return staged;
};

const writeStaged = async <Result>(stagedPath: string, work: Work<Result>): Promise<Result> => {
  const staged = openStaged(stagedPath);
  try {
    const database = new Kysely<Tables>({ dialect: new SqliteDialect({ database: recordWrites(staged) }) });
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
  return async (work, { dependencies, signal }) => {
    const folder = mkdtempSync(join(dirname(path), prefix));
    const cancelled = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
    const cancel = () => Atomics.store(new Int32Array(cancelled), 0, 1);
    signal.addEventListener('abort', cancel);
    try {
      const paths = { path, stagedPath: join(folder, 'copy.db') };
      await workers.run({ kind: 'copy', ...paths });
      const result = await writeStaged(paths.stagedPath, work);
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
