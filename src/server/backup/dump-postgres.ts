import { dirname } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { assertIntact, flush } from '../database/copy-database.ts';
import type { DatabaseHandle } from '../database/database-handle.ts';
import { findUnknownMigrations, hasPendingMigrations, isOfVersionBefore } from '../database/migrate.ts';
import { migrations } from '../database/migrations/index.ts';
import { openAndMigrate } from '../database/open.ts';
import { type Database, type Row, resourceTables } from '../database/tables.ts';
import { StartupError } from '../lib/app-error.ts';
import { copiedSettings, findTables, withExactKey } from './restore-to-postgres.ts';

const assertSameVersion = async (database: Database): Promise<void> => {
  const unknown = await findUnknownMigrations({ database, migrations });
  const isNewer = unknown.length > 0 && !isOfVersionBefore(unknown);
  if (unknown.length === 0 && !(await hasPendingMigrations({ database, migrations }))) return;
  throw new StartupError(
    `A server of ${isNewer ? 'a newer' : 'an earlier'} version uses this database. Make the backup with that version.`,
    'the PostgreSQL database',
  );
};

const insertInto = (connection: BetterSqlite.Database, table: string) => {
  let insert: BetterSqlite.Statement | undefined;
  return (row: Row) => {
    const columns = Object.keys(row);
    insert ??= connection.prepare(
      `INSERT OR REPLACE INTO "${table}" (${columns.map((name) => `"${name}"`)}) VALUES (${columns.map(() => '?')})`,
    );
    insert.run(Object.values(row));
  };
};

const copyRows = async (from: Database, to: BetterSqlite.Database): Promise<void> => {
  for (const table of await findTables(from)) {
    const insert = insertInto(to, table);
    const query = resourceTables(from)
      .selectFrom(table)
      .selectAll()
      // Its order is that of the commits.
      .$if(table === 'history', (history) => history.orderBy('_id'));
    for await (const row of query.stream()) insert(withExactKey(row));
  }
  const settings = await from.selectFrom('setting').selectAll().where('_id', 'in', copiedSettings).execute();
  settings.forEach(insertInto(to, 'setting'));
};

/** Writes a PostgreSQL database that servers are using, as of one moment, to an SQLite database of the same version. */
export const dumpPostgres = async ({ database }: DatabaseHandle, to: string): Promise<void> => {
  const ignore = () => {};
  const options = { databaseUrl: undefined, onConnectionError: ignore, onWarning: ignore };
  const empty = await openAndMigrate({ dataDir: dirname(to), ...options });
  await empty.close();
  const connection = new BetterSqlite(to);
  try {
    // The rows of a table come in any order. The file is deleted if this fails.
    connection.exec('PRAGMA foreign_keys = OFF; PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF; BEGIN');
    await database
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (trx) => {
        await sql`set local statement_timeout = 0`.execute(trx);
        await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
        await assertSameVersion(trx);
        await copyRows(trx, connection);
      });
    connection.exec('COMMIT');
  } finally {
    connection.close();
  }
  assertIntact(to);
  flush(to);
};
