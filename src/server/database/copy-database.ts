import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import BetterSqlite from 'better-sqlite3';
import { StartupError } from '../lib/app-error.ts';
import { isOfVersionBefore } from './migrate.ts';
import { migrations, versionBefore } from './migrations/index.ts';
import { readPragmaValue } from './pragma.ts';

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

/** Throws if a database file is damaged. */
export const assertIntact = (path: string): void => {
  const connection = new BetterSqlite(path, { readonly: true, fileMustExist: true });
  try {
    if (readPragmaValue(connection, 'integrity_check(1)') !== 'ok')
      throw new StartupError('The database is damaged', path);
  } finally {
    connection.close();
  }
};

const readMigrations = (connection: BetterSqlite.Database): string[] | null => {
  const tables = connection
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name IN ('setting', 'migration')")
    .all();
  if (tables.length < 2) return null;
  return (connection.prepare('SELECT name FROM migration').all() as { name: string }[]).map(({ name }) => name);
};

/** Throws if a database isn't from this app, or its version can't be restored. Returns whether it is of the version before. */
export const assertSupportedBackup = (path: string, from: string): { isOfVersionBefore: boolean } => {
  const connection = new BetterSqlite(path, { readonly: true, fileMustExist: true });
  try {
    const applied = readMigrations(connection);
    if (applied === null) {
      throw new StartupError("This file isn't a Catalogue Back Office backup", from);
    }
    if (isOfVersionBefore(applied)) {
      if (applied.includes(versionBefore.last)) return { isOfVersionBefore: true };
      throw new StartupError('This backup is too old. Restore it with an earlier version of the app first.', from);
    }
    if (applied.some((name) => !(name in migrations))) {
      throw new StartupError('This backup was made with a newer version of the app. Update the app first.', from);
    }
    return { isOfVersionBefore: false };
  } finally {
    connection.close();
  }
};

export const flush = (path: string): void => {
  const handle = openSync(path, 'r+');
  fsyncSync(handle);
  closeSync(handle);
};

const removeSecrets = (path: string): void => {
  const connection = new BetterSqlite(path);
  try {
    emptyTransientTables(connection);
  } finally {
    connection.close();
  }
};

/**
 * Copies a database that may be in use, without its sessions: a snapshot, checked and moved into place atomically. It blocks the event loop,
 * so a running server leaves it to a separate process.
 */
export const copyDatabase = ({ from, to }: { from: string; to: string }): void => {
  const tempPath = `${to}.part`;
  rmSync(tempPath, { force: true });
  const connection = new BetterSqlite(from, { readonly: true, fileMustExist: true });
  try {
    connection.prepare('VACUUM INTO ?').run(tempPath);
    removeSecrets(tempPath);
    assertIntact(tempPath);
    flush(tempPath);
    renameSync(tempPath, to);
  } finally {
    connection.close();
    for (const name of [tempPath, `${tempPath}-journal`, `${tempPath}-wal`, `${tempPath}-shm`])
      rmSync(name, { force: true });
  }
};
