import { existsSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';

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
