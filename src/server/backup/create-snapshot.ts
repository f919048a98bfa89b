import { createReadStream } from 'node:fs';
import { access, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import BetterSqlite from 'better-sqlite3';
import PQueue from 'p-queue';
import { copyDatabase, nextBackupName } from '../database/copy-database.ts';
import { errorCode, isDiskFull, toCommandError } from '../database/database-errors.ts';
import { getDatabaseId } from '../database/open.ts';
import { writeHashed } from '../files/copy-files.ts';
import { storedFileType } from '../files/file-storage.ts';
import { syncFolder } from '../files/folder-storage.ts';
import { withStorage } from '../files/open-storage.ts';
import { StartupError } from '../lib/app-error.ts';
import {
  addUpload,
  createManifest,
  databaseName,
  type Manifest,
  manifestName,
  type NewManifest,
  readFilesBucket,
  readSqliteSetting,
} from './manifest.ts';
import {
  findSnapshots,
  listNames,
  pruneSnapshots,
  type Snapshot,
  unfinishedPath,
  withFolderLock,
} from './snapshots.ts';

/** Files that are copied at the same time. */
const concurrency = 8;

type SnapshotOptions = {
  dataDir: string;
  databaseUrl: string | undefined;
  filesUrl: string | undefined;
  /** Folder of the snapshots. */
  to: string;
  /** Makes no snapshot if the last one that a schedule made is for this time. */
  scheduledFor: string | undefined;
  /** How many snapshots of the database to keep; all by default. */
  keep: number | undefined;
  onWarning: (text: string) => void;
};

type Source = { databaseId: string | undefined; copyTo: (path: string) => Promise<void> };

const copySqlite = (from: string, to: string): void => {
  try {
    copyDatabase({ from, to });
  } catch (error) {
    // The full disk is that of the copy; any other problem is in the original.
    throw isDiskFull(error) ? error : new StartupError(toCommandError(error, from).message, from);
  }
};

const withSource = async <Result>(
  { dataDir, databaseUrl, onWarning }: SnapshotOptions,
  work: (source: Source) => Promise<Result>,
): Promise<Result> => {
  if (databaseUrl === undefined) {
    const path = join(dataDir, databaseName);
    await access(path);
    const databaseId = readSqliteSetting(path, 'databaseId') ?? undefined;
    return work({ databaseId, copyTo: async (to) => copySqlite(path, to) });
  }
  const { openPostgres } = await import('../database/postgres.ts');
  const { dumpPostgres } = await import('./copy-rows.ts');
  const databaseHandle = await openPostgres({ databaseUrl, onWarning, onConnectionError: () => {} });
  try {
    const databaseId = await getDatabaseId(databaseHandle);
    return await work({ databaseId, copyTo: (to) => dumpPostgres(databaseHandle, to) });
  } finally {
    await databaseHandle.close();
  }
};

/** Reads an upload of the server; null if it doesn't exist. */
type ReadFile = (name: string) => Promise<Readable | null>;

const withFiles = async (
  { dataDir, filesUrl }: SnapshotOptions,
  bucket: string | null,
  work: (read: ReadFile) => Promise<void>,
): Promise<void> => {
  if (bucket === null) return work(async (name) => createReadStream(join(dataDir, 'uploads', name)));
  const failure = new StartupError(`The files of this database are in ${bucket}. Name it with --files-url.`, dataDir);
  if (filesUrl === undefined) throw failure;
  await withStorage({ dataDir, filesUrl }, async (storage) => {
    if (storage.location !== bucket) throw failure;
    await work(async (name) => (await storage.read(name))?.stream ?? null);
  });
};

const readUsedFiles = (database: string): string[] => {
  const connection = new BetterSqlite(database, { readonly: true });
  try {
    const names = connection.prepare('SELECT DISTINCT file FROM fileUse ORDER BY file').pluck().all();
    return names.map(String).filter(storedFileType);
  } finally {
    connection.close();
  }
};

/** Whether the original of a copy can't be opened or read. A bucket that can't be reached is no such error. */
const isReadError = (error: unknown, copy: string): boolean => {
  const { syscall, path } = error as NodeJS.ErrnoException;
  if (!/^E(?:NOENT|ACCES|PERM|ISDIR|IO)$/.test(errorCode(error))) return false;
  return syscall === 'read' || (syscall === 'open' && path !== copy);
};

type Copies = { folder: string; manifest: NewManifest };

const addFile = async (name: string, read: ReadFile, { folder, manifest }: Copies): Promise<void> => {
  const path = join(folder, 'uploads', name);
  const copy = async () => {
    const content = await read(name);
    return content ? writeHashed(content, path) : 'Missing';
  };
  const hash = await copy().catch(async (error: unknown) => {
    if (!isReadError(error, path)) throw error;
    await rm(path, { force: true });
    return errorCode(error) === 'ENOENT' ? 'Missing' : 'Unreadable';
  });
  addUpload(manifest, name, hash);
};

/** Copies all files that the database uses. Adds them and their problems to the manifest. */
const copyFiles = async (options: SnapshotOptions, copies: Copies): Promise<void> => {
  const { folder } = copies;
  const database = join(folder, databaseName);
  await mkdir(join(folder, 'uploads'));
  const queue = new PQueue({ concurrency });
  await withFiles(options, readFilesBucket(database), async (read) => {
    try {
      await queue.addAll(readUsedFiles(database).map((name) => () => addFile(name, read, copies)));
    } finally {
      queue.clear();
      await queue.onIdle();
    }
  });
  await syncFolder(join(folder, 'uploads'));
};

const writeSnapshot = async (
  options: SnapshotOptions,
  { databaseId, copyTo }: Source,
  folder: string,
): Promise<Manifest> => {
  const database = join(folder, databaseName);
  // The database first. Files are stored before the rows that use them, so none can be missing.
  await copyTo(database);
  const manifest = { ...(await createManifest(database)), databaseId, scheduledFor: options.scheduledFor };
  await copyFiles(options, { folder, manifest });
  manifest.problems.sort();
  await writeFile(join(folder, manifestName), JSON.stringify(manifest), { flush: true });
  await syncFolder(folder);
  return manifest;
};

type Created = Snapshot & { isNew: boolean; damaged: string[]; deleted: number };

/**
 * Writes a snapshot next to the others in a folder: a copy of the database and of the files that it uses. Servers can go
 * on using both. It gets its name when it is complete.
 */
export const createSnapshot = async (options: SnapshotOptions): Promise<Created> => {
  const { to, scheduledFor, keep } = options;
  await mkdir(to, { recursive: true });
  return withFolderLock(to, () =>
    withSource(options, async (source) => {
      const unfinished = unfinishedPath(to);
      await rm(unfinished, { recursive: true, force: true });
      const { snapshots, damaged } = await findSnapshots(to);
      const last = snapshots.findLast(
        ({ manifest }) => manifest.databaseId === source.databaseId && manifest.scheduledFor !== undefined,
      );
      if (scheduledFor !== undefined && last?.manifest.scheduledFor === scheduledFor)
        return { ...last, isNew: false, damaged, deleted: 0 };
      try {
        await mkdir(unfinished);
        const manifest = await writeSnapshot(options, source, unfinished);
        const name = nextBackupName(await listNames(to));
        const path = join(to, name);
        await rename(unfinished, path);
        await syncFolder(to);
        const deleted = keep === undefined ? 0 : await pruneSnapshots(to, { ...source, keep });
        return { name, path, manifest, isNew: true, damaged, deleted };
      } finally {
        await rm(unfinished, { recursive: true, force: true });
      }
    }),
  );
};
