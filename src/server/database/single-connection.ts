import type BetterSqlite from 'better-sqlite3';
import {
  type DatabaseConnection,
  type Dialect,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { cacheStatements } from './sqlite-dialect.ts';

/** Milliseconds that a connection waits for the lock of another one. */
export const busyTimeout = 5000;

/** Enough for most large transactions; changed pages that don't fit are written twice. */
const cacheKilobytes = 64 * 1024;

/** Size to which a commit after a large one shortens the write-ahead log. */
const journalMegabytes = 16;

export const configureWriter = (connection: BetterSqlite.Database): void => {
  connection.exec(`PRAGMA busy_timeout = ${busyTimeout}`);
  connection.exec('PRAGMA journal_mode = WAL');
  connection.exec('PRAGMA synchronous = FULL');
  connection.exec(`PRAGMA journal_size_limit = ${journalMegabytes * 1024 * 1024}`);
  connection.exec('PRAGMA foreign_keys = ON');
  connection.exec(`PRAGMA cache_size = -${cacheKilobytes}`);
};

export const connect = async (connection: BetterSqlite.Database): Promise<DatabaseConnection> => {
  const driver = new SqliteDriver({ database: cacheStatements((sql) => connection.prepare(sql)) });
  await driver.init();
  return driver.acquireConnection();
};

/** A dialect with one connection, whose only transaction the caller begins and ends. */
export const singleConnectionDialect = (connection: DatabaseConnection | Promise<DatabaseConnection>): Dialect => ({
  createDriver: () => ({
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: async () => {},
    commitTransaction: async () => {},
    rollbackTransaction: async () => {},
    releaseConnection: async () => {},
    destroy: async () => {},
  }),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createAdapter: () => new SqliteAdapter(),
  createIntrospector: (database) => new SqliteIntrospector(database),
});
