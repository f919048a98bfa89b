import { createWriteStream, existsSync } from 'node:fs';
import { copyFile, cp, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { openPromise } from 'yauzl';
import { StartFailure } from '../failure.ts';
import { lockFolder } from '../storage/folder-lock.ts';
import { backupsFolder, keepCopy } from './automatic.ts';
import { checkDatabase, checkOrigin } from './copy-database.ts';
import { databaseName, hashFile, isBackupName, manifestName, manifestSchema } from './manifest.ts';

const sqliteHeader = 'SQLite format 3\0';

const refuse = (message: string, path: string): StartFailure => new StartFailure({ message, path });

const beside = (dataDir: string) => ({
  staging: `${dataDir}.restoring`,
  before: `${dataDir}.before-restore`,
});

const isDatabase = async (path: string): Promise<boolean> => {
  const handle = await open(path, 'r');
  try {
    const { buffer } = await handle.read(Buffer.alloc(sqliteHeader.length), 0, sqliteHeader.length, 0);
    return buffer.toString('latin1') === sqliteHeader;
  } finally {
    await handle.close();
  }
};

const unpack = async (from: string, staging: string): Promise<void> => {
  const zip = await openPromise(from).catch(() => {
    throw refuse('This file is not a backup of the back office', from);
  });
  try {
    for await (const entry of zip.eachEntry()) {
      const { fileName } = entry;
      if (fileName !== manifestName && !isBackupName(fileName)) {
        throw refuse('This file is not a backup of the back office: it holds something else as well', from);
      }
      const path = join(staging, fileName);
      await mkdir(dirname(path), { recursive: true });
      await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(path, { flags: 'wx' }));
    }
  } finally {
    zip.close();
  }
};

/** Every file is there and is what it was; nothing else is. */
const verify = async (from: string, staging: string): Promise<void> => {
  const text = await readFile(join(staging, manifestName), 'utf8').catch(() => '');
  const manifest = manifestSchema.safeParse(parseJson(text));
  if (!manifest.success)
    throw refuse('This file is not a backup that this version of the app can read', from);
  const names = Object.keys(manifest.data.files);
  if (!names.includes(databaseName)) throw refuse('The backup is not whole: it holds no database', from);
  for (const name of names) {
    const hash = await hashFile(join(staging, name)).catch(() => null);
    if (hash !== manifest.data.files[name])
      throw refuse(`The backup is damaged: ${name} is not what it was`, from);
  }
  await rm(join(staging, manifestName));
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const fillStaging = async (dataDir: string, from: string, staging: string): Promise<void> => {
  await rm(staging, { recursive: true, force: true });
  await mkdir(staging, { recursive: true });
  if (await isDatabase(from)) {
    // A copy of the database alone: the files are those of the folder.
    await copyFile(from, join(staging, databaseName));
    for (const name of ['session.key', 'uploads']) {
      await cp(join(dataDir, name), join(staging, name), { recursive: true, preserveTimestamps: true }).catch(
        (error: NodeJS.ErrnoException) => {
          if (error.code !== 'ENOENT') throw error;
        },
      );
    }
  } else {
    await unpack(from, staging);
    await verify(from, staging);
  }
  const database = join(staging, databaseName);
  checkDatabase(database);
  checkOrigin(database, from);
};

/** Puts the folder right where a restore was cut short between its two last steps. */
export const recoverRestore = async (dataDir: string): Promise<void> => {
  const { before } = beside(dataDir);
  if (!existsSync(dataDir) && existsSync(before)) await rename(before, dataDir);
};

const exchange = async (dataDir: string, staging: string, before: string): Promise<void> => {
  await rm(before, { recursive: true, force: true });
  await rename(dataDir, before);
  try {
    await rename(staging, dataDir);
  } catch (error) {
    await rename(before, dataDir);
    throw error;
  }
  await rename(backupsFolder(before), backupsFolder(dataDir)).catch(() => undefined);
};

/**
 * Brings a data folder back to what a backup holds, while no server uses it. The backup is unpacked and checked first;
 * what was in the folder stays beside it until the next restore, and its database among the copies.
 */
export const restoreDataFolder = async ({
  dataDir,
  from,
}: {
  dataDir: string;
  from: string;
}): Promise<void> => {
  await recoverRestore(dataDir);
  const { staging, before } = beside(dataDir);
  const lock = lockFolder(dataDir);
  try {
    await fillStaging(dataDir, from, staging);
    if (existsSync(join(dataDir, databaseName))) {
      await keepCopy({ dataDir, reason: 'before-restore' }).catch(() => undefined);
    }
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    throw error;
  } finally {
    lock.release();
  }
  await exchange(dataDir, staging, before);
};
