import { setTimeout } from 'node:timers/promises';
import { PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { StartupError } from '../lib/app-error.ts';
import { errorCode } from './database-errors.ts';
import {
  type DatabaseHandle,
  type LockName,
  type NotificationConnection,
  OtherChangeError,
  type Pause,
  withCommitEvents,
} from './database-handle.ts';
import { copyTables } from './postgres-copy.ts';
import { openPool, PostgresCursor, tlsOption } from './postgres-pool.ts';
import { createQueryBuilder } from './query-builder.ts';
import type { Database, DatabaseTransaction } from './tables.ts';

type PostgresOptions = {
  databaseUrl: string;
  onConnectionError: (error: Error) => void;
  onWarning: (text: string) => void;
};

/** Milliseconds to wait for a new connection, or for a free one of the pool. */
const connectTimeout = 5000;
const statementTimeout = 60_000;
/** Makes PostgreSQL notice within 30 seconds that a server has lost its power or network, and free its locks. */
const keepAliveOptions = ['keepalives_idle=10', 'keepalives_interval=5', 'keepalives_count=4', 'user_timeout=30000']
  .map((option) => `-c tcp_${option}`)
  .join(' ');
const foreignKeyViolation = '23503';
// PostgreSQL 18 and later use this code for a restricting foreign key.
const restrictViolation = '23001';

// Deadlock, serialization failure and unique violation: the next attempt sees what the other transaction wrote.
const retryableCodes = ['40P01', '40001', '23505'];
const maxAttempts = 5;

const redactedUrl = (databaseUrl: string): string => {
  try {
    const url = new URL(databaseUrl);
    return `${url.protocol}//${url.host}${url.pathname}`;
  } catch {
    return 'the PostgreSQL address';
  }
};

const reasons: Record<string, string> = {
  ECONNREFUSED: 'no server is running at this address',
  ENOTFOUND: 'host not found',
  ETIMEDOUT: "it isn't responding",
  'Connection terminated due to connection timeout': "it isn't responding",
  '28P01': 'wrong user name or password',
  '28000': 'wrong user name or password',
  '3D000': "the database doesn't exist",
};

/** The library names this problem in its message only. */
const lacksTls = (error: unknown): boolean => error instanceof Error && error.message.includes('does not support SSL');

const describeProblem = (error: unknown): string => {
  if (lacksTls(error))
    return 'its server has no TLS. Set it up there, or accept the risk with sslmode=disable in the URL';
  const code = errorCode(error);
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return 'its certificate is for another host name. Use that name in the URL, or replace the certificate';
  if (code === 'CERT_HAS_EXPIRED') return 'its certificate has expired';
  if (/CERT|SELF_SIGNED|UNABLE_TO_/.test(code))
    return `its certificate isn't trusted (${code}). Name its authority with sslrootcert=FILE in the URL`;
  const message = error instanceof Error ? error.message : 'unknown error';
  return reasons[code] ?? reasons[message] ?? message;
};

/** Returns the pages whose checksum was wrong when PostgreSQL read them. It counts none without data checksums. */
const findPostgresDamage = async (database: Database): Promise<string[]> => {
  const { rows } = await sql<{ failures: string | null }>`
    select checksum_failures as failures from pg_stat_database where datname = current_database()
  `.execute(database);
  const failures = Number(rows[0]?.failures ?? 0);
  return failures === 0 ? [] : [`${failures} pages with a wrong checksum`];
};

type ClientOptions = Omit<PostgresOptions, 'databaseUrl'> & { config: pg.ClientConfig };

/** Opens a connection beside the pool, which never gets it. */
const connectClient = async ({ config, onConnectionError }: ClientOptions): Promise<pg.Client> => {
  const client = new pg.Client(config);
  client.on('error', onConnectionError);
  await client.connect();
  return client;
};

const openNotifications = async (options: ClientOptions): Promise<NotificationConnection> => {
  const client = await connectClient(options);
  const closed = new Promise<void>((resolve) => client.once('end', resolve));
  const { rows } = await client.query<{ id: number }>('select pg_backend_pid() as id');
  const connectionId = rows[0]?.id;
  return {
    closed,
    listen: async (channel, onNotification) => {
      client.on('notification', ({ processId, payload = '' }) => {
        if (processId !== connectionId) onNotification(payload);
      });
      await client.query(`listen ${client.escapeIdentifier(channel)}`);
    },
    notify: async (channel, payload) => {
      await client.query('select pg_notify($1, $2)', [channel, payload]);
    },
    close: () => client.end(),
  };
};

/** Any numbers, as long as all servers on one database use the same. */
const lockNumbers: Record<LockName, number> = { start: 4_780_001, maintenance: 4_780_002 };
const longChangeLock = 4_780_004;

/**
 * Returns a function that runs work while no other server runs work with the same lock. PostgreSQL releases the lock when
 * the connection ends, so a server that is killed never leaves one behind.
 */
const createLocks =
  (options: ClientOptions) =>
  async <Result>(name: LockName, work: () => Promise<Result>): Promise<Result> => {
    const client = await connectClient(options);
    try {
      const lock = `lock(${lockNumbers[name]})`;
      const { rows } = await client.query<{ isLocked: boolean }>(`select pg_try_advisory_${lock} "isLocked"`);
      if (!rows[0]?.isLocked) {
        if (name === 'start') options.onWarning('waiting for another server that starts on the same database');
        await client.query(`select pg_advisory_${lock}`);
      }
      return await work();
    } finally {
      await client.end();
    }
  };

/** Milliseconds between two checks of whether another transaction waits. */
const pauseInterval = 100;

const isAwaited = async (transaction: DatabaseTransaction): Promise<boolean> => {
  const { rows } = await sql<{ isAwaited: boolean }>`
    select exists(
      select 1 from pg_stat_activity
      where wait_event_type = 'Lock' and pg_backend_pid() = any(pg_blocking_pids(pid))
    ) as "isAwaited"`.execute(transaction);
  return rows[0]?.isAwaited === true;
};

/** Returns false if a server on this database has the lock. */
const lockLongChange = async (connection: Database): Promise<boolean> => {
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_lock(${sql.lit(longChangeLock)}) as "isLocked"`.execute(connection);
  return rows[0]?.isLocked === true;
};

/** A lost connection has no locks. */
const unlock = (connection: Database) =>
  sql`select pg_advisory_unlock(${sql.lit(longChangeLock)})`.execute(connection).catch(() => undefined);

const retry = async <Result>(
  work: () => Promise<Result>,
  canRetry: (error: unknown) => Promise<boolean>,
): Promise<Result> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === maxAttempts || !(await canRetry(error))) throw error;
    }
  }
};

export const openPostgres = async ({
  databaseUrl,
  onConnectionError,
  onWarning,
}: PostgresOptions): Promise<DatabaseHandle> => {
  const config = {
    connectionString: databaseUrl,
    ...tlsOption(databaseUrl),
    connectionTimeoutMillis: connectTimeout,
    keepAlive: true,
    options: keepAliveOptions,
    application_name: 'catalogue-back-office',
  };
  const clientOptions = { config, onConnectionError, onWarning };
  const pool = openPool({ ...config, statement_timeout: statementTimeout, onConnectionError });
  const database = createQueryBuilder({
    dialect: new PostgresDialect({ pool, cursor: PostgresCursor }),
  });
  try {
    await sql`select 1`.execute(database);
  } catch (error) {
    await pool.end();
    const message = `Can't use the PostgreSQL database: ${describeProblem(error)}`;
    throw new StartupError(message, redactedUrl(databaseUrl), { cause: error });
  }
  const transaction: DatabaseHandle['transaction'] = (work) =>
    retry(
      () => database.transaction().execute(work),
      async (error) => retryableCodes.includes(errorCode(error)),
    );
  const longTransaction: DatabaseHandle['longTransaction'] = (work) =>
    database.connection().execute(async (connection) => {
      let isLocked = false;
      let hasCommitted = false;
      const run = async (transaction: DatabaseTransaction) => {
        let checkedAt = performance.now();
        const pause: Pause = async ({ isDiscarded, prepare }) => {
          if (performance.now() - checkedAt < pauseInterval) return false;
          checkedAt = performance.now();
          if (!(await isAwaited(transaction))) return false;
          if (!isDiscarded && !isLocked) {
            isLocked = await lockLongChange(transaction);
            if (!isLocked) throw new OtherChangeError();
          }
          await prepare();
          hasCommitted ||= !isDiscarded;
          await sql`${sql.raw(isDiscarded ? 'rollback' : 'commit')}`.execute(transaction);
          await sql`begin`.execute(transaction);
          return true;
        };
        return work(transaction, pause);
      };
      try {
        return await retry(
          () => connection.transaction().execute(run),
          async (error) => {
            if (error instanceof OtherChangeError) {
              while (!isLocked) {
                await setTimeout(pauseInterval);
                isLocked = await lockLongChange(connection);
              }
              return true;
            }
            return !hasCommitted && retryableCodes.includes(errorCode(error));
          },
        );
      } finally {
        if (isLocked) await unlock(connection);
      }
    });
  return withCommitEvents({
    database,
    transaction,
    longTransaction,
    discardedTransaction: async (work) => {
      const transaction = await database.startTransaction().setIsolationLevel('repeatable read').execute();
      try {
        await copyTables(transaction);
        return await work(transaction);
      } finally {
        await transaction.rollback().execute();
      }
    },
    hasLongChange: () =>
      database.connection().execute(async (connection) => {
        const isLocked = await lockLongChange(connection);
        if (isLocked) await unlock(connection);
        return !isLocked;
      }),
    lockTable: async (transaction, table, { timeout } = { timeout: 0 }) => {
      if (timeout > 0) await sql`set local lock_timeout = ${sql.lit(timeout)}`.execute(transaction);
      await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(transaction);
    },
    isForeignKeyViolation: (error) => [foreignKeyViolation, restrictViolation].includes(errorCode(error)),
    connectForNotifications: () => openNotifications(clientOptions),
    withLock: createLocks(clientOptions),
    findDamage: () => findPostgresDamage(database),
    ping: pool.ping,
    poolCounts: pool.counts,
    // The disk is that of the database server.
    reserve: { fill: () => {}, use: (write) => write() },
    close: () => database.destroy(),
  });
};
