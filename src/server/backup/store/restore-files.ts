import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { v4 } from 'uuid';
import { matchesName } from '../../files/copy-files.ts';
import { type FileStorage, ownerFile } from '../../files/file-storage.ts';
import { StartupError } from '../../lib/app-error.ts';
import type { BackupCipher } from './encryption.ts';
import { forEachName } from './for-each.ts';
import { filePath, type StoreManifest } from './manifest.ts';
import { fetchObject } from './store.ts';

type RestoreFiles = {
  storage: FileStorage;
  cipher: BackupCipher | null;
  manifest: StoreManifest;
  /** Destination of the restored files. */
  target: FileStorage;
  /** Whether to use files there that belong to the database that was backed up. */
  isTakeOver: boolean;
};

/** Throws unless the target is unused, or may be taken over from the database that was backed up. */
export const assertTargetFree = async ({ target, manifest, isTakeOver }: RestoreFiles): Promise<void> => {
  const owner = await target.readOwner();
  if (owner === null) return;
  if (owner !== manifest.databaseId)
    throw new StartupError(
      'The files there belong to another database. Choose an empty place.',
      target.location,
    );
  if (isTakeOver) return;
  throw new StartupError(
    'The files there belong to the database that was backed up. If that database is gone, add --take-over; otherwise choose an empty place.',
    target.location,
  );
};

const hasFile = async (target: FileStorage, name: string): Promise<boolean> => {
  const content = await target.read(name);
  if (!content?.stream) return false;
  const hash = createHash('sha256');
  for await (const chunk of content.stream as Readable & AsyncIterable<Buffer>) hash.update(chunk);
  return matchesName(name, hash.digest('hex'));
};

/** Copies the files of a backup that aren't there yet, and compares all of them by their hash. */
export const restoreFiles = async ({ storage, cipher, manifest, target }: RestoreFiles): Promise<void> => {
  const restoreFile = async (name: string) => {
    const object = manifest.files[name];
    if (!object || (await hasFile(target, name))) return;
    const path = join(target.staging, v4());
    await fetchObject({ storage, cipher, name: filePath(manifest, name), object }, path);
    await target.remove([name]);
    await target.put({ name, path });
  };
  await forEachName(Object.keys(manifest.files), restoreFile);
};

/** Makes the files those of the restored database, so that its original, if it still runs, never deletes any. */
export const takeOwnership = async (target: FileStorage, databaseId: string): Promise<void> => {
  await target.remove([ownerFile]);
  await target.writeOwner(databaseId);
};
