import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Cache, CachedResponse } from './cache.ts';

/** Keeps responses in a folder, for builds that run again later. */
export const createFileCache = (folder: string): Cache => {
  const toPath = (key: string) => join(folder, `${createHash('sha256').update(key).digest('hex')}.json`);
  return {
    get: async (key) => {
      try {
        return JSON.parse(await readFile(toPath(key), 'utf8')) as CachedResponse;
      } catch {
        return undefined; // Missing or damaged: the response is read again.
      }
    },
    set: async (key, response) => {
      await mkdir(folder, { recursive: true });
      const unfinished = join(folder, randomUUID());
      await writeFile(unfinished, JSON.stringify(response));
      await rename(unfinished, toPath(key));
    },
  };
};
