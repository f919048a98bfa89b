import { randomUUID } from 'node:crypto';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import BetterSqlite from 'better-sqlite3';
import { PostgresDialect, SqliteDialect } from 'kysely';
import pg from 'pg';
import { expect, inject } from 'vitest';
import { openPool } from '../../src/server/database/postgres-pool.ts';
import { createQueryBuilder } from '../../src/server/database/query-builder.ts';
import type { Database } from '../../src/server/database/tables.ts';

export type DatabaseKind = 'sqlite' | 'postgres';

/** Whether this is the project `pair`, in which each server is two servers on one PostgreSQL database. */
export const isPaired = process.env.BACKOFFICE_TEST_PAIR === '1';

/** For tests of what the two databases may do differently: search, lists, large changes, history, references, outages. */
export const databaseKinds: readonly DatabaseKind[] = isPaired ? ['postgres'] : ['sqlite', 'postgres'];

/** For all other tests. */
export const anyDatabase: readonly DatabaseKind[] = isPaired ? ['postgres'] : ['sqlite'];

const onPostgres = async (work: (client: pg.Client) => Promise<unknown>) => {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
};

export type FreshDatabase = { databaseUrl: string | undefined; drop: () => Promise<void> };

/**
 * Creates a database: empty, or copied from the template (all tables and an administrator) if `preparedFor` names a
 * data folder. An empty SQLite file is created at the server's first start.
 */
export const createDatabase = async (
  kind: DatabaseKind,
  { preparedFor }: { preparedFor?: string | undefined } = {},
): Promise<FreshDatabase> => {
  const { templates } = inject('prepared');
  if (kind === 'sqlite') {
    if (preparedFor) copyFileSync(templates.sqlite, join(preparedFor, 'backoffice.db'));
    return { databaseUrl: undefined, drop: async () => {} };
  }
  const name = `contract_${randomUUID().replaceAll('-', '')}`;
  await onPostgres((client) =>
    client.query(`create database ${name} template ${preparedFor ? templates.postgres : 'template0'}`),
  );
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  return {
    databaseUrl: url.href,
    drop: () => onPostgres((client) => client.query(`drop database ${name} with (force)`)),
  };
};

/**
 * Makes a race certain: runs `statement` in a PostgreSQL transaction that commits only after `waiting` of the server's
 * statements wait for its locks.
 */
export const withBlockedStatements = async <Result>(
  {
    databaseUrl,
    statement,
    waiting,
    meanwhile,
  }: {
    databaseUrl: string | undefined;
    statement: string;
    waiting: number;
    meanwhile?: () => Promise<void>;
  },
  work: () => Promise<Result>,
): Promise<Result> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('begin');
    await client.query(statement);
    const working = work();
    // Within a transaction, PostgreSQL caches statistics views.
    const countBlocked = async () => {
      await client.query('select pg_stat_clear_snapshot()');
      const blocked = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      return (await client.query(blocked)).rowCount;
    };
    await expect.poll(countBlocked, { timeout: 20_000 }).toBe(waiting);
    await meanwhile?.();
    await client.query('commit');
    return await working;
  } finally {
    await client.end();
  }
};

/** A dialect with a single connection, which is closed when the Kysely instance is destroyed. */
export const postgresDialect = (databaseUrl: string): PostgresDialect =>
  new PostgresDialect({
    pool: openPool({
      connectionString: databaseUrl,
      max: 1,
      onConnectionError: (error) => {
        throw error;
      },
    }),
  });

const isBusy = (error: unknown): boolean => error instanceof BetterSqlite.SqliteError && error.code === 'SQLITE_BUSY';

/**
 * Opens a database once no transaction is open. A server in this process couldn't end its own while this connection
 * waits for it, because both share a thread.
 */
const openWhenFree = async (path: string): Promise<BetterSqlite.Database> => {
  const connection = new BetterSqlite(path, { timeout: 0 });
  const tryLock = () => {
    try {
      connection.exec('begin immediate; commit');
      return true;
    } catch (error) {
      if (isBusy(error)) return false;
      throw error;
    }
  };
  while (!tryLock()) await setImmediate();
  connection.pragma('busy_timeout = 5000');
  return connection;
};

/** Queries the database directly, for data that the API doesn't return. */
export const withDatabase = async <Result>(
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl: string | undefined },
  work: (database: Database) => Promise<Result>,
): Promise<Result> => {
  const dialect = databaseUrl
    ? postgresDialect(databaseUrl)
    : new SqliteDialect({ database: await openWhenFree(join(dataDir, 'backoffice.db')) });
  const database = createQueryBuilder({ dialect });
  try {
    return await work(database);
  } finally {
    await database.destroy();
  }
};

/** Lets users log in with the passwords that an admin has set. */
export const acceptPasswords = (server: { dataDir: string; databaseUrl: string | undefined }) =>
  withDatabase(server, (database) => database.updateTable('credential').set({ mustChange: 0 }).execute());
