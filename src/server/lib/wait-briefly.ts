import { setTimeout } from 'node:timers/promises';

const maxWait = 100;

/**
 * Waits up to 100 ms for a write: on SQLite, the end of an import can block it for longer. Returns its result, or
 * undefined if it goes on in the background.
 */
export const waitBriefly = async <Result>(written: Promise<Result>): Promise<Result | undefined> => {
  written.catch(() => {});
  return Promise.race([written, setTimeout(maxWait, undefined, { ref: false })]);
};
