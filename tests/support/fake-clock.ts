import { vi } from 'vitest';
import { newId } from '../../src/server/database/ids.ts';

export const hour = 60 * 60 * 1000;
export const day = 24 * hour;

const idTime = () => Number.parseInt(newId().replaceAll('-', '').slice(0, 12), 16);

/**
 * Fakes `Date` for the servers in this process, and other timers if they are named, and returns its time, 100 days after
 * the newest id, because ids never go backwards, even across test files in the same worker.
 */
export const useFakeClock = (...timers: ('setInterval' | 'clearInterval')[]): number => {
  const now = idTime() + 100 * day;
  vi.useFakeTimers({ toFake: ['Date', ...timers], now });
  return now;
};
