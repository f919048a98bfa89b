import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { StartFailure } from '../failure.ts';
import { codeOf, explainFileError } from './explain.ts';

export type FolderLock = { release: () => void };

/** How long a start waits for another server that is just ending. */
const timeout = 3000;

const hold = (dataDir: string): FolderLock => {
  const connection = new BetterSqlite(join(dataDir, 'server.lock'), { timeout });
  try {
    connection.exec('BEGIN EXCLUSIVE');
    return { release: () => connection.close() };
  } catch (error) {
    connection.close();
    if (!codeOf(error).startsWith('SQLITE_BUSY')) throw error;
    throw new StartFailure({
      message: 'Another server is already using this data folder. Stop it first, or choose another folder',
      path: dataDir,
      cause: error,
    });
  }
};

/**
 * Makes the data folder where it is missing, and holds it for this process alone. SQLite's own lock serves:
 * the operating system lets go of it even when the process dies.
 */
export const lockFolder = (dataDir: string): FolderLock => {
  try {
    mkdirSync(dataDir, { recursive: true });
    return hold(dataDir);
  } catch (error) {
    throw explainFileError({ error, path: dataDir, damaged: 'The file server.lock is damaged. Delete it' });
  }
};
