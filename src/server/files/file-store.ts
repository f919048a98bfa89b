import { rmSync, statSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileKind } from '#shared/uploads.ts';
import { toStartupError } from '../database/database-errors.ts';
import { createFileLeases, type FileLeases } from './file-leases.ts';
import { createRenditions, type Renditions } from './images/renditions.ts';
import { createReceiver, type Receiver } from './received-files.ts';
import { type AddedFile, stageFile } from './staging.ts';
import { storedFileType } from './stored-file-type.ts';

/** The new and existing files of one save. None of them is deleted during the save. */
export type FileTransaction = {
  add: (options: { value: string; kind: FileKind }) => Promise<AddedFile | { error: string }>;
  /** Protects an existing file of that kind during this save and returns its size; null if there is none. */
  retain: (options: { filename: string; kind: FileKind }) => Promise<{ size: number } | null>;
  /**
   * Keeps new files from here on. If the database rolls back, the sweep deletes them later; a deleted file in use would
   * be lost.
   */
  commit: () => void;
};

type SweepOptions = { graceMs: number; findUsed: (names: string[]) => Promise<Set<string>> };

export type FileStore = {
  folder: string;
  renditions: Renditions;
  /** Receives the files of a request before a save begins. */
  createReceiver: () => Receiver;
  /** Runs a save. Its new files are deleted unless it commits. */
  transaction: <Result>(save: (files: FileTransaction) => Promise<Result>) => Promise<Result>;
  /** Stores the picture in `value` as the preview of a PDF or video. Returns a message if it can't be used. */
  addPreview: (preview: { filename: string; value: string }) => Promise<string | null>;
  /** Deletes files that are older than `graceMs` and unused according to `findUsed`, and their renditions. Returns how many. */
  sweep: (options: SweepOptions) => Promise<number>;
  /** False if the folder belongs to another database, whose files must not be swept. */
  belongsToDatabase: boolean;
};

type StorePaths = { folder: string; staging: string; leases: FileLeases; renditions: Renditions };

const ownerFile = '.database';

const syncFolder = async (folder: string) => {
  // Windows can neither open nor flush a folder; its file system makes renames durable.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
};

/** Updates a file's time, so that no sweep deletes it. Returns false if the file doesn't exist. */
const touch = async (path: string): Promise<boolean> => {
  const now = new Date();
  return utimes(path, now, now).then(
    () => true,
    () => false,
  );
};

const runFileTransaction = async <Result>(
  { folder, staging, leases, renditions }: StorePaths,
  save: (files: FileTransaction) => Promise<Result>,
): Promise<Result> => {
  let isCommitted = false;
  const leased = new Set<string>();
  const added: string[] = [];
  const acquire = (filename: string) => {
    if (leased.has(filename)) return;
    leased.add(filename);
    leases.acquire(filename);
  };
  const files: FileTransaction = {
    add: async ({ value, kind }) => {
      const staged = await stageFile({ value, kind, folder: staging });
      if ('error' in staged) return staged;
      const { path, filename, name, size } = staged.file;
      acquire(filename);
      if (await touch(join(folder, filename))) {
        await rm(path, { force: true });
      } else {
        leases.markNew(filename);
        added.push(filename);
        await rename(path, join(folder, filename));
        await syncFolder(folder);
      }
      return { filename, name, size };
    },
    retain: async ({ filename, kind }) => {
      if (storedFileType(filename)?.kind !== kind) return null;
      acquire(filename);
      const path = join(folder, filename);
      return (await touch(path)) ? { size: (await stat(path)).size } : null;
    },
    commit: () => {
      isCommitted = true;
    },
  };
  try {
    const result = await save(files);
    if (isCommitted) for (const filename of added) renditions.make(filename);
    return result;
  } finally {
    for (const filename of leased) leases.release({ filename, isCommitted });
  }
};

const sweepFolder = async ({
  folder,
  leases,
  renditions,
  graceMs,
  findUsed,
}: StorePaths & SweepOptions): Promise<number> => {
  const names = (await readdir(folder)).filter((name) => storedFileType(name));
  const used = await findUsed(names);
  const unused = names.filter((name) => !used.has(name));
  // Checked and deleted synchronously, so that no save can begin in between.
  const removeIfOld = (name: string) => {
    const path = join(folder, name);
    const touchedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
    if (touchedAt === undefined || leases.has(name) || Date.now() - touchedAt < graceMs) return false;
    rmSync(path);
    return true;
  };
  const removed = unused.filter(removeIfOld).length;
  await renditions.sweep();
  return removed;
};

const addPreview = async (
  { staging, renditions }: StorePaths,
  { filename, value }: { filename: string; value: string },
): Promise<string | null> => {
  const staged = await stageFile({ value, kind: 'image', folder: staging });
  if ('error' in staged) return staged.error;
  const { path } = staged.file;
  await renditions.addPreview({ filename, path }).finally(() => rm(path, { force: true }));
  return null;
};

type Folders = Pick<StorePaths, 'folder' | 'staging'>;

/** Returns whether the folder belongs to this database. An empty folder without an owner is assigned to it. */
const claimFolder = async ({ folder, staging }: Folders, databaseId: string): Promise<boolean> => {
  const path = join(folder, ownerFile);
  const owner = await readFile(path, 'utf8').catch(() => null);
  if (owner !== null) return owner === databaseId;
  if ((await readdir(folder)).some((name) => storedFileType(name))) return false;
  const tempOwnerPath = join(staging, ownerFile);
  await writeFile(tempOwnerPath, databaseId);
  await rename(tempOwnerPath, path);
  return true;
};

type StoreOptions = { dataDir: string; databaseId: string };

/** Opens the folder of stored files, which are named by their content and written atomically. */
export const openFileStore = async ({ dataDir, databaseId }: StoreOptions): Promise<FileStore> => {
  const folder = join(dataDir, 'uploads');
  const staging = join(folder, '.staging');
  const remove = (filename: string) => rmSync(join(folder, filename), { force: true });
  try {
    await rm(staging, { recursive: true, force: true });
    await mkdir(staging, { recursive: true });
    const belongsToDatabase = await claimFolder({ folder, staging }, databaseId);
    const renditions = await createRenditions(folder);
    const paths = { folder, staging, leases: createFileLeases({ remove }), renditions };
    return {
      folder,
      renditions,
      belongsToDatabase,
      createReceiver: () => createReceiver(staging),
      transaction: (save) => runFileTransaction(paths, save),
      addPreview: (preview) => addPreview(paths, preview),
      sweep: (options) => sweepFolder({ ...paths, ...options }),
    };
  } catch (error) {
    throw toStartupError(error, { path: folder, damaged: "Can't use the uploads folder" });
  }
};
