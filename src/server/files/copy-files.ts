import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import PQueue from 'p-queue';
import { v4 } from 'uuid';
import { StartupError } from '../lib/app-error.ts';
import { copiedMarker, type FileStorage, renditionsFolder, type StoredFile, storedFileType } from './file-storage.ts';

/** Files that are copied or compared at the same time. */
const concurrency = 8;
/** Hexadecimal characters of the hash in a file name. */
const hashLength = 32;

export type CopyResult = {
  copied: number;
  /** Files that were already there; they are compared, too. */
  present: number;
  /** Names of files whose content doesn't match the hash in their name: they are damaged in the source, too. */
  damaged: string[];
};

type Copy = {
  from: FileStorage;
  to: FileStorage;
  /** Called with the number of files so far. */
  onProgress: (done: number) => void;
};

/** Returns the SHA-256 of a file in hex; null if it doesn't exist. */
const hashFile = async (storage: FileStorage, name: string): Promise<string | null> => {
  const content = await storage.read(name);
  if (!content?.stream) return null;
  const hash = createHash('sha256');
  for await (const chunk of content.stream) hash.update(chunk as Buffer);
  return hash.digest('hex');
};

/** Writes content to a new file, through to the disk. Returns its SHA-256 in hex. */
export const writeHashed = async (content: Readable, path: string): Promise<string> => {
  const hash = createHash('sha256');
  const pass = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
  };
  await pipeline(content, pass, createWriteStream(path, { flags: 'wx', flush: true }));
  return hash.digest('hex');
};

/** Copies a file and compares the copy. Returns its hash; null if the file has been deleted meanwhile. */
const copyFile = async ({ from, to }: Copy, name: string): Promise<string | null> => {
  const content = await from.read(name);
  if (!content?.stream) return null;
  const path = join(to.staging, v4());
  const digest = await writeHashed(content.stream, path);
  await to.put({ name, path });
  if ((await hashFile(to, name)) === digest) return digest;
  throw new StartupError(`The copy of ${name} differs from the original`, to.location);
};

const isUpload = (name: string): boolean => storedFileType(name) !== undefined;

/** Whether a stored file still has the content that its name was made from. */
export const matchesName = (name: string, digest: string): boolean =>
  digest.slice(0, hashLength) === name.slice(0, hashLength);

/** Whether the other storage has the same file. The name of a rendition contains the hash of its original. */
const isSame = async ({ from }: Copy, name: string, existing: string | null): Promise<boolean> =>
  existing !== null && ((isUpload(name) && matchesName(name, existing)) || existing === (await hashFile(from, name)));

const copyOwner = async ({ from, to }: Copy): Promise<void> => {
  const owner = await from.readOwner();
  const existing = await to.readOwner();
  if (existing !== null && existing !== owner) {
    throw new StartupError('The files there belong to another database. Copy to an empty place.', to.location);
  }
  if (owner !== null) await to.writeOwner(owner);
};

/** Lets a server of this database use the copy instead of the original. */
const markComplete = async ({ to }: Copy): Promise<void> => {
  const path = join(to.staging, v4());
  await writeFile(path, new Date().toISOString());
  await to.put({ name: copiedMarker, path });
};

/**
 * Copies all files and renditions to another storage, and compares each copy by its hash. Files that are already there
 * are only compared, so an interrupted copy continues where it stopped. Changes nothing in the source.
 */
export const copyFiles = async (copy: Copy): Promise<CopyResult> => {
  const result: CopyResult = { copied: 0, present: 0, damaged: [] };
  const queue = new PQueue({ concurrency });
  let failure: unknown;
  const copyOne = async ({ name }: StoredFile) => {
    const existing = await hashFile(copy.to, name);
    const isPresent = await isSame(copy, name, existing);
    if (existing !== null && !isPresent) await copy.to.remove([name]);
    const digest = isPresent ? existing : await copyFile(copy, name);
    if (digest === null) return;
    result[isPresent ? 'present' : 'copied'] += 1;
    if (isUpload(name) && !matchesName(name, digest)) result.damaged.push(name);
    copy.onProgress(result.copied + result.present);
  };
  await copyOwner(copy);
  for (const folder of ['', renditionsFolder]) {
    for await (const page of copy.from.list(folder)) {
      for (const file of page) {
        if (folder === '' && !isUpload(file.name)) continue;
        queue
          .add(() => copyOne(file))
          .catch((error: unknown) => {
            failure ??= error;
            queue.clear();
          });
      }
      await queue.onIdle();
      if (failure) throw failure;
    }
  }
  // A restore may have replaced one of the folders meanwhile.
  await copyOwner(copy);
  await markComplete(copy);
  return result;
};
