import { rm } from 'node:fs/promises';
import { type AcceptedKind, acceptsKind } from '#shared/uploads.ts';
import type { DatabaseHandle } from '../database/database-handle.ts';
import { readSetting } from '../database/settings.ts';
import type { Database } from '../database/tables.ts';
import { inChunks } from '../database/write-rows.ts';
import { AppError } from '../lib/app-error.ts';
import { type FileStorage, storedFileType } from './file-storage.ts';
import type { Dimensions } from './images/check-image.ts';
import { createRenditions, type Renditions } from './images/renditions.ts';
import { claimStorage } from './open-storage.ts';
import { createReceiver, type Receiver } from './received-files.ts';
import { type AddedFile, stageFile } from './staging.ts';
import { gracePeriod, lastSweepSetting, removeUnused, sweepStorage } from './sweep.ts';

/** The new and existing files of one save. */
export type FileTransaction = {
  add: (options: { value: string; kind: AcceptedKind }) => Promise<AddedFile | { error: string }>;
  /**
   * Returns an existing file of that kind; null if there is none. Dimensions are known of images that
   * this save has added.
   */
  retain: (options: {
    filename: string;
    kind: AcceptedKind;
  }) => Promise<{ size: number; dimensions: Dimensions | null } | null>;
  /**
   * Call it last in the database transaction: it fails if one of the files has just been swept. It asks a bucket only if
   * files were swept during this save.
   */
  commit: (database: Database) => Promise<void>;
};

export type FileStore = {
  storage: FileStorage;
  renditions: Renditions;
  /** Receives the files of a request before a save begins. */
  createReceiver: () => Receiver;
  /** Runs a save. If it fails, the sweep deletes its new files later. */
  transaction: <Result>(save: (files: FileTransaction) => Promise<Result>) => Promise<Result>;
  /** Stores the picture in `value` as the preview of a PDF or video. Returns a message if it can't be used. */
  addPreview: (preview: { filename: string; value: string }) => Promise<string | null>;
  /** Deletes files that have been unused for a day, and their renditions. Returns how many. */
  sweep: (signal: AbortSignal) => Promise<number>;
  /** False if the files belong to another database, so that they must not be swept. */
  belongsToDatabase: boolean;
  close: () => Promise<void>;
};

type StoreParts = {
  storage: FileStorage;
  databaseHandle: DatabaseHandle;
  renditions: Renditions;
  /** The files of each save of this server that has not ended. */
  running: Set<ReadonlySet<string>>;
};

/** Files of this age may be swept before the save ends. */
const riskyAge = gracePeriod / 2;

const assertStored = async (storage: FileStorage, names: readonly string[]): Promise<void> => {
  for (const chunk of inChunks(names)) {
    const files = await Promise.all(chunk.map((name) => storage.stat(name)));
    if (files.includes(null)) {
      throw new AppError('conflict', 'A file was deleted because nothing used it. Upload it again.');
    }
  }
};

const runFileTransaction = async <Result>(
  parts: StoreParts,
  save: (files: FileTransaction) => Promise<Result>,
): Promise<Result> => {
  const { storage, renditions, databaseHandle, running } = parts;
  const lastSweep = storage.isRemote ? await readSetting(databaseHandle.database, lastSweepSetting) : null;
  let isCommitted = false;
  const added: string[] = [];
  const used = new Set<string>();
  const dimensions = new Map<string, Dimensions | null>();
  const findStored = (filename: string) => {
    used.add(filename);
    return storage.stat(filename);
  };
  const files: FileTransaction = {
    add: async ({ value, kind }) => {
      const staged = await stageFile({ value, kind, folder: storage.staging });
      if ('error' in staged) return staged;
      const { path, ...file } = staged.file;
      const { filename } = file;
      dimensions.set(filename, file.dimensions);
      try {
        const stored = await findStored(filename);
        if (!stored) added.push(filename);
        if (!stored || storage.now() - stored.modifiedAt > riskyAge) await storage.put({ name: filename, path });
      } finally {
        await rm(path, { force: true });
      }
      return file;
    },
    retain: async ({ filename, kind }) => {
      const stored = acceptsKind(kind, storedFileType(filename)?.kind) ? await findStored(filename) : null;
      return stored && { size: stored.size, dimensions: dimensions.get(filename) ?? null };
    },
    commit: async (database) => {
      // However old the files are: the clock of the server that swept may be wrong.
      const isSafe =
        !storage.isRemote || used.size === 0 || (await readSetting(database, lastSweepSetting)) === lastSweep;
      if (!isSafe) await assertStored(storage, [...used]);
      isCommitted = true;
    },
  };
  running.add(used);
  try {
    const result = await save(files);
    if (isCommitted) for (const filename of added) renditions.make(filename);
    return result;
  } finally {
    running.delete(used);
    // In a bucket, another server may be using the files, so the sweep deletes them.
    if (!isCommitted && !storage.isRemote) await removeUnused(parts, added).catch(() => undefined);
  }
};

const addPreview = async (
  { storage, renditions }: StoreParts,
  { filename, value }: { filename: string; value: string },
): Promise<string | null> => {
  const staged = await stageFile({ value, kind: 'image', folder: storage.staging });
  if ('error' in staged) return staged.error;
  const { path } = staged.file;
  await renditions.addPreview({ filename, path }).finally(() => rm(path, { force: true }));
  return null;
};

type StoreOptions = { storage: FileStorage; databaseHandle: DatabaseHandle };

/**
 * Opens the store of uploaded files, which are named by their content and written atomically. Throws a `StartupError` if
 * the files of the database are elsewhere.
 */
export const openFileStore = async ({ storage, databaseHandle }: StoreOptions): Promise<FileStore> => {
  const belongsToDatabase = await claimStorage(storage, databaseHandle);
  const renditions = createRenditions(storage);
  const parts: StoreParts = { storage, databaseHandle, renditions, running: new Set() };
  return {
    storage,
    renditions,
    belongsToDatabase,
    createReceiver: () => createReceiver(storage.staging),
    transaction: (save) => runFileTransaction(parts, save),
    addPreview: (preview) => addPreview(parts, preview),
    sweep: (signal) => sweepStorage(parts, signal),
    close: async () => {
      await renditions.close();
      storage.close();
    },
  };
};
