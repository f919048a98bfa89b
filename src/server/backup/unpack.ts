import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { maxUploadBytes } from '#shared/uploads.ts';
import { errorCode } from '../database/database-errors.ts';
import { StartupError } from '../lib/app-error.ts';
import { parseJson } from '../lib/parse-json.ts';
import { databaseName, hashFile, isBackupName, manifestName, manifestSchema } from './manifest.ts';
import type { OnProgress } from './pack.ts';

const maxManifestBytes = 64 * 1024 * 1024;
const maxSmallFileBytes = 1024;

/** The app itself never writes larger files, so a larger entry is not from a backup. */
const getSizeLimit = (name: string): number => {
  if (name === databaseName) return Number.POSITIVE_INFINITY;
  if (name === manifestName) return maxManifestBytes;
  return name.startsWith('uploads/') ? maxUploadBytes : maxSmallFileBytes;
};

const getTotalSize = (entries: readonly Entry[]): number =>
  entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);

export const assertSpace = ({
  bytes,
  freeBytes,
  from,
}: {
  bytes: number;
  freeBytes: number;
  from: string;
}): void => {
  if (bytes <= freeBytes) return;
  const missing = Math.ceil((bytes - freeBytes) / 1024 / 1024);
  throw new StartupError(`Not enough disk space to restore this backup: ${missing} MB more needed`, from);
};

/** Checks all entries before any of them is written. */
const readEntries = async (zip: ZipFile, from: string, freeBytes: number): Promise<Entry[]> => {
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) {
    const { fileName, uncompressedSize } = entry;
    const isExpected = fileName === manifestName || isBackupName(fileName);
    if (!isExpected || uncompressedSize > getSizeLimit(fileName)) {
      throw new StartupError(
        "This file isn't a Catalogue Back Office backup: it contains unexpected files",
        from,
      );
    }
    entries.push(entry);
  }
  assertSpace({ bytes: getTotalSize(entries), freeBytes, from });
  return entries;
};

const verify = async (from: string, staging: string, unpacked: readonly string[]): Promise<void> => {
  const text = await readFile(join(staging, manifestName), 'utf8').catch(() => '');
  const manifest = manifestSchema.safeParse(parseJson(text));
  if (!manifest.success) throw new StartupError("This version of the app can't read this backup", from);
  const { files } = manifest.data;
  if (!Object.hasOwn(files, databaseName))
    throw new StartupError('The backup is incomplete: it has no database', from);
  for (const name of new Set([...Object.keys(files), ...unpacked])) {
    const hash = unpacked.includes(name) ? await hashFile(join(staging, name)) : null;
    if (hash === null || hash !== files[name])
      throw new StartupError(`The backup is damaged: ${name} has changed`, from);
  }
  await rm(join(staging, manifestName));
};

type UnpackOptions = {
  from: string;
  staging: string;
  /** Limit for all files together. yauzl rejects entries that unpack to more than their declared size. */
  freeBytes: number;
  onProgress?: OnProgress | undefined;
};

export const unpackBackup = async ({
  from,
  staging,
  freeBytes,
  onProgress = () => {},
}: UnpackOptions): Promise<void> => {
  const zip = await openPromise(from, { autoClose: false }).catch(() => {
    throw new StartupError("This file isn't a Catalogue Back Office backup", from);
  });
  try {
    const entries = await readEntries(zip, from, freeBytes);
    const total = getTotalSize(entries);
    let written = 0;
    for (const entry of entries) {
      const path = join(staging, entry.fileName);
      await mkdir(dirname(path), { recursive: true });
      await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(path, { flags: 'wx' }));
      written += entry.uncompressedSize;
      onProgress(written / total);
    }
    const names = entries.map(({ fileName }) => fileName).filter((name) => name !== manifestName);
    await verify(from, staging, names);
  } catch (error) {
    // File system errors have a code that starts with E; all others come from the archive.
    if (error instanceof StartupError || errorCode(error).startsWith('E')) throw error;
    throw new StartupError("The backup is damaged, or isn't a Catalogue Back Office backup", from);
  } finally {
    zip.close();
  }
};
