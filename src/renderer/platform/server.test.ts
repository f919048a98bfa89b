// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { checkServer, onServerReachable, useServerStatus } from './server.ts';

const { get } = vi.hoisted(() => {
  const bridge = { on: () => () => {}, getServerStatus: async () => ({ state: 'remote' }) };
  Object.assign(globalThis, { backoffice: bridge });
  return { get: vi.fn() };
});
vi.mock('axios', () => ({ default: { get } }));

const unreachable = { status: 503, data: { message: 'The server’s certificate has expired' } };

beforeEach(() => {
  // Retries happen only when a test advances the clock.
  vi.useFakeTimers();
  get.mockReset().mockResolvedValue(unreachable);
});
afterEach(() => void vi.useRealTimers());

it('says why another server is unreachable, and polls it until it responds', async () => {
  expect(useServerStatus.getState()).toEqual({ state: 'remote' });
  await checkServer();
  const status = { state: 'unreachable', message: 'The server’s certificate has expired' };
  expect(useServerStatus.getState()).toEqual(status);
  await vi.advanceTimersToNextTimerAsync();
  expect(useServerStatus.getState()).toEqual(status);
  const onReachable = vi.fn();
  const stop = onServerReachable(onReachable);
  get.mockResolvedValue({ status: 200, data: {} });
  await vi.advanceTimersToNextTimerAsync();
  expect(useServerStatus.getState()).toEqual({ state: 'remote' });
  expect(onReachable).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);
  stop();
});

it('is checked once for several failed requests', async () => {
  get.mockResolvedValue({ status: 200, data: {} });
  await Promise.all([checkServer(), checkServer()]);
  expect(get).toHaveBeenCalledOnce();
});
