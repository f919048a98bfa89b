import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { v4 } from 'uuid';
import { codeOf, explainFileError } from './database/explain.ts';

/**
 * What tells this server from others on the same database, for as long as its data folder lives. One process at a
 * time holds that folder: whatever bears this name and is unfinished when a server starts was broken off.
 */
export const loadServerId = async (dataDir: string): Promise<string> => {
  const path = join(dataDir, 'server.id');
  try {
    const known = await readFile(path, 'utf8').catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return '';
      throw error;
    });
    if (known) return known;
    const id = v4();
    await writeFile(path, id);
    return id;
  } catch (error) {
    throw explainFileError({ error, path, damaged: "Can't read this server's id" });
  }
};
