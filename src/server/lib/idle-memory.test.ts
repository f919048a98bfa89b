import { getHeapSpaceStatistics } from 'node:v8';
import { afterEach, expect, it, vi } from 'vitest';
import { freeMemoryWhenIdle } from './idle-memory.ts';

afterEach(() => void vi.useRealTimers());

const youngGeneration = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0;

const allocate = (): number => {
  let kept: object[] = [];
  for (let index = 0; index < 3_000_000; index += 1) {
    kept.push({ index });
    if (kept.length > 200_000) kept = [];
  }
  return kept.length;
};

it('shrinks the heap after work, once the process is idle', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  const cpu = vi.spyOn(process, 'cpuUsage').mockReturnValue({ user: 0, system: 0 });
  freeMemoryWhenIdle();
  allocate();
  const grown = youngGeneration();
  cpu.mockReturnValue({ user: 900_000, system: 0 });
  vi.advanceTimersByTime(2000);
  expect(youngGeneration()).toBe(grown);
  vi.advanceTimersByTime(2000);
  await vi.waitUntil(() => youngGeneration() < grown);
});
