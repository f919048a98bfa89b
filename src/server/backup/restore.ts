import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, open, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { v4 } from 'uuid';
import { sessionKeyName, storageKeyName } from '../auth/server-keys.ts';
import { assertIntact, assertSupportedBackup, copyDatabase, createBackup } from '../database/copy-database.ts';
import {
  keepReplacedContents,
  lockFolder,
  lockName,
  replaceContents,
  restorePaths,
  rollBackReplacement,
} from '../database/data-folder.ts';
import { ownerFile } from '../files/file-storage.ts';
import { filesBucketSetting } from '../files/open-storage.ts';
import { StartupError } from '../lib/app-error.ts';
import { convertVersionBefore } from './copy-rows.ts';
import { databaseName, readFilesBucket } from './manifest.ts';
import type { OnProgress } from './pack.ts';
import { prepareRestored } from './prepare-restored.ts';
import { unpackBackup } from './unpack.ts';

const sqliteHeader = 'SQLite format 3\0';

export type RestoreOptions = {
  dataDir: string;
  from: string;
  freeBytes?: number;
  onProgress?: OnProgress;
  /** Completes the restore and calls `replace`, which replaces the folder. If it fails, everything is rolled back. */
  complete?: ((restored: { staging: string; replace: () => void }) => Promise<void>) | undefined;
  /** Called before anything is replaced if the files of the backup are in a bucket. Without it, the restore fails. */
  onBucket?: ((bucket: string) => void) | undefined;
  /** Whether to leave out damaged uploads. Otherwise, a backup with any isn't restored. */
  skipDamaged?: boolean | undefined;
  onWarning?: ((text: string) => void) | undefined;
};

const isDatabase = async (path: string): Promise<boolean> => {
  if ((await stat(path)).isDirectory()) return false;
  const handle = await open(path, 'r');
  try {
    const { buffer } = await handle.read(Buffer.alloc(sqliteHeader.length), 0, sqliteHeader.length, 0);
    return buffer.toString('latin1') === sqliteHeader;
  } finally {
    await handle.close();
  }
};

const getFreeBytes = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

const ignoreMissing = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'ENOENT') throw error;
};

const failOnBucket = (from: string) => (bucket: string) => {
  throw new StartupError(`The files of this backup are in ${bucket}, which only a server can use`, from);
};

/** The original may still be in use with its own files, for example on another computer. */
const separateFromOriginal = async (staging: string): Promise<void> => {
  const databaseId = v4();
  const connection = new BetterSqlite(join(staging, databaseName));
  try {
    connection.prepare('DELETE FROM setting WHERE _id = ?').run(filesBucketSetting);
    connection.prepare("INSERT OR REPLACE INTO setting (_id, value) VALUES ('databaseId', ?)").run(databaseId);
  } finally {
    connection.close();
  }
  await mkdir(join(staging, 'uploads'), { recursive: true });
  await writeFile(join(staging, 'uploads', ownerFile), databaseId);
};

/** Copies a database, together with the write-ahead log that a killed server has left beside it. */
const stageDatabase = async ({ dataDir, from, to }: { dataDir: string; from: string; to: string }) => {
  const folder = dirname(from);
  // Changes that a running server saves after the copy would be lost.
  const isServerFolder = existsSync(join(folder, lockName));
  const lock = isServerFolder && folder !== resolve(dataDir) ? lockFolder(folder) : null;
  try {
    if (existsSync(`${from}-wal`)) copyDatabase({ from, to });
    else await copyFile(from, to);
  } finally {
    lock?.release();
  }
};

const stageBackup = async (restore: RestoreOptions, staging: string): Promise<void> => {
  const { dataDir, from, onBucket = failOnBucket(from) } = restore;
  await rm(staging, { recursive: true, force: true });
  await mkdir(staging, { recursive: true });
  const isComplete = !(await isDatabase(from));
  if (!isComplete) {
    // The backup is a database without files, so the current files stay.
    await stageDatabase({ dataDir, from, to: join(staging, databaseName) });
    const uploads = join(staging, 'uploads');
    await cp(join(dataDir, 'uploads'), uploads, { recursive: true, preserveTimestamps: true }).catch(ignoreMissing);
  } else {
    const freeBytes = restore.freeBytes ?? (await getFreeBytes(staging));
    await unpackBackup({ ...restore, staging, freeBytes });
  }
  const database = join(staging, databaseName);
  assertIntact(database);
  if (assertSupportedBackup(database, from).isOfVersionBefore) await convertVersionBefore(database);
  if (isComplete) await separateFromOriginal(staging);
  const bucket = readFilesBucket(database);
  if (bucket !== null) onBucket(bucket);
  // Without a key, the server creates a new one.
  await rm(join(staging, sessionKeyName), { force: true });
  await copyFile(join(dataDir, storageKeyName), join(staging, storageKeyName)).catch(ignoreMissing);
  prepareRestored({ database, previous: join(dataDir, databaseName) });
};

/**
 * Restores a backup, checked before anything is replaced, into a data folder that no server uses. The previous data
 * stays next to it until the next restore, and its database is also saved as an automatic backup. All sessions end.
 */
export const restoreDataFolder = async (restore: RestoreOptions): Promise<void> => {
  const { dataDir, complete = async ({ replace }) => replace() } = restore;
  const { staging } = restorePaths(dataDir);
  const lock = lockFolder(dataDir);
  try {
    await stageBackup(restore, staging);
    if (existsSync(join(dataDir, databaseName))) {
      await createBackup({ dataDir, reason: 'before-restore' }).catch(() => undefined);
    }
    await complete({ staging, replace: () => replaceContents(dataDir) });
    keepReplacedContents(dataDir);
  } catch (error) {
    try {
      rollBackReplacement(dataDir);
    } catch {
      // The next start tries again.
    }
    throw error;
  } finally {
    lock.release();
  }
};
