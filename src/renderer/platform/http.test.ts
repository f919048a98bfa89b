// @vitest-environment jsdom
import { type AxiosAdapter, type AxiosRequestConfig, CanceledError, type InternalAxiosRequestConfig } from 'axios';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { endWhenSilent, http, useSlowRequests } from './http.ts';
import { NetworkError } from './platform.ts';

const { server, shown } = vi.hoisted(() => ({ server: { state: 'running' }, shown: { state: 'running' } }));
vi.mock('./server.ts', () => ({
  checkServer: async () => server,
  retryServer: async () => undefined,
  useServerStatus: { getState: () => shown },
}));

beforeEach(() => {
  server.state = 'running';
  shown.state = 'running';
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

/** Starts a request that never gets a response. */
const start = (options: AxiosRequestConfig) => {
  const state: { error?: unknown; config?: InternalAxiosRequestConfig } = {};
  const controller = new AbortController();
  const silentServer: AxiosAdapter = (config) => {
    state.config = config;
    return new Promise((_resolve, reject) => {
      config.signal?.addEventListener?.('abort', () => reject(new CanceledError(undefined, config)));
    });
  };
  http
    .request({ ...options, signal: controller.signal, adapter: endWhenSilent(silentServer) })
    .catch((error: unknown) => {
      state.error = error;
    });
  return { state, cancel: () => controller.abort() };
};
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

const save = { method: 'POST', url: '/faq/' };

it('says after 10 seconds that a request is slow', async () => {
  const { cancel } = start({ url: '/faq/' });
  await pass(9);
  expect(useSlowRequests.getState().count).toBe(0);
  await pass(1);
  expect(useSlowRequests.getState().count).toBe(1);
  cancel();
  await pass(0);
  expect(useSlowRequests.getState().count).toBe(0);
});

it.each([
  ['a read', { url: '/faq/' }],
  ['a save with an idempotency key', { ...save, headers: { 'idempotency-key': '1' } }],
])('ends %s after 20 seconds', async (_kind, options) => {
  const { state } = start(options);
  await pass(19);
  expect(state.error).toBeUndefined();
  await pass(1);
  expect(state.error).toBeInstanceOf(NetworkError);
});

it('waits for long work while the server answers other requests', async () => {
  const { state, cancel } = start(save);
  await pass(300);
  expect(state.error).toBeUndefined();
  server.state = 'unreachable';
  await pass(10);
  expect(state.error).toBeInstanceOf(NetworkError);
  cancel();
});

it('does not end an upload that progresses', async () => {
  server.state = 'unreachable';
  const { state, cancel } = start({ ...save, onUploadProgress: () => undefined });
  for (let loaded = 1; loaded <= 10; loaded += 1) {
    await pass(9);
    state.config?.onUploadProgress?.({ loaded, bytes: 1, lengthComputable: false });
  }
  expect(state.error).toBeUndefined();
  cancel();
});

it('ends an upload that makes no progress while the server can’t be reached', async () => {
  server.state = 'unreachable';
  const { state } = start({ ...save, onUploadProgress: () => undefined });
  await pass(10);
  expect(state.error).toBeInstanceOf(NetworkError);
});

it('rejects with the reason of an aborted signal', async () => {
  const { state, cancel } = start({ url: '/faq/' });
  cancel();
  await pass(0);
  expect(state.error).toMatchObject({ name: 'AbortError' });
});

it.each([
  ['ends a read at once', { url: '/faq/' }, true],
  ['tries a save', save, false],
])('%s while the server is unreachable', async (_name, options, isEnded) => {
  shown.state = 'unreachable';
  const { state, cancel } = start(options);
  await pass(0);
  expect(state.error instanceof NetworkError).toBe(isEnded);
  cancel();
});
