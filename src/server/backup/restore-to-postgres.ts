import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { resources } from '#shared/resources/index.ts';
import { twoFactorRolesSetting } from '../auth/two-factor-policy.ts';
import type { DatabaseHandle } from '../database/database-handle.ts';
import { toSearchKey } from '../database/ids.ts';
import { openAndMigrate } from '../database/open.ts';
import { searchKeyColumn } from '../database/schema.ts';
import { type Database, type Row, resourceTables } from '../database/tables.ts';
import { transientTables } from '../database/transient-tables.ts';
import { insertRows } from '../database/write-rows.ts';
import { filesBucketSetting } from '../files/claim-storage.ts';
import { StartupError } from '../lib/app-error.ts';
import { databaseName } from './manifest.ts';
import { restoredAtSetting } from './prepare-restored.ts';
import { type RestoreOptions, restoreDataFolder } from './restore.ts';

const batchSize = 500;

/** Data of the previous server, such as sessions and jobs, or of its database, such as migrations. */
const excludedTables = [...transientTables, ...['change', 'job', 'setting', 'migration', 'migrationLock']];

/** Resources come after those they refer to. All other tables refer only to resources. */
export const findTables = async (database: Database): Promise<string[]> => {
  const declared = resources.map(({ name }) => name);
  const others = (await database.introspection.getTables())
    .map(({ name }) => name)
    .filter((name) => !declared.includes(name) && !excludedTables.includes(name));
  return [...declared, ...others];
};

const assertEmpty = async ({ database }: DatabaseHandle): Promise<void> => {
  for (const { name, labelPlural } of resources) {
    const found = await resourceTables(database).selectFrom(name).select('_id').limit(1).execute();
    if (found.length === 0) continue;
    throw new StartupError(
      `The database already contains data (${inSentence(labelPlural)}). Choose an empty one.`,
      'the PostgreSQL database',
    );
  }
};

/** The drivers don't return large integers exactly, so the search key is computed from the id. */
export const withExactKey = (row: Row): Row =>
  searchKeyColumn in row ? { ...row, [searchKeyColumn]: toSearchKey(String(row._id)) } : row;

const copyTable = async (from: Database, to: Database, table: string): Promise<number> => {
  let rows: Row[] = [];
  let count = 0;
  const write = async () => {
    await insertRows(to, { table, rows });
    count += rows.length;
    rows = [];
  };
  // A record in the trash can refer to the one it was deleted with.
  const query = resourceTables(from)
    .selectFrom(table)
    .selectAll()
    .$if(table === 'trash', (trash) => trash.orderBy(sql`"deletedWith" is not null`))
    .orderBy(sql`rowid`);
  for await (const row of query.stream()) {
    rows.push(withExactKey(row));
    if (rows.length === batchSize) await write();
  }
  await write();
  return count;
};

/** Choices of admins, and the id that ties the stored files to a database. The others describe the previous server. */
export const copiedSettings = [twoFactorRolesSetting, 'databaseId', restoredAtSetting, filesBucketSetting];

const copySettings = async (from: Database, to: Database): Promise<void> => {
  const settings = await from.selectFrom('setting').selectAll().where('_id', 'in', copiedSettings).execute();
  for (const row of settings) {
    await to
      .insertInto('setting')
      .values(row)
      .onConflict((conflict) => conflict.column('_id').doUpdateSet({ value: row.value }))
      .execute();
  }
};

const copyAllTables = async (from: Database, to: Database): Promise<number> => {
  const tables = await findTables(to);
  let count = 0;
  for (const table of tables) count += await copyTable(from, to, table);
  await copySettings(from, to);
  return count;
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
  const copyRows = async (staging: string, trx: Database): Promise<void> => {
    const source = await openAndMigrate({ dataDir: staging, databaseUrl: undefined, ...connections });
    count = await copyAllTables(source.database, trx).finally(source.close);
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
          await copyRows(staging, trx);
          replace();
        }),
    });
    return count;
  } finally {
    await to.close();
  }
};
