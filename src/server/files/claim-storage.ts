import type { DatabaseHandle } from '../database/database-handle.ts';
import { getDatabaseId } from '../database/open.ts';
import { readSetting, saveSetting } from '../database/settings.ts';
import type { Database } from '../database/tables.ts';
import { StartupError } from '../lib/app-error.ts';
import { copiedMarker, type FileStorage } from './file-storage.ts';
import { storedFileType } from './stored-file-type.ts';

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
