import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDiskFull } from './database-errors.ts';

const markerPath = (path: string): string => `${path}.closed`;

const getFingerprint = (path: string): string => {
  const { size, mtimeMs } = statSync(path);
  return JSON.stringify({ size, mtimeMs });
};

export const writeCleanShutdownMarker = (path: string): void => {
  try {
    // File timestamps can be coarse: a time in the past never equals that of a later write.
    const time = Math.floor(Date.now() / 1000) - 1;
    utimesSync(path, time, time);
    writeFileSync(markerPath(path), getFingerprint(path));
  } catch {
    // Without the marker, the next start only runs an extra check.
  }
};

/**
 * Returns whether a database file was closed properly and is unchanged. Deletes the marker, as the file is in use now.
 */
export const consumeCleanShutdownMarker = (path: string): boolean => {
  const marker = existsSync(markerPath(path)) ? readFileSync(markerPath(path), 'utf8') : null;
  rmSync(markerPath(path), { force: true });
  return marker === getFingerprint(path) && !existsSync(`${path}-wal`);
};

/** As much as the write-ahead log grows before SQLite begins to use it again. */
const reserveBytes = 4 * 1024 * 1024;

/** Room for starting a server and ending a user's access on a full disk. */
export type DiskReserve = {
  /** Takes room again, as far as there is any. */
  fill: () => void;
  /** Runs a write, again with the room of the reserve if the disk is full. */
  use: <Result>(write: () => Promise<Result>) => Promise<Result>;
};

/** A file of random bytes, which no file system compresses. */
export const createDiskReserve = (dataDir: string): DiskReserve & { release: () => void } => {
  const path = join(dataDir, 'server.reserve');
  const release = () => rmSync(path, { force: true });
  const fill = () => {
    try {
      if (statSync(path, { throwIfNoEntry: false })?.size !== reserveBytes)
        writeFileSync(path, randomBytes(reserveBytes));
    } catch {
      // The file has as much as there was room for.
    }
  };
  const use: DiskReserve['use'] = async (write) => {
    try {
      return await write();
    } catch (error) {
      if (!isDiskFull(error)) throw error;
      release();
      return await write().finally(fill);
    }
  };
  return { release, fill, use };
};
