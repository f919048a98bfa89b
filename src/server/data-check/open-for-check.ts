import { existsSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { SqliteDialect } from 'kysely';
import { isDatabaseDamaged } from '../database/database-errors.ts';
import type { DatabaseHandle } from '../database/database-handle.ts';
import { findUnknownMigrations, hasPendingMigrations } from '../database/migrate.ts';
import { migrations } from '../database/migrations/index.ts';
import { createQueryBuilder } from '../database/query-builder.ts';
import { findSqliteDamage } from '../database/sqlite-damage.ts';
import { busyTimeout } from '../database/sqlite-writer.ts';
import { StartupError } from '../lib/app-error.ts';

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

const openAny = async ({ dataDir, databaseUrl }: { dataDir: string; databaseUrl: string | undefined }) => {
  if (databaseUrl === undefined) return openSqliteFile(dataDir);
  const { openPostgres } = await import('../database/postgres.ts');
  return openPostgres({ databaseUrl, onConnectionError: () => {}, onWarning: () => {} });
};

/** Opens a database without changing it. Throws a `StartupError` if it is of another version. */
export const openForCheck = async (options: {
  dataDir: string;
  databaseUrl: string | undefined;
}): Promise<Opened> => {
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
