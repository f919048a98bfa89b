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
