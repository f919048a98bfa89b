import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inSentence } from '#shared/resource-kit/labels.ts';
import type { DatabaseHandle } from '../database/database-handle.ts';
import { openAndMigrate } from '../database/open.ts';
import { type Database, findRecords } from '../database/tables.ts';
import { StartupError } from '../lib/app-error.ts';
import { copyRows } from './copy-rows.ts';
import { databaseName } from './manifest.ts';
import { type RestoreOptions, restoreDataFolder } from './restore.ts';

const assertEmpty = async ({ database }: DatabaseHandle): Promise<void> => {
  const found = await findRecords(database);
  if (!found) return;
  throw new StartupError(
    `The database already contains data (${inSentence(found.labelPlural)}). Choose an empty one.`,
    'the PostgreSQL database',
  );
};

type Options = Pick<RestoreOptions, 'dataDir' | 'from' | 'onBucket' | 'skipDamaged'> & {
  databaseUrl: string;
  onConnectionError: (error: Error) => void;
  onWarning: (text: string) => void;
};

/**
 * Restores a backup for a server on PostgreSQL: its files to the data folder, its records and history to the database,
 * which must be empty. Returns the number of rows.
 */
export const restoreToPostgres = async ({
  dataDir,
  databaseUrl,
  from,
  onBucket,
  skipDamaged,
  ...connections
}: Options): Promise<number> => {
  const to = await openAndMigrate({ dataDir, databaseUrl, ...connections });
  let count = 0;
  const copyFrom = async (staging: string, trx: Database): Promise<void> => {
    const source = await openAndMigrate({ dataDir: staging, databaseUrl: undefined, ...connections });
    count = await copyRows(source.database, trx).finally(source.close);
    // A server that is started without the PostgreSQL URL would otherwise continue with this outdated database.
    await rm(join(staging, databaseName));
  };
  try {
    await assertEmpty(to);
    await restoreDataFolder({
      dataDir,
      from,
      onBucket,
      skipDamaged,
      onWarning: connections.onWarning,
      // The rows are committed last: if anything fails, neither they nor the files are restored.
      complete: ({ staging, replace }) =>
        to.transaction(async (trx) => {
          await copyFrom(staging, trx);
          replace();
        }),
    });
    return count;
  } finally {
    await to.close();
  }
};
