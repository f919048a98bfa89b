import type BetterSqlite from 'better-sqlite3';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';

type Connection = BetterSqlite.Database;

/** What Kysely is lent: the one writer once something is written, the reader until then. */
type Lent = DatabaseConnection & { hold: () => Promise<DatabaseConnection>; release: () => Promise<void> };

const readWith = <Row>(reader: Connection, { sql, parameters }: CompiledQuery): QueryResult<Row> => ({
  rows: reader.prepare(sql).all(...parameters) as Row[],
});

const lend = ({ writer, reader }: { writer: SqliteDriver; reader: Connection }): Lent => {
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
      yield* (await hold()).streamQuery<Row>(query, chunkSize);
    },
    release: async () => {
      if (held) await writer.releaseConnection();
    },
  };
};

/** Kysely's driver for SQLite has one connection, for which everybody waits as long as a transaction lasts. */
const createDriver = (connections: { writer: Connection; reader: Connection }): Driver => {
  const writer = new SqliteDriver({ database: connections.writer });
  const lent = new WeakMap<DatabaseConnection, Lent>();
  const find = (connection: DatabaseConnection): Lent => {
    const found = lent.get(connection);
    if (!found) throw new Error('The connection is not of this driver');
    return found;
  };
  return {
    init: () => writer.init(),
    acquireConnection: async () => {
      const connection = lend({ writer, reader: connections.reader });
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

/**
 * SQLite with two connections: whoever only reads sees what was committed last, and waits for no transaction. Writes
 * still go one after the other.
 */
export const sqliteDialect = (connections: { writer: Connection; reader: Connection }): Dialect => ({
  createDriver: () => createDriver(connections),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createAdapter: () => new SqliteAdapter(),
  createIntrospector: (database) => new SqliteIntrospector(database),
});
