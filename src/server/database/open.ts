import { v4 } from 'uuid';
import { StartupError } from '../lib/app-error.ts';
import { createBackup } from './automatic-backups.ts';
import { toStartupError } from './database-errors.ts';
import type { DatabaseHandle } from './database-handle.ts';
import { lockFolder } from './folder-lock.ts';
import { findUnknownMigrations, hasPendingMigrations, migrate } from './migrate.ts';
import { migrations } from './migrations/index.ts';
import { ensureSearchIndexes } from './search-indexes.ts';
import { openSqlite } from './sqlite.ts';

const assertNotNewer = async (databaseHandle: DatabaseHandle, databaseName: string) => {
  const unknown = await findUnknownMigrations({ database: databaseHandle.database, migrations });
  if (unknown.length === 0) return;
  throw new StartupError(
    `This data was saved by a newer version of the app (${unknown.join(', ')}). Update the app.`,
    databaseName,
  );
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
      await (await import('./postgres.ts')).openPostgres({ databaseUrl, onConnectionError, onWarning })
    : openSqlite({ dataDir });
  const databaseName = databaseUrl ? 'the PostgreSQL database' : dataDir;
  try {
    await databaseHandle.withLock('start', async () => {
      await assertNotNewer(databaseHandle, databaseName);
      if (!databaseUrl && (await hasPendingMigrations({ database: databaseHandle.database, migrations }))) {
        await createBackup({ dataDir, reason: 'before-migration' });
      }
      await migrate({ database: databaseHandle.database, migrations });
      await ensureSearchIndexes(databaseHandle, onWarning);
    });
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
