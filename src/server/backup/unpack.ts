import { createWriteStream } from 'node:fs';
import { copyFile, lstat, mkdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { openPromise } from 'yauzl';
import { maxUploadBytes } from '#shared/uploads.ts';
import { errorCode } from '../database/database-errors.ts';
import { StartupError } from '../lib/app-error.ts';
import { databaseName, hashFile, isBackupName, manifestName, parseManifest } from './manifest.ts';
import type { OnProgress } from './pack.ts';

const maxManifestBytes = 64 * 1024 * 1024;
const maxSmallFileBytes = 1024;

/** The app itself never writes larger files, so a larger entry is not from a backup. */
const getSizeLimit = (name: string): number => {
  if (name === databaseName) return Number.POSITIVE_INFINITY;
  if (name === manifestName) return maxManifestBytes;
  return name.startsWith('uploads/') ? maxUploadBytes : maxSmallFileBytes;
};

type Sized = { name: string; size: number };

const getTotalSize = (files: readonly Sized[]): number => files.reduce((sum, { size }) => sum + size, 0);

const assertSpace = (files: readonly Sized[], { freeBytes, from }: UnpackOptions): void => {
  const missing = Math.ceil((getTotalSize(files) - freeBytes) / 1024 / 1024);
  if (missing > 0)
    throw new StartupError(`Not enough disk space to restore this backup: ${missing} MB more needed`, from);
};

type SourceFile = Sized & { copyTo: (path: string) => Promise<void> };

/** The files of a zip or of a snapshot's folder. */
type Source = { files: SourceFile[]; close: () => void };

const openZip = async ({ from }: UnpackOptions): Promise<Source> => {
  const zip = await openPromise(from, { autoClose: false }).catch(() => {
    throw new StartupError("This file isn't a Catalogue Back Office backup", from);
  });
  const files: SourceFile[] = [];
  const close = () => zip.close();
  try {
    for await (const entry of zip.eachEntry()) {
      const copyTo = async (path: string) =>
        pipeline(await zip.openReadStreamPromise(entry), createWriteStream(path, { flags: 'wx' }));
      files.push({ name: entry.fileName, size: entry.uncompressedSize, copyTo });
    }
    return { files, close };
  } catch (error) {
    close();
    throw error;
  }
};

/** Other programs may have added files to the folder, so only those of the manifest count. */
const openSnapshot = async ({ from }: UnpackOptions): Promise<Source> => {
  const manifest = parseManifest(await readFile(join(from, manifestName), 'utf8'));
  const files: SourceFile[] = [];
  for (const name of [manifestName, ...Object.keys(manifest?.files ?? {})]) {
    const path = join(from, name);
    const found = await lstat(path).catch(() => null);
    if (found?.isFile()) files.push({ name, size: found.size, copyTo: (to) => copyFile(path, to) });
  }
  return { files, close: () => {} };
};

/** Checks all names and sizes before anything is written. */
const assertExpected = ({ files }: Source, options: UnpackOptions): void => {
  const isExpected = ({ name, size }: Sized) =>
    (name === manifestName || isBackupName(name)) && size <= getSizeLimit(name);
  if (!files.every(isExpected))
    throw new StartupError(
      "This file isn't a Catalogue Back Office backup: it contains unexpected files",
      options.from,
    );
  assertSpace(files, options);
};

const isUpload = (name: string): boolean => name.startsWith('uploads/');

/** A damaged upload is left out; `verify` finds that it is missing. */
const isDamage = (error: unknown, name: string): boolean =>
  isUpload(name) && (!errorCode(error).startsWith('E') || ['EIO', 'EACCES'].includes(errorCode(error)));

const copyAll = async (source: Source, { staging, onProgress = () => {} }: UnpackOptions): Promise<void> => {
  const total = getTotalSize(source.files);
  let written = 0;
  for (const { name, size, copyTo } of source.files) {
    const path = join(staging, name);
    await mkdir(dirname(path), { recursive: true });
    await copyTo(path).catch(async (error: unknown) => {
      if (!isDamage(error, name)) throw error;
      await rm(path, { force: true });
    });
    written += size;
    onProgress(written / total);
  }
};

/** Compares all hashes, and deletes the copies of damaged files. */
const verify = async (
  source: Source,
  { from, staging, skipDamaged, onWarning = () => {} }: UnpackOptions,
): Promise<void> => {
  const manifest = parseManifest(await readFile(join(staging, manifestName), 'utf8').catch(() => ''));
  if (!manifest) throw new StartupError("This version of the app can't read this backup", from);
  const { files } = manifest;
  if (!Object.hasOwn(files, databaseName)) throw new StartupError('The backup is incomplete: it has no database', from);
  const names = new Set([...Object.keys(files), ...source.files.map(({ name }) => name)]);
  names.delete(manifestName);
  const damaged: string[] = [];
  for (const name of names) {
    const hash = await hashFile(join(staging, name)).catch(() => null);
    if (hash === null || hash !== files[name]) damaged.push(name);
  }
  const needed = damaged.find((name) => !isUpload(name));
  if (needed !== undefined) throw new StartupError(`The backup is damaged: ${needed} is missing or has changed`, from);
  if (damaged.length > 0 && !skipDamaged) throw new DamagedFilesError(damaged, from);
  for (const name of [manifestName, ...damaged]) await rm(join(staging, name), { force: true });
  for (const name of damaged) onWarning(`Damaged in the backup and left out: ${name}`);
  manifest.problems?.forEach(onWarning);
};

/** Thrown if only uploads are damaged, so that the rest can be restored. */
export class DamagedFilesError extends StartupError {
  override name = 'DamagedFilesError';
  readonly files: readonly string[];

  constructor(files: readonly string[], path: string) {
    super(`The backup is damaged. These files are missing or have changed: ${files.join(', ')}`, path);
    this.files = files;
  }
}

type UnpackOptions = {
  from: string;
  staging: string;
  /** Limit for all files together. yauzl rejects entries that unpack to more than their declared size. */
  freeBytes: number;
  onProgress?: OnProgress | undefined;
  /** Whether to leave out damaged uploads. Otherwise, they are an error. */
  skipDamaged?: boolean | undefined;
  onWarning?: ((text: string) => void) | undefined;
};

/** Writes the files of a backup, a zip or a snapshot's folder, into an empty folder. */
export const unpackBackup = async (options: UnpackOptions): Promise<void> => {
  const { from } = options;
  let source: Source | undefined;
  try {
    source = (await stat(from)).isDirectory() ? await openSnapshot(options) : await openZip(options);
    assertExpected(source, options);
    await copyAll(source, options);
    await verify(source, options);
  } catch (error) {
    // File system errors have a code that starts with E; all others come from the archive.
    if (error instanceof StartupError || errorCode(error).startsWith('E')) throw error;
    throw new StartupError("The backup is damaged, or isn't a Catalogue Back Office backup", from);
  } finally {
    source?.close();
  }
};
