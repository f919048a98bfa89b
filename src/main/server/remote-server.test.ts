import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ApiServer } from './api-server.ts';
import { certificates } from './certificates.testing.ts';
import { type StubServer, startStubServer } from './local-http.testing.ts';
import { createRemoteServer } from './remote-server.ts';

let isAway: boolean;
let http: StubServer;
let server: ApiServer;

beforeEach(async () => {
  isAway = true;
  http = await startStubServer(({ socket }, response) => {
    if (isAway) socket.destroy();
    else response.end('{}');
  });
  server = createRemoteServer(new URL(`http://127.0.0.1:${http.port}`));
  // Retries happen only when a test advances the clock.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  server.reportUnreachable();
  expect(await server.settledStatus()).toMatchObject({ state: 'unreachable' });
});
afterEach(async () => {
  vi.useRealTimers();
  await server.stop();
  await http.close();
});

it('says what is wrong with its certificate', async () => {
  vi.useRealTimers();
  const secure = createServer(certificates.selfSigned).listen(0, '127.0.0.1');
  await once(secure, 'listening');
  const { port } = secure.address() as AddressInfo;
  const untrusted = createRemoteServer(new URL(`https://127.0.0.1:${port}`));
  untrusted.reportUnreachable();
  expect(await untrusted.settledStatus()).toEqual({
    state: 'unreachable',
    message: `The server’s certificate is self-signed, so this computer can’t verify the server: 127.0.0.1:${port}`,
  });
  await untrusted.stop();
  secure.close();
});

it('is polled until it responds', async () => {
  for (const times of [2, 3]) {
    vi.advanceTimersToNextTimer();
    expect(await server.settledStatus()).toMatchObject({ state: 'unreachable' });
    expect(http.seen).toHaveLength(times);
  }
  isAway = false;
  vi.advanceTimersToNextTimer();
  expect(await server.settledStatus()).toEqual({ state: 'remote' });
  expect(vi.getTimerCount()).toBe(0);
});

it('is checked at once on request, one check at a time', async () => {
  isAway = false;
  server.retry();
  server.retry();
  expect(await server.settledStatus()).toEqual({ state: 'remote' });
  expect(http.seen).toHaveLength(2);
});

it('is not polled while it is reachable', async () => {
  isAway = false;
  server.retry();
  await server.settledStatus();
  server.reportUnreachable();
  expect(await server.settledStatus()).toEqual({ state: 'remote' });
  expect(http.seen).toHaveLength(3);
  expect(vi.getTimerCount()).toBe(0);
});
