import { mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const inMemory = '/dev/shm';
const needed = 4 * 1024 ** 3;

const isRoomy = (folder: string): boolean => {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > needed;
  } catch {
    return false;
  }
};

const parent = isRoomy(inMemory) ? inMemory : tmpdir();

/** A folder for temporary data, in memory if there is room, so that no write waits for a disk. */
export const makeTempDir = (name: string): string => mkdtempSync(join(parent, `backoffice-${name}-`));
