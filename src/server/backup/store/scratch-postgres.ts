import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { errorCode } from '../../database/database-errors.ts';
import type { DatabaseHandle } from '../../database/database-handle.ts';
import { openPostgres } from '../../database/postgres.ts';
import { StartupError } from '../../lib/app-error.ts';

const prefix = 'backoffice_verify_';
const insufficientPrivilege = '42501';

const connections = { onConnectionError: () => {}, onWarning: () => {} };

/** Deletes the scratch databases of checks that were killed. */
const dropLeftovers = async ({ database }: DatabaseHandle): Promise<void> => {
  const { rows } = await sql<{ name: string }>`
    select datname as name from pg_database where starts_with(datname, ${prefix}) and pg_has_role(datdba, 'usage')
      and not exists (select from pg_stat_activity where pg_stat_activity.datname = pg_database.datname)`.execute(
    database,
  );
  for (const { name } of rows) await sql`drop database if exists ${sql.id(name)}`.execute(database);
};

/** Runs `work` with a new, empty database on the server of another one, and deletes it afterwards. */
export const withScratchDatabase = async <Result>(
  databaseUrl: string,
  work: (scratch: { databaseHandle: DatabaseHandle; databaseUrl: string }) => Promise<Result>,
): Promise<Result> => {
  const server = await openPostgres({ databaseUrl, ...connections });
  const name = prefix + randomBytes(8).toString('hex');
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  try {
    await dropLeftovers(server);
    await sql`create database ${sql.id(name)} template template0`
      .execute(server.database)
      .catch((cause: unknown) => {
        if (errorCode(cause) !== insufficientPrivilege) throw cause;
        const message =
          'The check needs a scratch database. Allow this user to create one: ALTER ROLE … CREATEDB';
        throw new StartupError(message, 'the PostgreSQL database', { cause });
      });
    try {
      const databaseHandle = await openPostgres({ databaseUrl: url.href, ...connections });
      return await work({ databaseHandle, databaseUrl: url.href }).finally(databaseHandle.close);
    } finally {
      await sql`drop database ${sql.id(name)} with (force)`.execute(server.database);
    }
  } finally {
    await server.close();
  }
};
