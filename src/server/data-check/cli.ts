import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { SqliteDialect } from 'kysely';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { isDatabaseDamaged, isDatabaseUnavailable, toStartupError } from '../database/database-errors.ts';
import type { DatabaseHandle } from '../database/database-handle.ts';
import { findUnknownMigrations, hasPendingMigrations } from '../database/migrate.ts';
import { migrations } from '../database/migrations/index.ts';
import { busyTimeout, findSqliteDamage } from '../database/pragma.ts';
import { createQueryBuilder } from '../database/query-builder.ts';
import { type FileStorage, FilesUnavailableError } from '../files/file-storage.ts';
import { openStorage } from '../files/open-storage.ts';
import { StartupError } from '../lib/app-error.ts';
import { serverOptions } from '../lib/options.ts';
import { fail, readOptions } from '../lib/read-options.ts';
import { checkData, type DataCheck } from './check-data.ts';

// As in the server's cli.ts.
process.umask(0o077);

const { data, 'database-url': databaseUrl, 'files-url': filesUrl } = serverOptions;
const options = readOptions(
  {
    usage: 'npm run check:data --',
    about: `Checks the database for damage, and lists records whose files are missing and rows that refer to missing rows.
It changes no data, and the server can keep running. Exits with 1 if it finds anything.`,
    shared: { data, 'database-url': databaseUrl, 'files-url': filesUrl },
  },
  (values) => ({ dataDir: values.data, databaseUrl: values['database-url'], filesUrl: values['files-url'] }),
);

const print = (text: string) => process.stdout.write(`${text}\n`);

const printList = (title: string, lines: readonly string[]) => {
  print(`${title}: ${lines.length === 0 ? 'none' : ''}`.trimEnd());
  for (const line of lines) print(`  ${line}`);
};

const printResult = ({ damage, missingFiles, orphanRows }: DataCheck) => {
  printList('Damage of the database', damage);
  printList(
    'Missing files',
    missingFiles.map(
      ({ resource, recordId, field, file, title }) => `${resource} ${recordId} “${title}”, ${field}: ${file}`,
    ),
  );
  printList(
    'Rows that refer to missing rows',
    orphanRows.map(({ table, parent, total }) => `${formatCount(total, 'row')} of ${table}, to ${parent}`),
  );
};

type Opened = Pick<DatabaseHandle, 'database' | 'findDamage' | 'close'>;

/** Opens a SQLite file that a server may be using, or that is too damaged for one. */
const openSqliteFile = (dataDir: string): Opened => {
  const path = join(dataDir, 'backoffice.db');
  if (!existsSync(path)) throw new StartupError('There is no database in this folder', dataDir);
  const connection = new BetterSqlite(path, { fileMustExist: true, timeout: busyTimeout });
  const database = createQueryBuilder({ dialect: new SqliteDialect({ database: connection }) });
  return {
    database,
    findDamage: async () => findSqliteDamage(connection),
    close: () => database.destroy(),
  };
};

type Location = { dataDir: string; databaseUrl: string | undefined };

const openAny = async ({ dataDir, databaseUrl }: Location) => {
  if (databaseUrl === undefined) return openSqliteFile(dataDir);
  const { openPostgres } = await import('../database/postgres.ts');
  return openPostgres({ databaseUrl, onConnectionError: () => {}, onWarning: () => {} });
};

/** Opens a database without changing it. Throws a `StartupError` if it is of another version. */
const openForCheck = async (options: Location): Promise<Opened> => {
  const opened = await openAny(options);
  try {
    const { database } = opened;
    const unknown = await findUnknownMigrations({ database, migrations });
    if (unknown.length > 0 || (await hasPendingMigrations({ database, migrations }))) {
      throw new StartupError(
        'This database is of another version. Use the command of the server that uses it.',
        options.databaseUrl === undefined ? options.dataDir : 'the PostgreSQL database',
      );
    }
    return opened;
  } catch (error) {
    if (isDatabaseDamaged(error)) return opened;
    await opened.close();
    throw error;
  }
};

const check = async (): Promise<DataCheck> => {
  // A separate staging folder, because a server may be using the same data folder.
  const serverId = `check-${process.pid}`;
  const tempDir = await mkdtemp(join(tmpdir(), 'backoffice-check-'));
  const { filesUrl } = options;
  const opened = await openForCheck(options);
  let storage: FileStorage | undefined;
  try {
    const dataDir = filesUrl === undefined ? options.dataDir : tempDir;
    storage = await openStorage({ dataDir, filesUrl, serverId });
    return await checkData({ ...opened, storage });
  } finally {
    storage?.close();
    await opened.close();
    for (const folder of [storage?.staging, tempDir])
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }
};

const describeError = (error: unknown): string => {
  if (error instanceof FilesUnavailableError) return `${error.message} (${error.cause})`;
  if (isDatabaseUnavailable(error)) return `Can't reach the database: ${error}`;
  const damaged = 'The database is damaged. Restore a backup.';
  const { path, message } = toStartupError(error, { path: options.dataDir, damaged });
  return `${path}: ${message}`;
};

try {
  const result = await check();
  printResult(result);
  if (Object.values(result).some((found) => found.length > 0)) process.exitCode = 1;
} catch (error) {
  if (error instanceof StartupError) fail(`${error.path}: ${error.message}`);
  fail(describeError(error));
}
