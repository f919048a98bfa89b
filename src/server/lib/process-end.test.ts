import { expect, it, vi } from 'vitest';
import { endProcess, stopLimit } from './process-end.ts';

it('ends a process whose server never stops', async () => {
  vi.useFakeTimers();
  const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
  void endProcess(() => new Promise(() => {}), { code: 0 });
  await vi.advanceTimersByTimeAsync(stopLimit);
  expect(kill).toHaveBeenCalledExactlyOnceWith(process.pid, 'SIGKILL');
  vi.restoreAllMocks();
  vi.useRealTimers();
});
