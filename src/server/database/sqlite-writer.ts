import type BetterSqlite from 'better-sqlite3';

/** How long a connection waits for another one's lock, in milliseconds. */
export const busyTimeout = 5000;

/** Makes a connection keep what it commits. */
export const configureWriter = (connection: BetterSqlite.Database): void => {
  connection.exec(`PRAGMA busy_timeout = ${busyTimeout}`);
  connection.exec('PRAGMA journal_mode = WAL');
  connection.exec('PRAGMA synchronous = FULL');
  connection.exec('PRAGMA foreign_keys = ON');
};
