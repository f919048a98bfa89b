import { sql } from 'kysely';
import { errorCode } from '../../database/database-errors.ts';
import type { DatabaseHandle } from '../../database/database-handle.ts';
import { type Database, resourceTables } from '../../database/tables.ts';
import { transientTables } from '../../database/transient-tables.ts';
import { filesBucketSetting } from '../../files/claim-storage.ts';
import { storedFileType } from '../../files/stored-file-type.ts';
import type { DatabaseFacts, StoreCopy } from './dump.ts';
import type { TableDigests } from './manifest.ts';
import { type RunningTool, startTool } from './postgres-tools.ts';

/**
 * Tables whose rows a backup of PostgreSQL leaves out: those of running servers, and the change feed, whose order is
 * that of the transactions of one database cluster.
 */
const excludedTables: readonly string[] = [...transientTables, 'change'];

/** Counts the rows of each table and adds up a hash of each, so that the order of the rows doesn't matter. */
const digestTables = async (database: Database): Promise<TableDigests> => {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema() order by 1`.execute(database);
  const digests: TableDigests = {};
  for (const { name } of tables) {
    if (excludedTables.includes(name)) continue;
    const { rows } = await sql<{ rows: string; digest: string }>`
      select count(*) as rows,
        coalesce(sum(('x' || encode(substring(sha256(convert_to(t::text, 'UTF8')) for 7), 'hex'))::bit(56)::bigint), 0) as digest
      from ${sql.table(name)} t`.execute(database);
    const [found] = rows;
    if (found) digests[name] = { rows: Number(found.rows), digest: String(found.digest) };
  }
  return digests;
};

/** Reads what a manifest says about a database. */
export const readPostgresFacts = async (database: Database): Promise<DatabaseFacts> => {
  const settings = await database.selectFrom('setting').selectAll().execute();
  const readSetting = (name: string) => settings.find(({ _id }) => _id === name)?.value;
  const files = await database.selectFrom('fileUse').select('file').distinct().orderBy('file').execute();
  const migrations = await resourceTables(database).selectFrom('migration').select('name').execute();
  return {
    databaseId: readSetting('databaseId') ?? '',
    filesBucket: readSetting(filesBucketSetting) ?? null,
    files: files.map(({ file }) => file).filter(storedFileType),
    migrations: migrations.map(({ name }) => String(name)),
    tables: await digestTables(database),
  };
};

const dumpOptions = [
  '--format=custom',
  '--no-owner',
  '--no-privileges',
  // A comment on an extension could be restored by its owner only.
  '--no-comments',
  ...excludedTables.map((name) => `--exclude-table-data="${name}"`),
];

const storeOutput = async ({ stdout, done, stop }: RunningTool, store: StoreCopy): Promise<void> => {
  let failure: unknown;
  const storing = store(stdout).catch((error: unknown) => {
    failure = error;
    stop();
  });
  const toolFailure = await done.then(
    () => undefined,
    (error: unknown) => error,
  );
  await storing;
  // The output of a program that isn't installed ends like this.
  const isEarlyEnd = errorCode(failure) === 'ERR_STREAM_PREMATURE_CLOSE';
  if (failure && !isEarlyEnd) throw failure;
  if (toolFailure) throw toolFailure;
};

/** Copies a PostgreSQL database that servers are using. Copy and facts are of the same moment. */
export const dumpPostgres = (
  { databaseHandle, databaseUrl }: { databaseHandle: DatabaseHandle; databaseUrl: string },
  store: StoreCopy,
): Promise<DatabaseFacts> =>
  databaseHandle.database
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      await sql`set local statement_timeout = 0`.execute(trx);
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
      const { rows } = await sql<{ snapshot: string }>`select pg_export_snapshot() as snapshot`.execute(trx);
      const dump = startTool('pg_dump', databaseUrl, [...dumpOptions, `--snapshot=${rows[0]?.snapshot}`]);
      await storeOutput(dump, store);
      return readPostgresFacts(trx);
    });
