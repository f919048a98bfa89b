import { createHash } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { v4 } from 'uuid';
import { errorCode } from '../../database/database-errors.ts';
import type { FileStorage, StoredFile } from '../../files/file-storage.ts';
import { FilesUnavailableError } from '../../files/files-unavailable-error.ts';
import { openFolder } from '../../files/folder-storage.ts';
import { isFilesUrl } from '../../files/s3/files-url.ts';
import { StartupError } from '../../lib/app-error.ts';
import type { BackupCipher } from './encryption.ts';
import {
  manifestPath,
  manifestsFolder,
  nameBackup,
  parseManifest,
  type StoredObject,
  type StoreManifest,
} from './manifest.ts';

type StoreOptions = {
  /** A folder or a bucket, `s3://…`. */
  place: string;
  /** Local folder for temporary files if the store is a bucket. */
  tempDir: string;
};

/** Opens the store at a place, for reading and writing. Throws a `StartupError` if it can't be used. */
export const openStore = async ({ place, tempDir }: StoreOptions): Promise<FileStorage> => {
  if (isFilesUrl(place)) {
    const { openS3Storage } = await import('../../files/s3/s3-storage.ts');
    return openS3Storage({ filesUrl: place, staging: tempDir });
  }
  const folder = resolve(place);
  const staging = join(folder, '.staging', `backup-${process.pid}`);
  return openFolder({ folder, staging, subfolders: [manifestsFolder] });
};

export const closeStore = async (storage: FileStorage): Promise<void> => {
  storage.close();
  await rm(storage.staging, { recursive: true, force: true });
};

/** Whether a place has backups of a store, rather than being a single file. */
export const isStore = (place: string): boolean =>
  isFilesUrl(place) || existsSync(join(resolve(place), manifestsFolder));

export const listObjects = async (storage: FileStorage, folder: string): Promise<StoredFile[]> => {
  const objects: StoredFile[] = [];
  try {
    for await (const page of storage.list(folder)) objects.push(...page);
  } catch (error) {
    // A folder of another key, for example, doesn't exist yet.
    if (errorCode(error) !== 'ENOENT') throw error;
  }
  return objects;
};

export const readManifest = async (storage: FileStorage, name: string): Promise<StoreManifest> => {
  const content = await storage.read(manifestPath(name));
  if (!content?.stream) throw new StartupError(`There is no backup ${name}`, storage.location);
  const manifest = parseManifest(await text(content.stream));
  if (manifest) return manifest;
  const message = `The backup ${name} is damaged, or was made with a newer version of the app`;
  throw new StartupError(message, storage.location);
};

/** Returns the names of all complete backups, oldest first. */
export const listBackups = async (storage: FileStorage): Promise<string[]> =>
  (await listObjects(storage, manifestsFolder))
    .map(({ name }) => name.slice(manifestsFolder.length, -'.json'.length))
    .sort();

export const readManifests = async (storage: FileStorage): Promise<StoreManifest[]> => {
  const manifests: StoreManifest[] = [];
  for (const name of await listBackups(storage)) manifests.push(await readManifest(storage, name));
  return manifests;
};

export const writeManifest = async (storage: FileStorage, manifest: StoreManifest): Promise<void> => {
  const path = join(storage.staging, v4());
  await writeFile(path, JSON.stringify(manifest), { flush: true });
  await storage.put({ name: manifestPath(nameBackup(manifest)), path });
};

/** Passes data on and computes its hash and size. */
const createMeter = () => {
  const hash = createHash('sha256');
  let size = 0;
  return {
    pass: async function* (chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        size += chunk.byteLength;
        yield chunk;
      }
    },
    read: (): StoredObject => ({ sha256: hash.digest('hex'), size }),
  };
};

type WriteOptions = { storage: FileStorage; cipher: BackupCipher | null; name: string };

/** Stores content, encrypted if there is a cipher, and returns the object and the hash of the content itself. */
export const writeObject = async (
  { storage, cipher, name }: WriteOptions,
  content: Readable,
): Promise<{ object: StoredObject; contentHash: string }> => {
  const path = join(storage.staging, v4());
  const [plain, stored] = [createMeter(), createMeter()];
  const metered = Readable.from(plain.pass(content), { objectMode: false });
  const source = cipher ? await cipher.encrypt(metered) : metered;
  try {
    await pipeline(source, stored.pass, createWriteStream(path, { flags: 'wx', flush: true }));
    // An interrupted backup may have left another one, which a folder would keep.
    await storage.remove([name]);
    await storage.put({ name, path });
  } finally {
    await rm(path, { force: true });
  }
  return { object: stored.read(), contentHash: plain.read().sha256 };
};

export type ReadOptions = WriteOptions & { object: StoredObject };

const damaged = ({ storage, name }: ReadOptions, cause?: unknown): StartupError =>
  new StartupError(`The backup is damaged: ${name} has changed`, storage.location, { cause });

const openObject = async ({ storage, name }: ReadOptions): Promise<Readable> => {
  const content = await storage.read(name);
  if (content?.stream) return content.stream;
  throw new StartupError(`The backup is incomplete: ${name} is missing`, storage.location);
};

const isOwnError = (error: unknown): boolean =>
  error instanceof StartupError || error instanceof FilesUnavailableError || errorCode(error).startsWith('E');

/**
 * Copies an object to a local file, decrypted, and compares it by its hash. Returns the hash of the content. Throws a
 * `StartupError` that names the object if it is damaged or missing; the local file then has to be deleted.
 */
export const fetchObject = async (options: ReadOptions, path: string): Promise<string> => {
  const { cipher, object } = options;
  const [stored, plain] = [createMeter(), createMeter()];
  const source = await openObject(options);
  const metered = Readable.from(stored.pass(source), { objectMode: false });
  try {
    const content = cipher?.decrypt ? await cipher.decrypt(metered) : metered;
    await pipeline(content, plain.pass, createWriteStream(path, { flags: 'wx', flush: true }));
  } catch (error) {
    source.destroy();
    if (isOwnError(error)) throw error;
    throw damaged(options, error);
  }
  if (stored.read().sha256 !== object.sha256) throw damaged(options);
  return plain.read().sha256;
};
