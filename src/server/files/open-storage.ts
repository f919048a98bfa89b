import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseHandle } from '../database/database-handle.ts';
import { getDatabaseId } from '../database/open.ts';
import { readSetting, saveSetting } from '../database/settings.ts';
import type { Database } from '../database/tables.ts';
import { StartupError } from '../lib/app-error.ts';
import type { ServerConfig } from '../lib/config.ts';
import { copiedMarker, type FileStorage, storedFileType } from './file-storage.ts';
import { openFolderStorage } from './folder-storage.ts';

type StorageOptions = Pick<ServerConfig, 'dataDir' | 'filesUrl'> & { serverId: string };

/** Opens the bucket that `filesUrl` names, else the folder of the data folder. Throws a `StartupError` if it can't. */
export const openStorage = async ({ dataDir, filesUrl, serverId }: StorageOptions): Promise<FileStorage> => {
  if (filesUrl === undefined) return openFolderStorage({ dataDir, serverId });
  // Most servers never need the client for S3.
  const { openS3Storage } = await import('./s3/s3-storage.ts');
  return openS3Storage({ filesUrl, staging: `${dataDir}/staging/${serverId}` });
};

/** Opens the files of a command, with a staging folder of its own: a server may be using the same files. */
export const withStorage = async <Result>(
  { dataDir, filesUrl }: Omit<StorageOptions, 'serverId'>,
  work: (storage: FileStorage) => Promise<Result>,
): Promise<Result> => {
  const tempDir = await mkdtemp(join(tmpdir(), 'backoffice-'));
  let storage: FileStorage | undefined;
  try {
    const place = filesUrl === undefined ? dataDir : tempDir;
    storage = await openStorage({ dataDir: place, filesUrl, serverId: `command-${process.pid}` });
    return await work(storage);
  } finally {
    storage?.close();
    for (const path of [storage?.staging, tempDir]) if (path) await rm(path, { recursive: true, force: true });
  }
};

/** Setting with the bucket of the files. Without it, they are in the data folder. */
export const filesBucketSetting = 'filesBucket';

const saveBucket = async (database: Database, bucket: string | null): Promise<void> => {
  if (bucket !== null) return saveSetting(database, filesBucketSetting, bucket);
  await database.deleteFrom('setting').where('_id', '=', filesBucketSetting).execute();
};

const hasUploads = async (storage: FileStorage): Promise<boolean> => {
  for await (const page of storage.list()) if (page.some(({ name }) => storedFileType(name))) return true;
  return false;
};

/** Throws unless the files of the database were copied here: the server would find none, and store new ones apart. */
const assertCopied = async (
  storage: FileStorage,
  { database, previous }: { database: Database; previous: string | null },
): Promise<void> => {
  if (await storage.stat(copiedMarker)) return;
  // Another server that starts at the same time may have used up the marker.
  if ((await readSetting(database, filesBucketSetting)) !== previous) return;
  const isUsed = await database.selectFrom('fileUse').select('file').limit(1).executeTakeFirst();
  if (previous === null && !isUsed) return;
  throw new StartupError(
    `The files of this database are in ${previous ?? 'the data folder'}. Copy them here with npm run files:copy, or start the server ${previous === null ? 'without' : 'with'} --files-url.`,
    storage.location,
  );
};

/**
 * Returns whether the files belong to this database. Storage without files and owner is assigned to it. Throws a
 * `StartupError` if the files of the database are elsewhere.
 */
export const claimStorage = async (storage: FileStorage, databaseHandle: DatabaseHandle): Promise<boolean> => {
  const { database } = databaseHandle;
  const databaseId = await getDatabaseId(databaseHandle);
  const bucket = storage.isRemote ? storage.location : null;
  const previous = await readSetting(database, filesBucketSetting);
  const isMoved = bucket !== previous;
  let owner = await storage.readOwner();
  const isFree = owner === null && !(await hasUploads(storage));
  if (isMoved && (isFree || owner === databaseId)) await assertCopied(storage, { database, previous });
  if (isFree) {
    await storage.writeOwner(databaseId);
    owner = await storage.readOwner();
  }
  if (owner !== databaseId) return false;
  if (isMoved) await saveBucket(database, bucket);
  await storage.remove([copiedMarker]);
  return true;
};
