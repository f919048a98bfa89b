import { dirname } from 'node:path';
import { sql } from 'kysely';
import { assertIntact, flush } from '../database/copy-database.ts';
import type { DatabaseHandle } from '../database/database-handle.ts';
import { findUnknownMigrations, hasPendingMigrations, isOfVersionBefore } from '../database/migrate.ts';
import { migrations } from '../database/migrations/index.ts';
import { openAndMigrate } from '../database/open.ts';
import type { Database } from '../database/tables.ts';
import { StartupError } from '../lib/app-error.ts';
import { openForCopy } from './convert-version-before.ts';
import { copyRows } from './copy-rows.ts';

const assertSameVersion = async (database: Database): Promise<void> => {
  const unknown = await findUnknownMigrations({ database, migrations });
  const isNewer = unknown.length > 0 && !isOfVersionBefore(unknown);
  if (unknown.length === 0 && !(await hasPendingMigrations({ database, migrations }))) return;
  throw new StartupError(
    `A server of ${isNewer ? 'a newer' : 'an earlier'} version uses this database. Make the backup with that version.`,
    'the PostgreSQL database',
  );
};

/** Writes a PostgreSQL database that servers are using, as of one moment, to an SQLite database of the same version. */
export const dumpPostgres = async ({ database }: DatabaseHandle, to: string): Promise<void> => {
  const ignore = () => {};
  const options = { databaseUrl: undefined, onConnectionError: ignore, onWarning: ignore };
  const empty = await openAndMigrate({ dataDir: dirname(to), ...options });
  await empty.close();
  const copy = openForCopy(to);
  try {
    await database
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (trx) => {
        await sql`set local statement_timeout = 0`.execute(trx);
        await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
        await assertSameVersion(trx);
        await copy.transaction().execute((target) => copyRows(trx, target));
      });
  } finally {
    await copy.destroy();
  }
  assertIntact(to);
  flush(to);
};
