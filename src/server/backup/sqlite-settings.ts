import BetterSqlite from 'better-sqlite3';
import { filesBucketSetting } from '../files/claim-storage.ts';

/** Reads a setting of an SQLite database that a server may be using. */
export const readSqliteSetting = (database: string, name: string): string | null => {
  const connection = new BetterSqlite(database, { readonly: true, fileMustExist: true });
  try {
    const row = connection.prepare('SELECT value FROM setting WHERE _id = ?').get(name);
    return (row as { value: string } | undefined)?.value ?? null;
  } finally {
    connection.close();
  }
};

/** Returns the bucket with the files of an SQLite database; null if they are in its data folder. */
export const readFilesBucket = (database: string): string | null => readSqliteSetting(database, filesBucketSetting);
