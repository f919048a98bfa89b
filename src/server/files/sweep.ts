import type { DatabaseHandle } from '../database/database-handle.ts';
import { newId } from '../database/ids.ts';
import { saveSetting } from '../database/settings.ts';
import { inChunks } from '../database/write-rows.ts';
import { type FileStorage, storedFileType } from './file-storage.ts';
import { findUsedFiles } from './file-uses.ts';
import { renditionNames } from './images/renditions.ts';

/** Milliseconds for which an unused file is kept: a form that uploaded it may not be saved yet. */
export const gracePeriod = 24 * 60 * 60 * 1000;

/** Setting with an id of the last deletion from a bucket, by which a save notices that there was one meanwhile. */
export const lastSweepSetting = 'lastSweep';

/** Milliseconds to wait for saves of other servers; meanwhile, no further ones can begin to use files. */
const lockTimeout = 1000;

type Files = { storage: FileStorage; databaseHandle: DatabaseHandle; running: ReadonlySet<ReadonlySet<string>> };

/**
 * Deletes those of the files that nothing uses, and their renditions, while no server can commit a save that begins to
 * use one. A save of another server that waits for it then notices that its file is gone (`FileTransaction.commit`).
 * Returns how many files.
 */
export const removeUnused = async (
  { storage, databaseHandle, running }: Files,
  names: readonly string[],
): Promise<number> => {
  const isInUse = (name: string) => [...running].some((files) => files.has(name));
  let removed = 0;
  let failure: unknown;
  for (const chunk of inChunks(names)) {
    removed += await databaseHandle.transaction(async (database) => {
      await databaseHandle.lockTable(database, 'fileUse', { timeout: lockTimeout });
      const used = await findUsedFiles(database, chunk);
      const unused = chunk.filter((name) => !used.has(name) && !isInUse(name));
      if (unused.length === 0) return 0;
      if (storage.isRemote) await saveSetting(database, lastSweepSetting, newId());
      // Renditions first: if the server is killed in between, the next sweep finds the file again.
      await storage.remove([...unused.flatMap(renditionNames), ...unused]).catch((error: unknown) => {
        // Some may be gone, so the setting has to be committed.
        failure = error;
      });
      return unused.length;
    });
    if (failure !== undefined) throw failure;
  }
  return removed;
};

/** Deletes files that no record or history entry uses, and their renditions. Returns how many files. */
export const sweepStorage = async (files: Files, signal: AbortSignal): Promise<number> => {
  const { storage, databaseHandle } = files;
  let removed = 0;
  for await (const page of storage.list()) {
    if (signal.aborted) break;
    const stored = page.filter(({ name }) => storedFileType(name));
    const expired = stored.filter(({ modifiedAt }) => storage.now() - modifiedAt >= gracePeriod);
    const names = expired.map(({ name }) => name);
    const used = await findUsedFiles(databaseHandle.database, names);
    const unused = names.filter((name) => !used.has(name));
    removed += await removeUnused(files, unused);
  }
  return removed;
};
