// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { NetworkError } from '../platform/platform.ts';
import { request } from './client.ts';
import { pollJob } from './long-change.ts';

vi.mock('./client.ts', () => ({ request: vi.fn(), sendConfirmed: vi.fn() }));

it('asks an unreachable server for a job ever more slowly, and gives up with advice', async () => {
  vi.useFakeTimers();
  vi.mocked(request).mockReset().mockRejectedValue(new NetworkError('Can’t reach the server'));
  const polled = pollJob('1', { onJob: () => undefined, lostAdvice: 'Look at the products.' });
  const rejected = expect(polled).rejects.toThrow('for 5 minutes. Look at the products.');
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  await rejected;
  expect(vi.mocked(request).mock.calls.length).toBeLessThan(50);
  vi.useRealTimers();
});
