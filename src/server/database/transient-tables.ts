import type BetterSqlite from 'better-sqlite3';

/**
 * Tables that belong to a running server, not to its data: sessions, keys, one-time codes, counted attempts, open
 * records, and responses that may contain personal data.
 * Backups don't contain them, and a restore empties them.
 */
export const transientTables: readonly string[] = [
  ...['session', 'serverKey', 'idempotencyKey'],
  ...['loginCount', 'knownAddress', 'passwordReset', 'passkeyChallenge', 'presence'],
];

const hasTable = (connection: BetterSqlite.Database, name: string): boolean =>
  connection.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(name) !== undefined;

/** Deletes all rows of these tables in a copy of a database, and overwrites their content on disk. */
export const emptyTransientTables = (connection: BetterSqlite.Database): void => {
  connection.exec('PRAGMA secure_delete = ON');
  for (const name of transientTables) if (hasTable(connection, name)) connection.exec(`DELETE FROM "${name}"`);
};
