import { sql } from 'kysely';
import { resources } from '#shared/resources/index.ts';
import { twoFactorRolesSetting } from '../auth/two-factor-policy.ts';
import { transientTables } from '../database/copy-database.ts';
import { toSearchKey } from '../database/ids.ts';
import { searchKeyColumn } from '../database/schema.ts';
import { type Database, isSqlite, type Row, resourceTables } from '../database/tables.ts';
import { insertRows } from '../database/write-rows.ts';
import { filesBucketSetting } from '../files/claim-storage.ts';
import { unfinishedPrefix } from '../records/bulk-transaction.ts';
import { restoredAtSetting } from './prepare-restored.ts';

const batchSize = 500;

/** Data of the previous server, such as sessions and jobs, or of its database, such as migrations. */
const excludedTables = [...transientTables, ...['change', 'job', 'setting', 'migration', 'migrationLock']];

/** Choices of admins, and the id that ties the stored files to a database. The others describe the previous server. */
const copiedSettings = [twoFactorRolesSetting, 'databaseId', restoredAtSetting, filesBucketSetting];

const readColumns = async (database: Database): Promise<Map<string, string[]>> => {
  const tables = await database.introspection.getTables();
  return new Map(tables.map(({ name, columns }) => [name, columns.map((column) => column.name)]));
};

/** The drivers don't return large integers exactly, so the search key is computed from the id. */
const withExactKey = (row: Row): Row =>
  searchKeyColumn in row ? { ...row, [searchKeyColumn]: toSearchKey(String(row._id)) } : row;

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
