import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { v4 } from 'uuid';
import { errorCode, toStartupError } from './database/database-errors.ts';

/**
 * Loads the id that distinguishes this server from others on the same database. Only one process at a time can lock the
 * data folder, so jobs with this id that are unfinished at startup were interrupted.
 */
export const loadServerId = async (dataDir: string): Promise<string> => {
  const path = join(dataDir, 'server.id');
  try {
    const existing = await readFile(path, 'utf8').catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') return '';
      throw error;
    });
    if (existing) return existing;
    const id = v4();
    await writeFile(path, id);
    return id;
  } catch (error) {
    throw toStartupError(error, { path, damaged: "Can't read this server's id" });
  }
};
