import type BetterSqlite from 'better-sqlite3';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SqliteStatement,
} from 'kysely';
import { createLock } from '../lib/queues.ts';

/** The only transaction on a connection, until it ends. */
export type WriteTurn = { commit: () => void; rollback: () => void };

/** Runs the transactions of a connection one after the other. */
export const createWriteQueue = (connection: BetterSqlite.Database) => {
  const lock = createLock();

  /** Waits for the transactions before it, and begins one. */
  const begin = async (): Promise<WriteTurn> => {
    const release = await lock.acquire();
    let hasEnded = false;
    const end = (work: () => void): void => {
      if (hasEnded) return;
      hasEnded = true;
      try {
        work();
      } finally {
        if (connection.inTransaction) connection.exec('ROLLBACK');
        release();
      }
    };
    try {
      connection.exec('BEGIN IMMEDIATE');
    } catch (error) {
      release();
      throw error;
    }
    const commit = () => {
      // On a full or failing disk SQLite rolls back the whole transaction.
      if (!connection.inTransaction) throw new Error('SQLite rolled back the transaction');
      connection.exec('COMMIT');
    };
    return { commit: () => end(commit), rollback: () => end(() => {}) };
  };

  return { begin, isAwaited: lock.isAwaited, drain: lock.onFree };
};

type WriteQueue = ReturnType<typeof createWriteQueue>;

type Connection = BetterSqlite.Database;

const cacheSize = 200;
/** Longer statements are `in` lists whose length rarely repeats, so they are not cached. */
const maxCachedLength = 5000;

/** Caches prepared statements: preparing a short one takes as long as running it. */
export const cacheStatements = (prepare: SqliteDatabase['prepare']): SqliteDatabase => {
  const cached = new Map<string, SqliteStatement>();
  return {
    close: () => {},
    prepare: (sql) => {
      const known = cached.get(sql);
      if (known) return known;
      const statement = prepare(sql);
      if (sql.length > maxCachedLength) return statement;
      if (cached.size >= cacheSize) cached.clear();
      cached.set(sql, statement);
      return statement;
    },
  };
};

/** A Kysely connection that uses the reader for queries outside a transaction. */
type LazyConnection = DatabaseConnection & Record<'begin' | 'commit' | 'rollback', () => Promise<void>>;

const readWith = <Row>(reader: SqliteDatabase, { sql, parameters }: CompiledQuery): QueryResult<Row> => ({
  rows: reader.prepare(sql).all(parameters) as Row[],
});

/** Reads on a separate connection, because all queries of one connection see the snapshot of an open cursor. */
async function* streamFrom<Row>(
  connection: Connection,
  { sql, parameters }: CompiledQuery,
): AsyncGenerator<QueryResult<Row>> {
  try {
    for (const row of connection.prepare(sql).iterate(...parameters)) yield { rows: [row as Row] };
  } finally {
    connection.close();
  }
}

export type SqliteDialectOptions = {
  writer: Connection;
  writes: WriteQueue;
  reader: Connection;
  openReader: () => Connection;
};

type Drivers = Pick<SqliteDialectOptions, 'writes' | 'openReader'> & {
  writer: DatabaseConnection;
  reader: SqliteDatabase;
};

const createLazyConnection = ({ writer, writes, reader, openReader }: Drivers): LazyConnection => {
  let turn: WriteTurn | undefined;
  const writeInOwnTransaction = async <Row>(query: CompiledQuery): Promise<QueryResult<Row>> => {
    const own = await writes.begin();
    try {
      const result = await writer.executeQuery<Row>(query);
      own.commit();
      return result;
    } finally {
      own.rollback();
    }
  };
  const isRead = ({ query }: CompiledQuery) => !turn && SelectQueryNode.is(query);
  return {
    begin: async () => {
      turn = await writes.begin();
    },
    commit: async () => {
      turn?.commit();
      turn = undefined;
    },
    rollback: async () => {
      turn?.rollback();
      turn = undefined;
    },
    executeQuery: async <Row>(query: CompiledQuery): Promise<QueryResult<Row>> => {
      if (isRead(query)) return readWith<Row>(reader, query);
      return turn ? writer.executeQuery<Row>(query) : writeInOwnTransaction<Row>(query);
    },
    streamQuery: <Row>(query: CompiledQuery, chunkSize?: number) =>
      isRead(query) ? streamFrom<Row>(openReader(), query) : writer.streamQuery<Row>(query, chunkSize),
  };
};

/** Replaces Kysely's driver, whose only connection blocks all queries during a transaction. */
const createDriver = ({ writer: connection, reader, ...rest }: SqliteDialectOptions): Driver => {
  const driver = new SqliteDriver({ database: cacheStatements((sql) => connection.prepare(sql)) });
  const read = cacheStatements((sql) => reader.prepare(sql));
  const lazyConnections = new WeakMap<DatabaseConnection, LazyConnection>();
  let writer: DatabaseConnection;
  const find = (connection: DatabaseConnection): LazyConnection => {
    const found = lazyConnections.get(connection);
    if (!found) throw new Error("The connection doesn't belong to this driver");
    return found;
  };
  return {
    init: async () => {
      await driver.init();
      writer = await driver.acquireConnection();
    },
    acquireConnection: async () => {
      const connection = createLazyConnection({ ...rest, reader: read, writer });
      lazyConnections.set(connection, connection);
      return connection;
    },
    beginTransaction: (connection) => find(connection).begin(),
    commitTransaction: (connection) => find(connection).commit(),
    rollbackTransaction: (connection) => find(connection).rollback(),
    releaseConnection: async () => {},
    // The caller opened the connections and closes them.
    destroy: async () => {},
  };
};

/** SQLite rolls back schema changes with a transaction, but Kysely doesn't rely on that by default. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/**
 * SQLite with two connections: reads see the last commit and wait for no transaction. Transactions run one after the
 * other.
 */
export const sqliteDialect = (options: SqliteDialectOptions): Dialect => ({
  createDriver: () => createDriver(options),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createAdapter: () => new TransactionalAdapter(),
  createIntrospector: (database) => new SqliteIntrospector(database),
});
