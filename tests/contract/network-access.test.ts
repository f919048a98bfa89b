import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { ServerConfig } from '../../src/server/lib/config.ts';
import { startServer } from '../../src/server/start.ts';
import { appKeyHeader } from '../../src/shared/embedded.ts';
import type { AnyRecord } from '../../src/shared/resource-kit/define-resource.ts';
import { anyDatabase } from '../support/databases.ts';
import { rawRequest, sendRaw } from '../support/server-raw.ts';
import {
  makeDataDir,
  sendTo,
  setUpTestServer,
  startTestServer,
  type TestServer,
  testConfig,
} from '../support/test-server.ts';

describe.each(anyDatabase)('on %s', (kind) => {
  const server = setUpTestServer(kind);

  const askPath = (path: string, host: string) => sendRaw(server.url, rawRequest({ path, headers: { host } }));

  it.each(['/health/live', '/health/ready', '/health/ready/'])('responds to %s for any host', async (path) => {
    expect(await askPath(path, 'balancer.example.com')).toMatch(/^HTTP\/1\.1 200 .*"success":true/s);
  });

  it('is not ready without its files', async () => {
    const uploads = join(server.dataDir, 'uploads');
    renameSync(uploads, `${uploads}-gone`);
    const { status, body } = await server.send('GET', '/health/ready', { token: null });
    renameSync(`${uploads}-gone`, uploads);
    expect([status, body]).toEqual([503, { success: false, message: 'The server isn’t ready', failed: ['files'] }]);
    expect((await server.send('GET', '/health/ready')).status).toBe(200);
  });

  it('rejects requests for another host', async () => {
    const ask = (host: string) => askPath('/v1/meta', host);
    const port = new URL(server.url).port;
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, 'LOCALHOST', '[::1]:80']) {
      expect([host, (await ask(host)).slice(0, 12)]).toEqual([host, 'HTTP/1.1 200']);
    }
    for (const host of ['example.com', `example.com:${port}`, 'localhost.example.com', '127.0.0.1.nip.io', '0.0.0.0']) {
      const response = await ask(host);
      expect([host, response.slice(0, 12)]).toEqual([host, 'HTTP/1.1 403']);
      expect(response).toContain('"success":false');
      expect(response).toContain('X-Content-Type-Options: nosniff');
    }
  });
});

describe('a server of a single app', () => {
  const appKey = 'the key of this app';
  const server = setUpTestServer('sqlite', { appKey, firstAdmin: undefined });

  it('rejects every request without its key', async () => {
    const send = sendTo(
      () => server.url,
      () => null,
    );
    for (const path of [
      '/v1/meta',
      '/v1/setup',
      '/health/ready',
      '/v1/faq/',
      '/uploads/x.png',
      '/docs/',
      '/docs/json',
      '/nothing',
    ]) {
      for (const key of ['', 'wrong', `${appKey}x`]) {
        const { status, body } = await send('GET', path, { headers: key ? { [appKeyHeader]: key } : {} });
        expect([path, status, body.success]).toEqual([path, 403, false]);
      }
    }
    const withKey = async (path: string) => (await send('GET', path, { headers: { [appKeyHeader]: appKey } })).status;
    expect(await withKey('/v1/meta')).toBe(200);
    expect(await withKey('/docs/json'), 'the app describes its server to nobody').toBe(404);
  });
});

describe('the limit of requests', () => {
  let server: TestServer | undefined;
  afterEach(() => server?.stop());

  const start = async (config: Partial<ServerConfig>) => {
    server = await startTestServer('sqlite', { requestsPerMinute: 30, ...config });
    return new URL(server.url).port;
  };

  const ask = async (port: string, forwardedFor: string) => {
    const response = await fetch(`http://127.0.0.1:${port}/v1/meta`, {
      headers: { 'x-forwarded-for': forwardedFor },
    });
    const wait = response.headers.get('retry-after');
    return { status: response.status, wait, body: (await response.json()) as AnyRecord };
  };

  const askRepeatedly = async (port: string, forwardedFor: (index: number) => string) => {
    const responses = await Promise.all(Array.from({ length: 60 }, (_, index) => ask(port, forwardedFor(index))));
    return responses.filter(({ status }) => status !== 200);
  };

  it.each([
    ['without a trusted proxy', { host: '0.0.0.0', isInsecure: true }],
    ['unless a trusted proxy reports them', { trustProxy: ['192.0.2.0/24'] }],
  ])('ignores the addresses that clients claim %s', async (_when, config) => {
    const port = await start(config);
    const refused = await askRepeatedly(port, (index) => `203.0.113.${index}`);
    // Signing in used one of the 30 requests.
    expect(refused).toHaveLength(31);
    expect(refused[0]).toEqual({
      status: 429,
      wait: expect.stringMatching(/^\d+$/),
      body: { success: false, message: 'Too many requests. Wait a moment, then try again.' },
    });
    expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200);
  });

  it('is for each client that a trusted proxy reports', async () => {
    const port = await start({ trustProxy: ['127.0.0.0/8'] });
    // The client sent the first address; the proxy added the second.
    expect(await askRepeatedly(port, (index) => `198.51.100.${index}, 203.0.113.1`)).toHaveLength(30);
    expect(await ask(port, '198.51.100.1, 203.0.113.2')).toMatchObject({ status: 200 });
  });
});

describe('a server that others can reach', () => {
  const port = (url: string) => new URL(url).port;
  const send = (url: string) =>
    sendTo(
      () => `http://127.0.0.1:${port(url)}`,
      () => null,
    );
  const admin = { name: 'Ada', email: 'ada@example.com', password: 'correct horse' };

  it('takes the code that it prints for the first admin account', async () => {
    const dataDir = makeDataDir();
    const config = testConfig({ dataDir, host: '0.0.0.0', isInsecure: true });
    const { url, setupCode, stop } = await startServer(config);
    const setUp = (body: object) => send(url)('POST', '/v1/setup', { body });
    expect((await send(url)('GET', '/v1/setup')).body).toEqual({ needed: true, needsCode: true });
    for (const code of [undefined, '', 'AAAA-AAAA-AAAA-AAAA']) {
      const { status, body } = await setUp({ ...admin, code });
      expect([status, body.errors?.[0]?.field]).toEqual([400, 'code']);
    }
    expect((await setUp({ ...admin, code: setupCode })).status).toBe(200);
    expect((await send(url)('GET', '/v1/setup')).body).toEqual({ needed: false });
    await stop();
    const again = await startServer(config);
    expect(again.setupCode).toBeUndefined();
    await again.stop();
  });

  it('takes the code behind a trusted proxy, too', async () => {
    const config = testConfig({ dataDir: makeDataDir(), trustProxy: ['192.0.2.0/24'] });
    const { setupCode, stop } = await startServer(config);
    expect(setupCode).toMatch(/^[A-Z0-9-]{19}$/);
    await stop();
  });

  it('rejects foreign hosts where it knows its own', async () => {
    const server = await startTestServer('sqlite', {
      host: '0.0.0.0',
      isInsecure: true,
      publicUrl: 'https://office.example.com',
    });
    const ask = async (host: string) =>
      (
        await sendRaw(`http://127.0.0.1:${port(server.url)}`, rawRequest({ path: '/v1/meta', headers: { host } }))
      ).slice(9, 12);
    for (const host of ['office.example.com', 'OFFICE.example.com:443', '192.168.1.5:4780', 'localhost']) {
      expect([host, await ask(host)]).toEqual([host, '200']);
    }
    for (const host of ['example.com', 'evil.office.example.com', '192.168.1.5.nip.io', '']) {
      expect([host, await ask(host)]).toEqual([host, '403']);
    }
    await server.stop();
  });
});
