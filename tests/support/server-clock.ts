import { vi } from 'vitest';
import { newId } from '../../src/server/database/ids.ts';

export const hour = 60 * 60 * 1000;
export const day = 24 * hour;

const idTime = () => Number.parseInt(newId().replaceAll('-', '').slice(0, 12), 16);

/**
 * Takes the clock of the servers in this process in hand, which `vi.setSystemTime` then sets, and gives its time.
 * Ids never go back in time: it is long after all of them, also of the files that ran before in this worker.
 */
export const startClockAhead = (): number => {
  const now = idTime() + 100 * day;
  vi.useFakeTimers({ toFake: ['Date'], now });
  return now;
};
