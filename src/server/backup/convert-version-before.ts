import { renameSync } from 'node:fs';
import BetterSqlite from 'better-sqlite3';
import { SqliteDialect } from 'kysely';
import { migrate } from '../database/migrate.ts';
import { migrations } from '../database/migrations/index.ts';
import { createQueryBuilder } from '../database/query-builder.ts';
import type { Database } from '../database/tables.ts';
import { copyRows } from './copy-rows.ts';

/** Opens a file whose rows come in any order, and that is deleted if writing it fails. */
export const openForCopy = (path: string): Database => {
  const connection = new BetterSqlite(path);
  connection.exec('PRAGMA foreign_keys = OFF; PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF');
  return createQueryBuilder({ dialect: new SqliteDialect({ database: connection }) });
};

/**
 * Copies the rows of a database of the version before into one with the tables of this version, which replaces it.
 * Columns that no longer exist are left out, and new ones get their defaults.
 */
export const convertVersionBefore = async (path: string): Promise<void> => {
  const newPath = `${path}.converted`;
  const [from, to] = [openForCopy(path), openForCopy(newPath)];
  try {
    await migrate({ database: to, migrations });
    await to.transaction().execute((trx) => copyRows(from, trx));
  } finally {
    await from.destroy();
    await to.destroy();
  }
  renameSync(newPath, path);
};
