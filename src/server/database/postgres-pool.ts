import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import type { PostgresPoolClient } from 'kysely';
import pg, { type Connection } from 'pg';
import Cursor from 'pg-cursor';
import { isLoopback } from '#shared/urls.ts';

/**
 * Also closes when the connection is lost. The library's cursor would wait forever for the reply, so that its reader
 * would neither get an error nor release the connection.
 */
export class PostgresCursor<Row> extends Cursor<Row> {
  #connection: Connection | undefined;

  constructor(query: string, values: unknown[]) {
    super(query, values);
    const { submit } = this;
    this.submit = (connection) => {
      this.#connection = connection;
      submit.call(this, connection);
    };
  }

  override close(): Promise<void>;
  override close(callback: (error: Error) => void): undefined;
  override close(callback?: (error: Error) => void): Promise<void> | undefined {
    return callback ? super.close(callback) : this.#closeUnlessLost();
  }

  async #closeUnlessLost(): Promise<void> {
    const stream = this.#connection?.stream;
    if (!stream) return super.close();
    if (stream.destroyed) return;
    const isClosed = new AbortController();
    const isLost = once(stream, 'close', { signal: isClosed.signal }).catch(() => undefined);
    await Promise.race([super.close(), isLost]);
    isClosed.abort();
  }
}

/** The directory of a Unix socket is an absolute path. */
const isLocal = (host: string): boolean => isLoopback(host) || host.startsWith('/');

/**
 * Requires TLS with a verified certificate for a database on another computer, unless its URL says how to encrypt the
 * connection. The library finds the host, which can also be in the query or in the environment.
 */
export const tlsOption = (databaseUrl: string): { ssl?: true } => {
  const isExplicit = /[?&]ssl(mode)?=/.test(databaseUrl);
  return isExplicit || isLocal(new pg.Client({ connectionString: databaseUrl }).host) ? {} : { ssl: true };
};

/** Milliseconds to wait for connections whose other side may be gone. */
const endTimeout = 10_000;
/** Milliseconds after which a connection without a response is closed. */
const pingTimeout = 3000;
/** The same for any statement: longer than PostgreSQL itself allows. */
const defaultResponseTimeout = 65_000;

type PoolOptions = pg.PoolConfig & { onConnectionError: (error: Error) => void; responseTimeout?: number };

/** Closes a connection that doesn't respond to a statement: the library would return it to the pool. */
const withResponseTimeout = (client: pg.PoolClient, timeout: number): PostgresPoolClient => {
  let isStuck = false;
  const query = (statement: string | pg.Submittable, values: readonly unknown[] = []) => {
    if (typeof statement !== 'string') return client.query(statement);
    const config = { text: statement, values: [...values], query_timeout: timeout };
    return client.query(config).catch((error: Error) => {
      isStuck ||= error.message === 'Query read timeout';
      throw error;
    });
  };
  return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release(isStuck) };
};

/**
 * A PostgreSQL pool whose statements have a time limit. Its `end` waits until its connections are closed: the library
 * only requests that, and so reports errors if the database is deleted right after.
 */
export const openPool = ({ onConnectionError, responseTimeout = defaultResponseTimeout, ...config }: PoolOptions) => {
  const pool = new pg.Pool(config);
  const open = new Set<Promise<void>>();
  // Without a listener, losing a connection would end the process, whether idle or in use.
  pool.on('error', onConnectionError);
  pool.on('connect', (client) => {
    client.on('error', onConnectionError);
    const closed = new Promise<void>((resolve) => client.once('end', resolve)).finally(() => open.delete(closed));
    open.add(closed);
  });
  return {
    connect: async () => withResponseTimeout(await pool.connect(), responseTimeout),
    counts: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    /** Fails if the database doesn't respond. */
    ping: async () => {
      const client = withResponseTimeout(await pool.connect(), pingTimeout);
      await client.query('select 1', []).finally(client.release);
    },
    end: async () => {
      await pool.end();
      await Promise.race([Promise.all(open), setTimeout(endTimeout, undefined, { ref: false })]);
    },
  };
};
