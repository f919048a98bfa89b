import { rmSync } from 'node:fs';
import {
  access,
  constants,
  link,
  mkdir,
  open,
  opendir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode, toStartupError } from '../database/database-errors.ts';
import {
  type FileContent,
  type FileStorage,
  ownerFile,
  renditionsFolder,
  resolveRange,
  type StoredFile,
} from './file-storage.ts';

const pageSize = 1000;
/** Milliseconds after which temporary files of other servers are left over: requests take ten minutes at most. */
const stagingLifetime = 60 * 60 * 1000;

const nullIfMissing = (error: unknown): null => {
  if (errorCode(error) === 'ENOENT') return null;
  throw error;
};

export const syncFolder = async (folder: string) => {
  // Windows can neither open nor flush a folder; its file system makes renames durable.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
};

const statFile = async (folder: string, name: string): Promise<StoredFile | null> => {
  const found = await stat(join(folder, name)).catch(nullIfMissing);
  return found?.isFile() ? { name, size: found.size, modifiedAt: found.mtimeMs } : null;
};

const readRange = async (path: string, range: string | undefined): Promise<FileContent | null> => {
  const handle = await open(path).catch(nullIfMissing);
  if (!handle) return null;
  try {
    const { size } = await handle.stat();
    const part = range === undefined ? null : resolveRange(range, size);
    if (range !== undefined && !part) {
      await handle.close();
      return { size, stream: null };
    }
    return { size, range: part, stream: handle.createReadStream(part ?? {}) };
  } catch (error) {
    await handle.close();
    throw error;
  }
};

const putFile = async (target: string, path: string): Promise<void> => {
  const now = new Date();
  // A file that exists counts as new from now on.
  const exists = await utimes(target, now, now).catch(() => false);
  if (exists !== false) return rm(path, { force: true });
  await rename(path, target).catch(async (error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error;
    await mkdir(dirname(target), { recursive: true });
    await rename(path, target);
  });
  await syncFolder(dirname(target));
};

async function* listFolder(folder: string, below = ''): AsyncGenerator<StoredFile[]> {
  let page: StoredFile[] = [];
  for await (const entry of await opendir(join(folder, below))) {
    if (!entry.isFile() || entry.name.startsWith('.')) continue;
    const file = await statFile(folder, `${below}${entry.name}`);
    if (file) page.push(file);
    if (page.length < pageSize) continue;
    yield page;
    page = [];
  }
  yield page;
}

/** Deletes old temporary files of processes that no longer run, and of earlier versions. */
const removeOldStaging = async (parent: string): Promise<void> => {
  for (const entry of await readdir(parent, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    // Another server may delete its own files meanwhile.
    const found = await stat(path).catch(nullIfMissing);
    if (found?.isFile() && Date.now() - found.mtimeMs > stagingLifetime) await rm(path, { force: true });
  }
};

/**
 * Opens the `uploads` folder of a data folder. Several processes may share it; each has its own staging folder, next to
 * those of the others. Throws a `StartupError` if it can't be used.
 */
export const openFolderStorage = async ({
  dataDir,
  serverId,
}: {
  dataDir: string;
  serverId: string;
}): Promise<FileStorage> => {
  const folder = join(dataDir, 'uploads');
  const staging = join(folder, '.staging', serverId);
  const at = (name: string) => join(folder, name);
  const check = () => access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  try {
    await mkdir(folder, { recursive: true });
    await check();
    await rm(staging, { recursive: true, force: true });
    await mkdir(staging, { recursive: true });
    await mkdir(at(renditionsFolder), { recursive: true });
    await removeOldStaging(dirname(staging));
  } catch (error) {
    throw toStartupError(error, { path: folder, damaged: "Can't use the folder of the files" });
  }
  return {
    location: folder,
    isRemote: false,
    staging,
    now: () => Date.now(),
    stat: (name) => statFile(folder, name),
    read: (name, range) => readRange(at(name), range),
    put: ({ name, path }) => putFile(at(name), path),
    // Synchronous, so that no save in this process can begin to use a file between a check and its deletion.
    remove: async (names) => {
      for (const name of names) rmSync(at(name), { force: true });
    },
    list: (below) => listFolder(folder, below),
    withLocalFile: (name, work) => work(at(name)),
    readOwner: () => readFile(at(ownerFile), 'utf8').catch(nullIfMissing),
    // Of several servers that do it at once, the first one wins.
    writeOwner: async (databaseId) => {
      const path = join(staging, ownerFile);
      await writeFile(path, databaseId);
      // Not every file system has hard links.
      await link(path, at(ownerFile)).catch((error: unknown) =>
        errorCode(error) === 'EEXIST' ? undefined : rename(path, at(ownerFile)),
      );
      await rm(path, { force: true });
    },
    check,
    close: () => {},
  };
};
