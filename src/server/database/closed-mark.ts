import { existsSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';

const markPath = (path: string): string => `${path}.closed`;

const stateOf = (path: string): string => {
  const { size, mtimeMs } = statSync(path);
  return JSON.stringify({ size, mtimeMs });
};

/** Notes how a database file is left by who closed it well and wrote to it last. */
export const markClosed = (path: string): void => {
  try {
    // A time that no later write can have, however soon it follows: clocks of files are coarse.
    const time = Math.floor(Date.now() / 1000) - 1;
    utimesSync(path, time, time);
    writeFileSync(markPath(path), stateOf(path));
  } catch {
    // Without the note the file is only checked once more.
  }
};

/** Whether a database file was closed well and is as it was left. Takes the note away: the file is in use from now on. */
export const takeClosedMark = (path: string): boolean => {
  const mark = existsSync(markPath(path)) ? readFileSync(markPath(path), 'utf8') : null;
  rmSync(markPath(path), { force: true });
  return mark === stateOf(path) && !existsSync(`${path}-wal`);
};
