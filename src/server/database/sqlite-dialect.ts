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
} from 'kysely';

type Connection = BetterSqlite.Database;

const keptAtMost = 200;
/** Longer ones are of lists that hardly come again with as many values. */
const longestKept = 5000;

/** Prepares a statement once for all the times that it comes: for a short one, that is half the work. */
const preparingOnce = (connection: Connection): SqliteDatabase => {
  const kept = new Map<string, BetterSqlite.Statement<unknown[]>>();
  return {
    close: () => connection.close(),
    prepare: (sql) => {
      const known = kept.get(sql);
      if (known) return known;
      const statement = connection.prepare<unknown[]>(sql);
      if (sql.length > longestKept) return statement;
      if (kept.size >= keptAtMost) kept.clear();
      kept.set(sql, statement);
      return statement;
    },
  };
};

/** What Kysely is lent: the one writer once something is written, the reader until then. */
type Lent = DatabaseConnection & { hold: () => Promise<DatabaseConnection>; release: () => Promise<void> };

const readWith = <Row>(reader: SqliteDatabase, { sql, parameters }: CompiledQuery): QueryResult<Row> => ({
  rows: reader.prepare(sql).all(parameters) as Row[],
});

/** On a connection of its own: what is read shows one moment, and so would all else on this connection. */
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

type Connections = {
  writer: Connection;
  reader: Connection;
  /** Opens one more that only reads. */
  openReader: () => Connection;
};

/** The same connections, as what is read and written goes through them. */
type Drivers = { writer: SqliteDriver; reader: SqliteDatabase; openReader: Connections['openReader'] };

const lend = ({ writer, reader, openReader }: Drivers): Lent => {
  let held: DatabaseConnection | undefined;
  const hold = async () => {
    held ??= await writer.acquireConnection();
    return held;
  };
  return {
    hold,
    executeQuery: async <Row>(query: CompiledQuery): Promise<QueryResult<Row>> =>
      held === undefined && SelectQueryNode.is(query.query)
        ? readWith<Row>(reader, query)
        : (await hold()).executeQuery<Row>(query),
    streamQuery: async function* <Row>(query: CompiledQuery, chunkSize?: number) {
      if (held === undefined && SelectQueryNode.is(query.query)) yield* streamFrom<Row>(openReader(), query);
      else yield* (await hold()).streamQuery<Row>(query, chunkSize);
    },
    release: async () => {
      if (held) await writer.releaseConnection();
    },
  };
};

/** Kysely's driver for SQLite has one connection, for which everybody waits as long as a transaction lasts. */
const createDriver = (connections: Connections): Driver => {
  const writer = new SqliteDriver({ database: preparingOnce(connections.writer) });
  const readers = { ...connections, reader: preparingOnce(connections.reader) };
  const lent = new WeakMap<DatabaseConnection, Lent>();
  const find = (connection: DatabaseConnection): Lent => {
    const found = lent.get(connection);
    if (!found) throw new Error('The connection is not of this driver');
    return found;
  };
  return {
    init: () => writer.init(),
    acquireConnection: async () => {
      const connection = lend({ ...readers, writer });
      lent.set(connection, connection);
      return connection;
    },
    beginTransaction: async (connection) => writer.beginTransaction(await find(connection).hold()),
    commitTransaction: async (connection) => writer.commitTransaction(await find(connection).hold()),
    rollbackTransaction: async (connection) => writer.rollbackTransaction(await find(connection).hold()),
    releaseConnection: (connection) => find(connection).release(),
    destroy: () => writer.destroy(),
  };
};

/** SQLite rolls back schema changes with a transaction, which Kysely doesn't make use of by itself. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/**
 * SQLite with two connections: whoever only reads sees what was committed last, and waits for no transaction. Writes
 * still go one after the other.
 */
export const sqliteDialect = (connections: Connections): Dialect => ({
  createDriver: () => createDriver(connections),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createAdapter: () => new TransactionalAdapter(),
  createIntrospector: (database) => new SqliteIntrospector(database),
});
