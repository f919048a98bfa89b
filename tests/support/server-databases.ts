import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely';
import pg from 'pg';
import { inject } from 'vitest';
import type { Database, Tables } from '../../src/server/storage/tables.ts';

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

/** An empty database of that kind. SQLite's comes into being in the data folder. */
export const createDatabase = async (kind: DatabaseKind): Promise<FreshDatabase> => {
  if (kind === 'sqlite') return { databaseUrl: undefined, drop: async () => {} };
  const name = `contract_${randomUUID().replaceAll('-', '')}`;
  await onPostgres((client) => client.query(`create database ${name} template template0`));
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  return {
    databaseUrl: url.href,
    drop: () => onPostgres((client) => client.query(`drop database ${name} with (force)`)),
  };
};

/** Looks into the database beside the server, for what the API does not show. */
export const inDatabase = async <Result>(
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl: string | undefined },
  work: (database: Database) => Promise<Result>,
): Promise<Result> => {
  const dialect = databaseUrl
    ? new PostgresDialect({ pool: new pg.Pool({ connectionString: databaseUrl, max: 1 }) })
    : new SqliteDialect({ database: new BetterSqlite(join(dataDir, 'backoffice.db'), { timeout: 5000 }) });
  const database = new Kysely<Tables>({ dialect });
  try {
    return await work(database);
  } finally {
    await database.destroy();
  }
};
