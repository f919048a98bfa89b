import { v4 } from 'uuid';
import { StartupError } from '../lib/app-error.ts';
import { createBackup } from './automatic-backups.ts';
import { toStartupError } from './database-errors.ts';
import { lockFolder } from './folder-lock.ts';
import { findUnknownMigrations, hasPendingMigrations, migrate } from './migrate.ts';
import { migrations } from './migrations/index.ts';
import { ensureSearchIndexes } from './search-indexes.ts';
import { openSqlite } from './sqlite.ts';
import type { Storage } from './storage.ts';

const refuseNewer = async (storage: Storage, place: string) => {
  const unknown = await findUnknownMigrations({ database: storage.database, migrations });
  if (unknown.length === 0) return;
  throw new StartupError({
    message: `This data was saved by a newer version of the app (${unknown.join(', ')}). Update the app.`,
    path: place,
  });
};

type OpenOptions = {
  dataDir: string;
  databaseUrl: string | undefined;
  onConnectionError: (error: Error) => void;
  /** Called with a warning when the database lacks an optional feature. */
  onNotice: (text: string) => void;
};

/** Opens, checks and migrates the database. The caller has already locked the data folder. */
export const openAndMigrate = async ({
  dataDir,
  databaseUrl,
  onConnectionError,
  onNotice,
}: OpenOptions): Promise<Storage> => {
  const storage = databaseUrl
    ? // Most servers never need this driver.
      await (await import('./postgres.ts')).openPostgres({ databaseUrl, onConnectionError })
    : openSqlite({ dataDir });
  const place = databaseUrl ? 'the PostgreSQL database' : dataDir;
  try {
    await refuseNewer(storage, place);
    if (
      storage.kind === 'sqlite' &&
      (await hasPendingMigrations({ database: storage.database, migrations }))
    ) {
      await createBackup({ dataDir, reason: 'before-migration' });
    }
    await migrate({ database: storage.database, migrations });
    await ensureSearchIndexes(storage, onNotice);
    return storage;
  } catch (error) {
    await storage.close();
    throw toStartupError({
      error,
      path: place,
      damaged: 'The database is damaged. Restore a backup.',
    });
  }
};

/** Locks the data folder, then opens, checks and migrates the database. Throws a `StartupError` if it can't be used. */
export const openDatabase = async (options: OpenOptions): Promise<Storage> => {
  const lock = lockFolder(options.dataDir);
  try {
    const storage = await openAndMigrate(options);
    return { ...storage, close: () => storage.close().finally(lock.release) };
  } catch (error) {
    lock.release();
    throw error;
  }
};

/** A permanent id that distinguishes this database from all others. */
export const getDatabaseId = async ({ database }: Storage): Promise<string> => {
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
