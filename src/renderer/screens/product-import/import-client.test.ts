// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { NetworkError } from '../../platform/platform.ts';
import { request, send } from '../../resource-kit/client.ts';
import { importBasic, pollJob } from './import-client.ts';

vi.mock('../../resource-kit/client.ts', () => ({ request: vi.fn(), send: vi.fn() }));

const file = { id: '1', name: 'pens.csv', size: 3, type: 'text/csv', previewUrl: '' };

const importWith = (response: unknown): Promise<string> => {
  vi.mocked(send).mockResolvedValue(response);
  return importBasic(file);
};

it.each([
  [{ success: true, message: '3 products' }, '3 products'],
  [{ success: true }, ''],
  [{ message: '3 products' }, '3 products'],
])('returns the message of a successful import: %o', async (response, message) => {
  expect(await importWith(response)).toBe(message);
});

it.each([
  [{ success: false, message: 'Row 3 has no name' }, 'Row 3 has no name'],
  [{ success: false }, 'Couldn’t import pens.csv'],
])('fails for an error with status 200: %o', async (response, message) => {
  await expect(importWith(response)).rejects.toThrow(message);
});

it('asks an unreachable server for a job ever more slowly, and gives up with a message', async () => {
  vi.useFakeTimers();
  vi.mocked(request).mockReset().mockRejectedValue(new NetworkError('Can’t reach the server'));
  const polled = expect(pollJob('1', () => undefined)).rejects.toThrow(/before you import the file again/);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  await polled;
  expect(vi.mocked(request).mock.calls.length).toBeLessThan(50);
  vi.useRealTimers();
});
