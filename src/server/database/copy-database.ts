import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
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

/** The number in a name such as `000012-2026-11-27T02-00-00.123Z`; 0 in names of earlier versions and of others. */
const readNumber = (name: string): number => Number(/(?:^|-)(\d{6,15})-/.exec(name)?.[1] ?? 0);

export const isNumberedName = (name: string): boolean => /^\d{6,15}-/.test(name);

/** Oldest first. The number decides, because a clock may have been wrong. */
export const sortBackupNames = (names: readonly string[]): string[] =>
  names.toSorted((a, b) => readNumber(a) - readNumber(b) || a.localeCompare(b));

/** The name of the backup after the others: its number, and its time for people, without colons, which Windows forbids. */
export const nextBackupName = (names: readonly string[], at = new Date()): string => {
  const number = Math.max(0, ...names.map(readNumber)) + 1;
  return `${String(number).padStart(6, '0')}-${at.toISOString().replaceAll(':', '-')}`;
};

type Reason = 'daily' | 'before-migration' | 'before-restore';

const maxBackups = 7;

/** Folder of the automatic database backups. */
const backupsFolder = (dataDir: string): string => join(dataDir, 'backups');

/** Oldest first. */
const listBackups = async (dataDir: string, reason: Reason): Promise<string[]> => {
  const names = await readdir(backupsFolder(dataDir)).catch(() => []);
  return sortBackupNames(names.filter((name) => name.startsWith(`${reason}-`) && name.endsWith('.db')));
};

const removeTempFiles = async (folder: string): Promise<void> => {
  const tempFiles = (await readdir(folder)).filter((name) => name.includes('.db.part'));
  await Promise.all(tempFiles.map((name) => rm(join(folder, name), { force: true })));
};

/** Copies the database to the backups folder and deletes all but the newest seven backups for the same reason. */
export const createBackup = async ({
  dataDir,
  reason,
  now = new Date(),
}: {
  dataDir: string;
  reason: Reason;
  now?: Date;
}): Promise<string> => {
  const folder = backupsFolder(dataDir);
  await mkdir(folder, { recursive: true });
  await removeTempFiles(folder);
  const existing = await listBackups(dataDir, reason);
  const to = join(folder, `${reason}-${nextBackupName(existing, now)}.db`);
  copyDatabase({ from: join(dataDir, 'backoffice.db'), to });
  const old = existing.slice(0, Math.max(0, existing.length + 1 - maxBackups));
  await Promise.all(old.map((name) => rm(join(folder, name), { force: true })));
  return to;
};

/** Creates the daily backup unless the last one is of the same day in UTC. Returns whether it created one. */
export const createDailyBackup = async (dataDir: string, now = new Date()): Promise<boolean> => {
  const newest = (await listBackups(dataDir, 'daily')).at(-1);
  const day = now.toISOString().slice(0, 'yyyy-mm-dd'.length);
  if (newest?.includes(`-${day}T`)) return false;
  await createBackup({ dataDir, reason: 'daily', now });
  return true;
};
