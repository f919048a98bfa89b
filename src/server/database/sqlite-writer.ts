import type BetterSqlite from 'better-sqlite3';

/** Milliseconds that a connection waits for the lock of another one. */
export const busyTimeout = 5000;

export const configureWriter = (connection: BetterSqlite.Database): void => {
  connection.exec(`PRAGMA busy_timeout = ${busyTimeout}`);
  connection.exec('PRAGMA journal_mode = WAL');
  connection.exec('PRAGMA synchronous = FULL');
  connection.exec('PRAGMA foreign_keys = ON');
};
