import { sql } from 'kysely';
import { v4 } from 'uuid';
import { StartupError } from '../lib/app-error.ts';
import { createBackup } from './copy-database.ts';
import { lockFolder } from './data-folder.ts';
import { toStartupError } from './database-errors.ts';
import type { DatabaseHandle } from './database-handle.ts';
import { missingTables } from './declared-tables.ts';
import { continueIds } from './ids.ts';
import { findUnknownMigrations, hasPendingMigrations, isOfVersionBefore, migrate } from './migrate.ts';
import { breakingMigrations, migrations } from './migrations/index.ts';
import { ensureSearchIndexes } from './search.ts';
import { readSetting, saveSetting } from './settings.ts';
import { openSqlite } from './sqlite.ts';

const requiredMigrationSetting = 'requiredMigration';

/** The migration that a server of another version has to know at least, to work with this database. */
const requiredMigration = breakingMigrations.at(-1) ?? Object.keys(migrations)[0] ?? '';

/**
 * Returns whether a newer version has migrated the database. Throws a `StartupError` if this version doesn't work with it
 * any more.
 */
const isMigratedByNewer = async (
  { database }: DatabaseHandle,
  { isShared, databaseName }: { isShared: boolean; databaseName: string },
): Promise<boolean> => {
  const unknown = await findUnknownMigrations({ database, migrations });
  if (unknown.length === 0) return false;
  if (isOfVersionBefore(unknown)) {
    throw new StartupError(
      'This data was saved by an earlier version of the app. Back it up with that version (npm run backup), then restore the backup with this one (npm run restore).',
      databaseName,
    );
  }
  // A newer desktop app has backed up its database first, so going back is never silent there.
  const required = isShared && (await readSetting(database, requiredMigrationSetting));
  if (typeof required === 'string' && required in migrations) return true;
  throw new StartupError(
    `This data was saved by a newer version of the app (${unknown.join(', ')}). Update the app.`,
    databaseName,
  );
};

const addMissingTables = async ({ database, transaction }: DatabaseHandle): Promise<void> => {
  const statements = await missingTables(database);
  if (statements.length === 0) return;
  await transaction(async (open) => {
    for (const statement of statements) await sql.raw(statement).execute(open);
  });
};

type OpenOptions = {
  dataDir: string;
  databaseUrl: string | undefined;
  onConnectionError: (error: Error) => void;
  /** Called with a warning when the database lacks an optional feature. */
  onWarning: (text: string) => void;
};

/** Opens, checks and migrates the database. The caller has already locked the data folder. */
export const openAndMigrate = async (options: OpenOptions): Promise<DatabaseHandle> => {
  const { dataDir, databaseUrl, onConnectionError, onWarning } = options;
  const databaseHandle = databaseUrl
    ? // Most servers never need this driver.
      await (await import('./postgres.ts')).openPostgres({
        databaseUrl,
        onConnectionError,
        onWarning,
      })
    : openSqlite({ dataDir });
  const databaseName = databaseUrl ? 'the PostgreSQL database' : dataDir;
  try {
    await databaseHandle.withLock('start', async () => {
      const isShared = databaseUrl !== undefined;
      if (await isMigratedByNewer(databaseHandle, { isShared, databaseName })) {
        onWarning('a newer version has updated this database; update this server as well');
        return;
      }
      if (!isShared && (await hasPendingMigrations({ database: databaseHandle.database, migrations }))) {
        await createBackup({ dataDir, reason: 'before-migration' });
      }
      await migrate({ database: databaseHandle.database, migrations });
      await addMissingTables(databaseHandle);
      await ensureSearchIndexes(databaseHandle, onWarning);
      if (isShared) await saveSetting(databaseHandle.database, requiredMigrationSetting, requiredMigration);
    });
    await continueIds(databaseHandle.database);
    return databaseHandle;
  } catch (error) {
    await databaseHandle.close();
    const damaged = 'The database is damaged. Restore a backup.';
    throw toStartupError(error, { path: databaseName, damaged });
  }
};

/** Locks the data folder, then opens, checks and migrates the database. Throws a `StartupError` if it can't be used. */
export const openDatabase = async (options: OpenOptions): Promise<DatabaseHandle> => {
  const lock = lockFolder(options.dataDir);
  if (lock.isRolledBack)
    options.onWarning('a restore was interrupted, so the previous data is in use: restore the backup again');
  try {
    const databaseHandle = await openAndMigrate(options);
    return { ...databaseHandle, close: () => databaseHandle.close().finally(lock.release) };
  } catch (error) {
    lock.release();
    throw error;
  }
};

/** A permanent id that distinguishes this database from all others. */
export const getDatabaseId = async ({ database }: DatabaseHandle): Promise<string> => {
  await database
    .insertInto('setting')
    .values({ _id: 'databaseId', value: v4() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const found = await database
    .selectFrom('setting')
    .select('value')
    .where('_id', '=', 'databaseId')
    .executeTakeFirstOrThrow();
  return found.value;
};
