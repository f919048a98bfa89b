import { existsSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';

const markPath = (path: string): string => `${path}.closed`;

const stateOf = (path: string): string => {
  const { size, mtimeMs } = statSync(path);
  return JSON.stringify({ size, mtimeMs });
};

export const writeCleanShutdownMarker = (path: string): void => {
  try {
    // File timestamps can be coarse: a time in the past never equals that of a later write.
    const time = Math.floor(Date.now() / 1000) - 1;
    utimesSync(path, time, time);
    writeFileSync(markPath(path), stateOf(path));
  } catch {
    // Without the mark, the next start only runs an extra check.
  }
};

/**
 * Returns whether a database file was closed properly and is unchanged. Deletes the mark, as the file is in use now.
 */
export const consumeCleanShutdownMarker = (path: string): boolean => {
  const mark = existsSync(markPath(path)) ? readFileSync(markPath(path), 'utf8') : null;
  rmSync(markPath(path), { force: true });
  return mark === stateOf(path) && !existsSync(`${path}-wal`);
};
