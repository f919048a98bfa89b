import type BetterSqlite from 'better-sqlite3';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SqliteStatement,
} from 'kysely';
import { createLock } from '../lib/queues.ts';

type Connection = BetterSqlite.Database;

const cacheSize = 200;
/** Longer statements are lists of rows whose length rarely repeats, so they are not cached. */
const maxCachedLength = 5000;

/** Caches prepared statements: preparing a short one takes as long as running it. */
export const cacheStatements = (connection: Connection): SqliteDatabase => {
  const cached = new Map<string, SqliteStatement>();
  return {
    close: () => connection.close(),
    prepare: (sql) => {
      const known = cached.get(sql);
      if (known) return known;
      const statement = connection.prepare(sql);
      if (sql.length > maxCachedLength) return statement;
      if (cached.size >= cacheSize) cached.clear();
      cached.set(sql, statement);
      return statement;
    },
  };
};

const run = <Row>(database: SqliteDatabase, { sql, parameters }: CompiledQuery): QueryResult<Row> => {
  const statement = database.prepare(sql);
  if (statement.reader) return { rows: statement.all(parameters) as Row[] };
  const { changes, lastInsertRowid } = statement.run(parameters);
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
};

type SqliteDialectOptions = { writer: Connection; reader: Connection; openReader: () => Connection };

/**
 * SQLite with two connections: reads see the last commit and wait for no transaction. Transactions run one after the
 * other.
 */
export const createSqliteDialect = ({ writer, reader, openReader }: SqliteDialectOptions) => {
  const lock = createLock();
  const [writing, reading] = [cacheStatements(writer), cacheStatements(reader)];

  /** The part of a Kysely connection that has the writer while it is in a transaction. */
  class SqliteConnection implements DatabaseConnection {
    #release: (() => void) | undefined;

    async begin(): Promise<void> {
      const release = await lock.acquire();
      try {
        writer.exec('BEGIN IMMEDIATE');
      } catch (error) {
        release();
        throw error;
      }
      this.#release = release;
    }

    commit(): void {
      // On a full or failing disk SQLite rolls back the whole transaction.
      if (!writer.inTransaction) throw new Error('SQLite rolled back the transaction');
      writer.exec('COMMIT');
      this.#end();
    }

    /** Does nothing if the transaction has ended. */
    rollback(): void {
      if (!this.#release) return;
      if (writer.inTransaction) writer.exec('ROLLBACK');
      this.#end();
    }

    #end(): void {
      this.#release?.();
      this.#release = undefined;
    }

    async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
      if (this.#release) return run<Row>(writing, query);
      if (SelectQueryNode.is(query.query)) return run<Row>(reading, query);
      await this.begin();
      try {
        const result = run<Row>(writing, query);
        this.commit();
        return result;
      } finally {
        this.rollback();
      }
    }

    /** Reads on a separate connection, because all queries of one connection see the snapshot of an open cursor. */
    async *streamQuery<Row>({ sql, parameters }: CompiledQuery): AsyncGenerator<QueryResult<Row>> {
      if (this.#release) throw new Error('A transaction of SQLite can’t stream');
      const connection = openReader();
      try {
        for (const row of connection.prepare(sql).iterate(...parameters)) yield { rows: [row as Row] };
      } finally {
        connection.close();
      }
    }
  }

  const asOwn = (connection: DatabaseConnection) => connection as SqliteConnection;
  const dialect: Dialect = {
    createDriver: () => ({
      init: async () => {},
      acquireConnection: async () => new SqliteConnection(),
      beginTransaction: (connection) => asOwn(connection).begin(),
      commitTransaction: async (connection) => asOwn(connection).commit(),
      rollbackTransaction: async (connection) => asOwn(connection).rollback(),
      releaseConnection: async () => {},
      // The caller opened the connections and closes them.
      destroy: async () => {},
    }),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new TransactionalAdapter(),
    createIntrospector: (database) => new SqliteIntrospector(database),
  };

  return {
    dialect,
    isAwaited: lock.isAwaited,
    drain: lock.onFree,
    /** Ends the transaction of a connection and waits for its next turn to begin another one. */
    restart: async (
      connection: DatabaseConnection,
      { isDiscarded, meanwhile }: { isDiscarded: boolean; meanwhile: () => Promise<void> },
    ): Promise<void> => {
      if (isDiscarded) asOwn(connection).rollback();
      else asOwn(connection).commit();
      await meanwhile();
      await asOwn(connection).begin();
    },
  };
};

/** SQLite rolls back schema changes with a transaction, but Kysely doesn't rely on that by default. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}
