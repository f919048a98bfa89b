import { renameSync } from 'node:fs';
import BetterSqlite from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { migrate } from '../database/migrate.ts';
import { migrations } from '../database/migrations/index.ts';
import { readPragma } from '../database/pragma.ts';
import type { Tables } from '../database/tables.ts';

const readColumns = (connection: BetterSqlite.Database, schema: 'main' | 'former', table: string): string[] =>
  readPragma<{ name: string }>(connection, `${schema}.table_info("${table}")`).map(({ name }) => name);

/**
 * Copies the rows of a database of the version before into one with the tables of this version, which replaces it.
 * Columns that no longer exist are left out, and new ones get their defaults.
 */
export const convertVersionBefore = async (path: string): Promise<void> => {
  const newPath = `${path}.converted`;
  const connection = new BetterSqlite(newPath);
  const database = new Kysely<Tables>({ dialect: new SqliteDialect({ database: connection }) });
  try {
    await migrate({ database, migrations });
    connection.prepare('ATTACH ? AS former').run(path);
    connection.exec('PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF; BEGIN');
    for (const { name } of await database.introspection.getTables()) {
      if (name.startsWith('migration')) continue;
      const former = readColumns(connection, 'former', name);
      const columns = readColumns(connection, 'main', name).filter((column) => former.includes(column));
      if (columns.length === 0) continue;
      const list = columns.map((column) => `"${column}"`).join(', ');
      // The row ids of the history are in the order of the commits.
      connection.exec(`INSERT INTO main."${name}" (${list}) SELECT ${list} FROM former."${name}" ORDER BY rowid`);
    }
    connection.exec('COMMIT');
  } finally {
    await database.destroy();
  }
  renameSync(newPath, path);
};
