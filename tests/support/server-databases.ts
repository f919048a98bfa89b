import { randomUUID } from 'node:crypto';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely';
import pg from 'pg';
import { expect, inject } from 'vitest';
import { openPool } from '../../src/server/database/postgres-pool.ts';
import type { Database, Tables } from '../../src/server/database/tables.ts';

export const databaseKinds = ['sqlite', 'postgres'] as const;
export type DatabaseKind = (typeof databaseKinds)[number];

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
 * A database of that kind: empty, or prepared with all tables and an administrator for the server of that data folder.
 * An empty one of SQLite comes into being at the first start.
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
 * Does something in a transaction on PostgreSQL that is left open until that many statements of the server wait for it.
 * So a moment that is rare otherwise comes for certain.
 */
export const holdingUp = async <Result>(
  {
    databaseUrl,
    statement,
    waiting,
    meanwhile,
  }: {
    databaseUrl: string | undefined;
    statement: string;
    waiting: number;
    /** Is done while they wait. */
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
    // Inside a transaction PostgreSQL would go on showing what it showed first.
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

/** A way into a database on PostgreSQL beside the server, of which nothing is left when it was closed. */
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

/** Looks into the database beside the server, for what the API does not show. */
export const inDatabase = async <Result>(
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl: string | undefined },
  work: (database: Database) => Promise<Result>,
): Promise<Result> => {
  const dialect = databaseUrl
    ? postgresDialect(databaseUrl)
    : new SqliteDialect({ database: new BetterSqlite(join(dataDir, 'backoffice.db'), { timeout: 5000 }) });
  const database = new Kysely<Tables>({ dialect });
  try {
    return await work(database);
  } finally {
    await database.destroy();
  }
};
