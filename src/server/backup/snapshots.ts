import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { isNumberedName, sortBackupNames } from '../database/copy-database.ts';
import { errorCode } from '../database/database-errors.ts';
import { StartupError } from '../lib/app-error.ts';
import { type Manifest, manifestName, parseManifest } from './manifest.ts';

/** A folder with one backup. */
export type Snapshot = { name: string; path: string; manifest: Manifest };

/** Folder of a snapshot that is being written or deleted. */
export const unfinishedPath = (folder: string): string => join(folder, '.unfinished');

const readManifest = async (path: string): Promise<Manifest | null> =>
  parseManifest(await readFile(join(path, manifestName), 'utf8').catch(() => ''));

export const listNames = async (folder: string): Promise<string[]> =>
  sortBackupNames((await readdir(folder)).filter(isNumberedName));

/** Returns the complete snapshots in a folder, oldest first, and the names of those without a readable manifest. */
export const findSnapshots = async (folder: string): Promise<{ snapshots: Snapshot[]; damaged: string[] }> => {
  const snapshots: Snapshot[] = [];
  const damaged: string[] = [];
  for (const name of await listNames(folder)) {
    const path = join(folder, name);
    const manifest = await readManifest(path);
    if (manifest) snapshots.push({ name, path, manifest });
    else damaged.push(name);
  }
  return { snapshots, damaged };
};

/** Returns the path of a snapshot: `folder` itself, or the newest one in it. */
export const resolveSnapshot = async (folder: string, onDamaged: (name: string) => void): Promise<string> => {
  if (await readManifest(folder)) return folder;
  const { snapshots, damaged } = await findSnapshots(folder);
  damaged.forEach(onDamaged);
  const newest = snapshots.at(-1);
  if (!newest) throw new StartupError('There are no backups, or their manifests are damaged', folder);
  return newest.path;
};

/** Deletes the snapshots of a database except the newest ones, under the lock. Returns how many it has deleted. */
export const pruneSnapshots = async (
  folder: string,
  { databaseId, keep }: { databaseId: string | undefined; keep: number },
): Promise<number> => {
  const { snapshots } = await findSnapshots(folder);
  const old = snapshots.filter(({ manifest }) => manifest.databaseId === databaseId).slice(0, -keep);
  for (const { path } of old) {
    // An interruption leaves no half of it.
    await rename(path, unfinishedPath(folder));
    await rm(unfinishedPath(folder), { recursive: true, force: true });
  }
  return old.length;
};

/** Milliseconds that a backup waits for another one, for example that of another server. */
const maxWait = 12 * 60 * 60 * 1000;

/** Runs `work` while no other process writes to a folder of snapshots. Waiting blocks this process. */
export const withFolderLock = async <Result>(folder: string, work: () => Promise<Result>): Promise<Result> => {
  const connection = new BetterSqlite(join(folder, 'backup.lock'), { timeout: maxWait });
  try {
    connection.exec('BEGIN EXCLUSIVE');
    return await work();
  } catch (error) {
    if (!errorCode(error).startsWith('SQLITE_BUSY')) throw error;
    throw new StartupError('Another backup to this folder is running', folder, { cause: error });
  } finally {
    connection.close();
  }
};
