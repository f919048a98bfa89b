import { rmSync, statSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileKind } from '#shared/uploads.ts';
import { explainFileError } from '../database/explain.ts';
import { createHolds, type Holds } from './holds.ts';
import { typeOfStored } from './names.ts';
import { type AddedFile, stageFile } from './staging.ts';

/** The files that one save brings or mentions. None of them goes while the save lasts. */
export type FileTransaction = {
  /** Stores the new file that a value carries, and gives the name it has from now on. */
  add: (options: { value: string; kind: FileKind }) => Promise<AddedFile | { problem: string }>;
  /** Keeps an existing file of that kind for this save and returns its size; null if there is none. */
  keep: (options: { filename: string; kind: FileKind }) => Promise<{ size: number } | null>;
  /** From here on only the database knows: a file too many is swept later, a file too few would be lost. */
  commit: () => void;
};

type SweepOptions = { graceMs: number; findUsed: (names: string[]) => Promise<Set<string>> };

export type FileStore = {
  folder: string;
  /** Runs a save. Unless it commits, what it brought is taken away again. */
  during: <Result>(save: (files: FileTransaction) => Promise<Result>) => Promise<Result>;
  /** Removes files that nobody touched for `graceMs` and that `findUsed` does not name; says how many. */
  sweep: (options: SweepOptions) => Promise<number>;
  /** Whether the folder belongs to the database of the given id: the files of another are not ours to judge. */
  isOwn: boolean;
};

type Place = { folder: string; staging: string; holds: Holds };

const ownerFile = '.database';

const syncFolder = async (folder: string) => {
  // Windows can neither open nor flush a folder; its file system keeps renames itself.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
};

/** Marks a stored file as just used, so that no sweep takes it. False where it is not there. */
const touch = async (path: string): Promise<boolean> => {
  const now = new Date();
  return utimes(path, now, now).then(
    () => true,
    () => false,
  );
};

const runSave = async <Result>(
  { folder, staging, holds }: Place,
  save: (files: FileTransaction) => Promise<Result>,
): Promise<Result> => {
  let isCommitted = false;
  const held = new Set<string>();
  const hold = (filename: string) => {
    if (held.has(filename)) return;
    held.add(filename);
    holds.take(filename);
  };
  const files: FileTransaction = {
    add: async ({ value, kind }) => {
      const staged = await stageFile({ value, kind, folder: staging });
      if ('problem' in staged) return staged;
      const { path, filename, name, size } = staged.file;
      hold(filename);
      if (await touch(join(folder, filename))) {
        await rm(path, { force: true });
      } else {
        holds.markNew(filename);
        await rename(path, join(folder, filename));
        await syncFolder(folder);
      }
      return { filename, name, size };
    },
    keep: async ({ filename, kind }) => {
      if (typeOfStored(filename)?.kind !== kind) return null;
      hold(filename);
      const path = join(folder, filename);
      return (await touch(path)) ? { size: (await stat(path)).size } : null;
    },
    commit: () => {
      isCommitted = true;
    },
  };
  try {
    return await save(files);
  } finally {
    for (const filename of held) holds.letGo({ filename, isCommitted });
  }
};

const sweepFolder = async ({ folder, holds, graceMs, findUsed }: Place & SweepOptions): Promise<number> => {
  const names = (await readdir(folder)).filter((name) => typeOfStored(name));
  const used = await findUsed(names);
  const unused = names.filter((name) => !used.has(name));
  // Looked at and removed in one breath: a save that begins in between cannot lose its file.
  const removeIfOld = (name: string) => {
    const path = join(folder, name);
    const touchedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
    if (touchedAt === undefined || holds.has(name) || Date.now() - touchedAt < graceMs) return false;
    rmSync(path);
    return true;
  };
  return unused.filter(removeIfOld).length;
};

/** An empty folder comes to belong to the database that finds it; one with files belongs to whom it says. */
const claimFolder = async ({ folder, staging }: Place, databaseId: string): Promise<boolean> => {
  const path = join(folder, ownerFile);
  const owner = await readFile(path, 'utf8').catch(() => null);
  if (owner !== null) return owner === databaseId;
  if ((await readdir(folder)).some((name) => typeOfStored(name))) return false;
  const fresh = join(staging, ownerFile);
  await writeFile(fresh, databaseId);
  await rename(fresh, path);
  return true;
};

/** Opens the folder of the stored files. They are named by their content, and written whole or not at all. */
export const openFileStore = async ({
  dataDir,
  databaseId,
}: {
  dataDir: string;
  databaseId: string;
}): Promise<FileStore> => {
  const folder = join(dataDir, 'uploads');
  const staging = join(folder, '.staging');
  const remove = (filename: string) => rmSync(join(folder, filename), { force: true });
  const place = { folder, staging, holds: createHolds({ remove }) };
  try {
    await rm(staging, { recursive: true, force: true });
    await mkdir(staging, { recursive: true });
    const isOwn = await claimFolder(place, databaseId);
    return {
      folder,
      isOwn,
      during: (save) => runSave(place, save),
      sweep: (options) => sweepFolder({ ...place, ...options }),
    };
  } catch (error) {
    throw explainFileError({ error, path: folder, damaged: "Can't use the uploads folder" });
  }
};
