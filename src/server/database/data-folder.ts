import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { type LockOwner, lockOwnerSchema } from '#shared/embedded.ts';
import { StartupError } from '../lib/app-error.ts';
import { errorCode, toStartupError } from './database-errors.ts';

/**
 * Folders next to the data folder. `staging` has a backup that is being unpacked. It becomes `incoming` while it replaces
 * the data; `outgoing` becomes `before` once it has all of the previous data.
 */
export const restorePaths = (dataDir: string) => ({
  staging: `${dataDir}.restoring`,
  incoming: `${dataDir}.restored`,
  outgoing: `${dataDir}.replaced`,
  before: `${dataDir}.before-restore`,
});

/** Names that stay in the folder: its lock, its reserve of room and the automatic backups. */
const keptNames = /^(?:server\.lock.*|server\.holder\.json|server\.reserve|backups)$/;

const moveContents = (from: string, to: string): void => {
  for (const name of readdirSync(from)) if (!keptNames.test(name)) renameSync(join(from, name), join(to, name));
};

/**
 * Replaces what the locked data folder contains. The folder itself stays, so that its lock does, too.
 * `keepReplacedContents` or `rollBackReplacement` has to follow.
 */
export const replaceContents = (dataDir: string): void => {
  const { staging, incoming, outgoing, before } = restorePaths(dataDir);
  rmSync(before, { recursive: true, force: true });
  mkdirSync(outgoing, { recursive: true });
  renameSync(staging, incoming);
  moveContents(dataDir, outgoing);
  renameSync(outgoing, before);
  moveContents(incoming, dataDir);
};

export const keepReplacedContents = (dataDir: string): void =>
  rmSync(restorePaths(dataDir).incoming, { recursive: true, force: true });

/**
 * Puts the previous contents of a locked folder back unless the new ones were kept, and deletes what a restore left
 * behind. Continues if it was interrupted itself. Returns whether it put anything back.
 */
export const rollBackReplacement = (dataDir: string): boolean => {
  const { staging, incoming, outgoing, before } = restorePaths(dataDir);
  const isUnfinished = existsSync(incoming);
  if (isUnfinished) {
    if (!existsSync(outgoing)) {
      moveContents(dataDir, incoming);
      renameSync(before, outgoing);
    }
    moveContents(outgoing, dataDir);
    renameSync(incoming, staging);
  }
  for (const folder of [staging, outgoing]) rmSync(folder, { recursive: true, force: true });
  return isUnfinished;
};

export type FolderLock = {
  /** Whether a restore was interrupted, and the previous data is back. */
  isRolledBack: boolean;
  release: () => void;
};

/** Milliseconds that a start waits for another server to shut down. */
const timeout = 3000;

export const lockName = 'server.lock';
const lockPath = (dataDir: string): string => join(dataDir, lockName);
const lockOwnerPath = (dataDir: string): string => join(dataDir, 'server.holder.json');

/** Thrown when another server has locked the folder; `lockOwner` is null if its details are missing. */
export class FolderLockedError extends StartupError {
  override name = 'FolderLockedError';
  readonly lockOwner: LockOwner | null;

  constructor({ path, lockOwner, cause }: { path: string; lockOwner: LockOwner | null; cause: unknown }) {
    const message = 'Another server is already using this data folder. Stop it, or choose another folder.';
    super(message, path, { cause });
    this.lockOwner = lockOwner;
  }
}

/** A killed server leaves this file behind, so it counts only while the folder is locked. */
const readLockOwner = (dataDir: string): LockOwner | null => {
  try {
    return lockOwnerSchema.parse(JSON.parse(readFileSync(lockOwnerPath(dataDir), 'utf8')));
  } catch {
    return null;
  }
};

const writeLockOwner = (dataDir: string): void => {
  const lockOwner: LockOwner = { computer: hostname(), since: new Date().toISOString() };
  try {
    writeFileSync(lockOwnerPath(dataDir), JSON.stringify(lockOwner));
  } catch {
    // The lock works without this file.
  }
};

const isBusy = (error: unknown): boolean => errorCode(error).startsWith('SQLITE_BUSY');

const acquireLock = (dataDir: string): FolderLock => {
  const connection = new BetterSqlite(lockPath(dataDir), { timeout });
  try {
    connection.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    connection.close();
    if (!isBusy(error)) throw error;
    throw new FolderLockedError({ path: dataDir, lockOwner: readLockOwner(dataDir), cause: error });
  }
  writeLockOwner(dataDir);
  const release = () => {
    rmSync(lockOwnerPath(dataDir), { force: true });
    connection.close();
  };
  try {
    return { isRolledBack: rollBackReplacement(dataDir), release };
  } catch (error) {
    release();
    throw error;
  }
};

/**
 * Creates the data folder if necessary and locks it for this process. SQLite's lock is released by the operating system
 * even when the process dies. Rolls back a restore that was interrupted.
 */
export const lockFolder = (dataDir: string): FolderLock => {
  try {
    mkdirSync(dataDir, { recursive: true });
    // SQLite doesn't say why it can't open a file.
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    return acquireLock(dataDir);
  } catch (error) {
    throw toStartupError(error, {
      path: dataDir,
      damaged: 'The file server.lock is damaged. Delete it and start again.',
    });
  }
};

/** Whether a folder is unlocked at this moment. Doesn't keep the lock. */
export const isFolderUnlocked = (dataDir: string): boolean => {
  try {
    const connection = new BetterSqlite(lockPath(dataDir), { timeout: 0, fileMustExist: true });
    try {
      connection.exec('BEGIN EXCLUSIVE');
      return true;
    } finally {
      connection.close();
    }
  } catch (error) {
    // A start reports any other error.
    return !isBusy(error);
  }
};
