import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startServer } from '../../src/server/start.ts';
import { admin } from '../support/database-templates.ts';
import { createDatabase } from '../support/databases.ts';
import { adminEnv, type RunningCommand, readServerUrl, spawnServer } from '../support/spawn-server.ts';
import {
  makeDataDir,
  sampleDir,
  sendTo,
  signIn,
  startTestServer,
  type TestServer,
  testConfig,
} from '../support/test-server.ts';

const serverCount = Number(process.env.SERVERS ?? 4);
/** Milliseconds. Each server is a separate process, which takes long to start on a busy machine. */
const startTimeout = 180_000;

let commands: RunningCommand[] = [];
afterEach(() => {
  for (const { child } of commands.splice(0)) child.kill('SIGKILL');
});

it(
  'starts several servers at once on an empty database',
  async () => {
    const { databaseUrl = '', drop } = await createDatabase('postgres');
    const dataDirs = Array.from({ length: serverCount }, makeDataDir);
    commands = dataDirs.map((dataDir) =>
      spawnServer(['--port', '0', '--data', dataDir], {
        ...adminEnv,
        BACKOFFICE_DATABASE_URL: databaseUrl,
        BACKOFFICE_SAMPLE: '1',
        BACKOFFICE_LOG_LEVEL: 'silent',
      }),
    );
    const exits = commands.map(({ child }) => once(child, 'exit'));
    const urls = await Promise.all(commands.map(readServerUrl));
    const samples = JSON.parse(readFileSync(join(sampleDir, 'product.json'), 'utf8')) as unknown[];
    for (const url of urls) {
      const send = sendTo(
        () => url,
        () => null,
      );
      const token = await signIn(send, admin);
      const count = async (path: string) => (await send('GET', path, { token })).body.total;
      expect([await count('/v1/user/?role=ADMIN'), await count('/v1/product/')]).toEqual([1, samples.length]);
    }
    for (const { child } of commands) child.kill('SIGTERM');
    expect(await Promise.all(exits)).toEqual(exits.map(() => [0, null]));
    for (const dataDir of dataDirs) rmSync(dataDir, { recursive: true, force: true });
    await drop();
  },
  startTimeout,
);

describe('two servers on one database', () => {
  const requestsPerMinute = 10_000;
  let first: TestServer;
  let second: TestServer;
  beforeAll(async () => {
    const changes = { requestsPerMinute, trustProxy: ['127.0.0.1'] };
    first = await startTestServer('postgres', changes);
    second = await startTestServer('postgres', { ...changes, databaseUrl: first.databaseUrl });
  });
  afterAll(async () => {
    await second.stop();
    await first.stop();
  });

  it('accepts the session of one server on the other until it ends', async () => {
    const token = await signIn(first.send, admin);
    const statusOn = async ({ send }: TestServer) => (await send('GET', '/v1/user/authorization', { token })).status;
    const storageKeyOn = async ({ send }: TestServer) =>
      (await send('GET', '/v1/user/storage-key', { token })).body.data;
    expect(await statusOn(second)).toBe(200);
    expect(await storageKeyOn(second)).toEqual(await storageKeyOn(first));
    await second.send('POST', '/v1/user/logout', { token });
    expect(await statusOn(first)).toBe(401);
  });

  it('counts failed logins of both servers together', async () => {
    const body = { email: 'nobody@example.com', password: 'wrong' };
    const statuses: number[] = [];
    for (const { send } of [first, second, first, second, first, second])
      statuses.push((await send('POST', '/v1/user/login', { body, token: null })).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('counts the requests of a client to both servers together', async () => {
    const ask = async ({ url }: TestServer) => {
      const headers = { 'x-forwarded-for': '203.0.113.7' };
      const response = await fetch(`${url}/v1/meta`, { headers });
      return requestsPerMinute - Number(response.headers.get('x-ratelimit-remaining'));
    };
    let askedSecond = 0;
    const countOthers = async () => {
      // Several, so that the test also passes when a minute ends meanwhile.
      for (let index = 0; index < 5; index += 1) await ask(first);
      askedSecond += 1;
      return (await ask(second)) - askedSecond;
    };
    await expect.poll(countOthers, { interval: 100, timeout: 20_000 }).toBeGreaterThan(0);
  });

  it('runs a request with an Idempotency-Key once, whichever servers get it', async () => {
    const request = { body: { name: 'Once?', description: 'Yes' }, headers: { 'idempotency-key': 'once' } };
    const responses = await Promise.all(
      [first, second, first, second].map(({ send }) => send('POST', '/v1/faq/', { ...request, token: first.token })),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    for (const { body } of responses) expect(body).toEqual(responses[0]?.body);
    expect((await first.send('GET', '/v1/faq/')).body.total).toBe(1);
  });
});

it('has the same setup code on both servers', async () => {
  const { databaseUrl, drop } = await createDatabase('postgres');
  const config = { databaseUrl, firstAdmin: undefined, trustProxy: ['127.0.0.1'] };
  const codes: (string | undefined)[] = [];
  for (const dataDir of [makeDataDir(), makeDataDir()]) {
    const { setupCode, stop } = await startServer(testConfig({ ...config, dataDir }));
    codes.push(setupCode);
    await stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
  expect(codes[0]).toMatch(/^[A-Z0-9-]{19}$/);
  expect(codes[1]).toBe(codes[0]);
  await drop();
});
