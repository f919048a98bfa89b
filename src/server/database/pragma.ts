import type BetterSqlite from 'better-sqlite3';
import { isDatabaseDamaged } from './database-errors.ts';

/** Milliseconds that a connection waits for the lock of another one. */
export const busyTimeout = 5000;

/** Reads the rows of a pragma. `pragma()` returns other values in libsql, which can replace better-sqlite3. */
const readPragma = <Row extends object>(connection: BetterSqlite.Database, name: string): Row[] =>
  connection.prepare(`PRAGMA ${name}`).all() as Row[];

/** Reads the only value of a pragma. */
export const readPragmaValue = (connection: BetterSqlite.Database, name: string): unknown =>
  Object.values(readPragma(connection, name)[0] ?? {})[0];

const maxMessages = 10;

/** Reads the whole database file and returns the damage it finds, in SQLite's words, which contain no stored values. */
export const findSqliteDamage = (connection: BetterSqlite.Database): string[] => {
  try {
    const rows = readPragma<{ integrity_check: string }>(connection, `integrity_check(${maxMessages})`);
    return rows.map((row) => row.integrity_check).filter((message) => message !== 'ok');
  } catch (error) {
    if (!isDatabaseDamaged(error)) throw error;
    return [error instanceof Error ? error.message : String(error)];
  }
};
