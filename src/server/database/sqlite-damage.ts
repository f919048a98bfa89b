import type BetterSqlite from 'better-sqlite3';
import { isDatabaseDamaged } from './database-errors.ts';
import { readPragma } from './pragma.ts';

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
