import { expect, it, vi } from 'vitest';
import { loadOnce } from './load-once.ts';

it('loads again after a failure, and then no more', async () => {
  const load = vi.fn(async () => 'loaded').mockRejectedValueOnce(new Error('Not now'));
  const get = loadOnce(load);
  await expect(get()).rejects.toThrow('Not now');
  expect([await get(), await get()]).toEqual(['loaded', 'loaded']);
  expect(load).toHaveBeenCalledTimes(2);
});
