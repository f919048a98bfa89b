import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { toStartupError } from '../database/database-errors.ts';

/** Folders next to the data folder: the unpacked backup during a restore, and the previous data after it. */
export const restorePaths = (dataDir: string) => ({
  staging: `${dataDir}.restoring`,
  before: `${dataDir}.before-restore`,
});

/**
 * Puts the previous data back if a restore was interrupted between its last two renames. Returns whether it was; a server
 * would otherwise start with an empty database.
 */
export const recoverInterruptedRestore = async (dataDir: string): Promise<boolean> => {
  const { before } = restorePaths(dataDir);
  if (existsSync(dataDir) || !existsSync(before)) return false;
  try {
    await rename(before, dataDir);
    return true;
  } catch (error) {
    throw toStartupError(error, { path: before, damaged: '' });
  }
};

/** Deletes what an interrupted restore has unpacked. The caller has locked the data folder, so no restore is running. */
export const removeRestoreLeftovers = async (dataDir: string): Promise<boolean> => {
  const { staging } = restorePaths(dataDir);
  if (!existsSync(staging)) return false;
  await rm(staging, { recursive: true, force: true });
  return true;
};
