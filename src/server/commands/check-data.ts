import { existsSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { SqliteDialect } from 'kysely';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { checkData, type DataCheck } from '../data-check/check-data.ts';
import { isDatabaseDamaged } from '../database/database-errors.ts';
import type { DatabaseHandle } from '../database/database-handle.ts';
import { findUnknownMigrations, hasPendingMigrations } from '../database/migrate.ts';
import { migrations } from '../database/migrations/index.ts';
import { busyTimeout, findSqliteDamage } from '../database/pragma.ts';
import { createQueryBuilder } from '../database/query-builder.ts';
import { withStorage } from '../files/open-storage.ts';
import { StartupError } from '../lib/app-error.ts';
import { dataOptions, runCommand } from './run-command.ts';

const printList = (title: string, lines: readonly string[]) => {
  process.stdout.write(`${title}:${lines.length === 0 ? ' none' : ''}\n`);
  for (const line of lines) process.stdout.write(`  ${line}\n`);
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
  return { database, findDamage: async () => findSqliteDamage(connection), close: () => database.destroy() };
};

const openPostgres = async (databaseUrl: string): Promise<Opened> => {
  const postgres = await import('../database/postgres.ts');
  return postgres.openPostgres({ databaseUrl, onConnectionError: () => {}, onWarning: () => {} });
};

/** Throws a `StartupError` if a database is of another version. */
const assertThisVersion = async ({ database }: Opened, place: string): Promise<void> => {
  try {
    const unknown = await findUnknownMigrations({ database, migrations });
    if (unknown.length === 0 && !(await hasPendingMigrations({ database, migrations }))) return;
  } catch (error) {
    if (isDatabaseDamaged(error)) return;
    throw error;
  }
  throw new StartupError('This database is of another version. Use the command of the server that uses it.', place);
};

await runCommand(
  {
    usage: 'npm run check:data --',
    about: `Checks the database for damage, and lists records whose files are missing and rows that refer to missing rows.
It changes no data, and the server can keep running. Exits with 1 if it finds anything.`,
    shared: dataOptions,
    place: ({ data }) => data,
  },
  async ({ data: dataDir, 'database-url': databaseUrl, 'files-url': filesUrl }) => {
    const opened = databaseUrl === undefined ? openSqliteFile(dataDir) : await openPostgres(databaseUrl);
    try {
      await assertThisVersion(opened, databaseUrl === undefined ? dataDir : 'the PostgreSQL database');
      const result = await withStorage({ dataDir, filesUrl }, (storage) => checkData({ ...opened, storage }));
      printResult(result);
      if (Object.values(result).some((found) => found.length > 0)) process.exitCode = 1;
    } finally {
      await opened.close();
    }
  },
);
