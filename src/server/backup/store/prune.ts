import type { FileStorage } from '../../files/file-storage.ts';
import { databasesFolder, filePath, manifestPath, nameBackup, type StoreManifest } from './manifest.ts';
import { findExpired, type Retention } from './retention.ts';
import { listObjects, readManifests } from './store.ts';

/** Milliseconds after which an object without a backup is left over: another server may be making one. */
const gracePeriod = 24 * 60 * 60 * 1000;

const listFilesFolders = (manifests: readonly StoreManifest[]): string[] => [
  ...new Set(['files/', ...manifests.map(({ filesFolder }) => filesFolder)]),
];

/**
 * Deletes the backups of a database that the rules don't keep, and then what no backup needs. Other databases' backups
 * stay. Returns how many backups were deleted.
 */
export const pruneStore = async (
  storage: FileStorage,
  { databaseId, rules }: { databaseId: string; rules: Retention },
): Promise<number> => {
  const manifests = await readManifests(storage);
  const expired = findExpired(
    manifests.filter((manifest) => manifest.databaseId === databaseId),
    rules,
  );
  const remaining = manifests.filter((manifest) => !expired.includes(manifest));
  // First, so that an interruption leaves no backup without its files.
  await storage.remove(expired.map((manifest) => manifestPath(nameBackup(manifest))));
  const needed = new Set(
    remaining.flatMap((manifest) => [
      manifest.database.name,
      ...Object.keys(manifest.files).map((name) => filePath(manifest, name)),
    ]),
  );
  const belongsToExpired = new Set(expired.map(({ database }) => database.name));
  for (const folder of [databasesFolder, ...listFilesFolders(manifests)]) {
    const unused = (await listObjects(storage, folder)).filter(
      ({ name, modifiedAt }) =>
        !needed.has(name) && (belongsToExpired.has(name) || Date.now() - modifiedAt > gracePeriod),
    );
    await storage.remove(unused.map(({ name }) => name));
  }
  return expired.length;
};
