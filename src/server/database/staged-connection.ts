import BetterSqlite from 'better-sqlite3';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  SelectQueryNode,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { cacheStatements } from './sqlite-dialect.ts';
import { busyTimeout } from './sqlite-writer.ts';
import { openStaged } from './staged-copy.ts';
import { logWrites } from './write-log.ts';

const connect = async (database: SqliteDatabase): Promise<DatabaseConnection> => {
  const driver = new SqliteDriver({ database });
  await driver.init();
  return driver.acquireConnection();
};

const openSnapshot = (path: string) => {
  const snapshot = new BetterSqlite(path, { readonly: true, timeout: busyTimeout });
  // The transaction sees the state of its first read.
  snapshot.exec('BEGIN');
  const { since } = snapshot.prepare('SELECT coalesce(max(rowid), 0) AS since FROM history').get() as {
    since: number;
  };
  return { snapshot, since };
};

export type StagedConnectionOptions = {
  path: string;
  stagedPath: string;
  isDryRun: boolean;
  /** Copies the database. */
  copy: () => Promise<unknown>;
};

/** A connection that reads a snapshot of a database until the first write, and then a copy of it. */
export const openStagedConnection = async ({ path, stagedPath, isDryRun, copy }: StagedConnectionOptions) => {
  const { snapshot, since } = openSnapshot(path);
  const reading = await connect(cacheStatements((sql) => snapshot.prepare(sql)));
  let staged: BetterSqlite.Database | undefined;
  let writing: Promise<DatabaseConnection> | undefined;
  const openCopy = async (): Promise<DatabaseConnection> => {
    await copy();
    snapshot.close();
    const opened = openStaged(stagedPath);
    staged = opened;
    opened.exec('BEGIN');
    return connect(isDryRun ? cacheStatements((sql) => opened.prepare(sql)) : logWrites(opened));
  };
  const choose = ({ query }: CompiledQuery): DatabaseConnection | Promise<DatabaseConnection> => {
    if (!writing && SelectQueryNode.is(query)) return reading;
    writing ??= openCopy();
    return writing;
  };
  const connection: DatabaseConnection = {
    executeQuery: async <Row>(query: CompiledQuery) => (await choose(query)).executeQuery<Row>(query),
    streamQuery: async function* <Row>(query: CompiledQuery, chunkSize?: number) {
      yield* (await choose(query)).streamQuery<Row>(query, chunkSize);
    },
  };
  return {
    connection,
    /** The last history entry that the transaction has seen. */
    since,
    hasCopy: () => staged !== undefined,
    commit: () => void staged?.exec('COMMIT'),
    close: () => {
      snapshot.close();
      staged?.close();
    },
  };
};

/** A dialect with one connection, whose only transaction the caller begins and ends. */
export const singleConnectionDialect = (connection: DatabaseConnection): Dialect => ({
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
