// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { NetworkError } from '../platform/platform.ts';
import { endWhenSilent, useSlowRequests } from './end-when-silent.ts';

const { server } = vi.hoisted(() => ({ server: { state: 'running', retry: async () => undefined } }));
vi.mock('../platform/index.ts', () => ({
  platform: { server: { retry: server.retry, status: async () => ({ state: server.state }) } },
}));

beforeEach(() => {
  server.state = 'running';
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

/** Starts a request that never gets a response. */
const start = (options: { canRepeat: boolean; onProgress?: (fraction: number) => void }) => {
  const state: { error?: unknown; progress?: ((fraction: number) => void) | undefined } = {};
  const controller = new AbortController();
  endWhenSilent({ ...options, signal: controller.signal }, ({ signal, onProgress }) => {
    state.progress = onProgress;
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  }).catch((error: unknown) => {
    state.error = error;
  });
  return { state, cancel: () => controller.abort() };
};
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

it('says after 10 seconds that a request is slow', async () => {
  const { cancel } = start({ canRepeat: true });
  await pass(9);
  expect(useSlowRequests.getState().count).toBe(0);
  await pass(1);
  expect(useSlowRequests.getState().count).toBe(1);
  cancel();
  await pass(0);
  expect(useSlowRequests.getState().count).toBe(0);
});

it('ends a request that can be repeated after 20 seconds', async () => {
  const { state } = start({ canRepeat: true });
  await pass(19);
  expect(state.error).toBeUndefined();
  await pass(1);
  expect(state.error).toBeInstanceOf(NetworkError);
});

it('waits for long work while the server answers other requests', async () => {
  const { state, cancel } = start({ canRepeat: false });
  await pass(300);
  expect(state.error).toBeUndefined();
  server.state = 'unreachable';
  await pass(10);
  expect(state.error).toBeInstanceOf(NetworkError);
  cancel();
});

it('does not end an upload that progresses', async () => {
  const { state, cancel } = start({ canRepeat: true, onProgress: () => undefined });
  for (let part = 1; part <= 10; part += 1) {
    await pass(9);
    state.progress?.(part / 10);
  }
  expect(state.error).toBeUndefined();
  cancel();
});
