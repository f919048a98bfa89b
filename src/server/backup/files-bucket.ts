import BetterSqlite from 'better-sqlite3';
import { filesBucketSetting } from '../files/claim-storage.ts';

/** Returns the bucket with the files of an SQLite database; null if they are in its data folder. */
export const readFilesBucket = (database: string): string | null => {
  const connection = new BetterSqlite(database, { readonly: true });
  try {
    const row = connection.prepare('SELECT value FROM setting WHERE _id = ?').get(filesBucketSetting);
    return (row as { value: string } | undefined)?.value ?? null;
  } finally {
    connection.close();
  }
};
