import { renameSync } from 'node:fs';
import { dirname } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { SqliteDialect, sql } from 'kysely';
import { resources } from '#shared/resources/index.ts';
import { twoFactorRolesSetting } from '../auth/two-factor-policy.ts';
import { assertIntact, flush, transientTables } from '../database/copy-database.ts';
import type { DatabaseHandle } from '../database/database-handle.ts';
import { toSearchKey } from '../database/ids.ts';
import { findUnknownMigrations, hasPendingMigrations, isOfVersionBefore, migrate } from '../database/migrate.ts';
import { migrations } from '../database/migrations/index.ts';
import { openAndMigrate } from '../database/open.ts';
import { createQueryBuilder } from '../database/query-builder.ts';
import { searchKeyColumn } from '../database/schema.ts';
import { type Database, isSqlite, type Row, resourceTables } from '../database/tables.ts';
import { insertRows } from '../database/write-rows.ts';
import { filesBucketSetting } from '../files/open-storage.ts';
import { StartupError } from '../lib/app-error.ts';
import { unfinishedPrefix } from '../records/bulk-transaction.ts';
import { restoredAtSetting } from './prepare-restored.ts';

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

/** Opens a file whose rows come in any order, and that is deleted if writing it fails. */
const openForCopy = (path: string): Database => {
  const connection = new BetterSqlite(path);
  connection.exec('PRAGMA foreign_keys = OFF; PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF');
  return createQueryBuilder({ dialect: new SqliteDialect({ database: connection }) });
};

/**
 * Copies the rows of a database of the version before into one with the tables of this version, which replaces it.
 * Columns that no longer exist are left out, and new ones get their defaults.
 */
export const convertVersionBefore = async (path: string): Promise<void> => {
  const newPath = `${path}.converted`;
  const [from, to] = [openForCopy(path), openForCopy(newPath)];
  try {
    await migrate({ database: to, migrations });
    await to.transaction().execute((trx) => copyRows(from, trx));
  } finally {
    await from.destroy();
    await to.destroy();
  }
  renameSync(newPath, path);
};

const batchSize = 500;

/** Data of the previous server, such as sessions and jobs, or of its database, such as migrations. */
const excludedTables = [...transientTables, ...['change', 'job', 'setting', 'migration', 'migrationLock']];

/** Choices of admins, and the id that ties the stored files to a database. The others describe the previous server. */
const copiedSettings = [
  twoFactorRolesSetting,
  'currency',
  'website',
  'databaseId',
  restoredAtSetting,
  filesBucketSetting,
];

const readColumns = async (database: Database): Promise<Map<string, string[]>> => {
  const tables = await database.introspection.getTables();
  return new Map(tables.map(({ name, columns }) => [name, columns.map((column) => column.name)]));
};

/** The drivers don't return large integers exactly, so the search key is computed from the id. */
const withExactKey = (row: Row): Row =>
  searchKeyColumn in row ? { ...row, [searchKeyColumn]: String(toSearchKey(String(row._id))) } : row;

const streamRows = (from: Database, table: string, columns: string[]) =>
  resourceTables(from)
    .selectFrom(table)
    .select(columns)
    // A record in the trash can refer to the one it was deleted with.
    .$if(table === 'trash', (trash) => trash.orderBy(sql`"deletedWith" is not null`))
    // The order of the commits.
    .$if(isSqlite(from), (rows) => rows.orderBy(sql`rowid`))
    .$if(!isSqlite(from) && table === 'history', (history) => history.orderBy('_id'))
    .stream();

const copySettings = async (from: Database, to: Database): Promise<void> => {
  const settings = await from
    .selectFrom('setting')
    .selectAll()
    .where((where) => where.or([where('_id', 'in', copiedSettings), where('_id', 'like', `${unfinishedPrefix}%`)]))
    .execute();
  for (const row of settings) {
    await to
      .insertInto('setting')
      .values(row)
      .onConflict((conflict) => conflict.column('_id').doUpdateSet({ value: row.value }))
      .execute();
  }
};

/**
 * Copies the records, the history and the choices of admins into an empty database, as far as both have the columns.
 * Returns the number of rows.
 */
export const copyRows = async (from: Database, to: Database): Promise<number> => {
  const [existing, wanted] = [await readColumns(from), await readColumns(to)];
  // Resources come after those they refer to. All other tables refer to resources, and mentions to comments before them.
  const tables = new Set([...resources.map(({ name }) => name), ...wanted.keys()]);
  let count = 0;
  for (const table of tables) {
    const columns = wanted.get(table)?.filter((name) => existing.get(table)?.includes(name)) ?? [];
    if (columns.length === 0 || excludedTables.includes(table)) continue;
    let rows: Row[] = [];
    const write = async () => {
      await insertRows(to, { table, rows });
      count += rows.length;
      rows = [];
    };
    for await (const row of streamRows(from, table, columns)) {
      rows.push(withExactKey(row));
      if (rows.length === batchSize) await write();
    }
    await write();
  }
  await copySettings(from, to);
  return count;
};
