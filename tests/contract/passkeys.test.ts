import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { inChunks } from '../../src/server/database/write-rows.ts';
import type { ServerConfig } from '../../src/server/lib/config.ts';
import type { Passkey } from '../../src/shared/account.ts';
import { admin } from '../support/database-templates.ts';
import { anyDatabase, withDatabase } from '../support/databases.ts';
import { useFakeClock } from '../support/fake-clock.ts';
import { createPasskeyDevice } from '../support/passkey-device.ts';
import { rawRequest, sendRaw } from '../support/server-raw.ts';
import { type Send, sendTo, startTestServer, type TestServer } from '../support/test-server.ts';

const minute = 60_000;

describe.each(anyDatabase)('on %s', (kind) => {
  let server: TestServer;
  let origin: string;
  /** Sends requests to localhost, where browsers support passkeys. */
  let send: Send;
  beforeEach(async () => {
    server = await startTestServer(kind);
    origin = server.url.replace('127.0.0.1', 'localhost');
    send = sendTo(
      () => origin,
      () => server.token,
    );
  });
  afterEach(async () => {
    vi.useRealTimers();
    await server.stop();
  });

  const challengeFrom = async (path: string) => {
    const { status, body } = await send('POST', path);
    expect(status).toBe(200);
    return (body.options as { challenge: string }).challenge;
  };
  const registrationChallenge = () => challengeFrom('/v1/user/passkeys/options');
  const loginChallenge = () => challengeFrom('/v1/user/login/passkey/options');
  const add = (credential: object) => send('POST', '/v1/user/passkeys', { body: { name: 'Laptop', credential } });
  const login = (credential: object) => send('POST', '/v1/user/login/passkey', { token: null, body: { credential } });
  const list = async () => (await send('GET', '/v1/user/passkeys')).body.data as Passkey[];
  const register = async (device = createPasskeyDevice(origin)) => {
    expect((await add(device.register(await registrationChallenge()))).status).toBe(200);
    return device;
  };

  it('log in without a password or a code', async () => {
    const device = await register();
    const { status, body } = await login(device.authenticate(await loginChallenge()));
    expect([status, body.message]).toEqual([200, 'Login Successfully']);
    expect((await send('GET', '/v1/faq/', { token: body.token ?? '' })).status).toBe(200);
    expect(await list()).toMatchObject([{ _id: device.id, name: 'Laptop', lastUsedAt: expect.any(String) }]);
  });

  it('reject a challenge that was used, has expired or was never given out', async () => {
    const device = await register();
    const challenge = await loginChallenge();
    expect((await login(device.authenticate(challenge))).status).toBe(200);
    expect((await login(device.authenticate(challenge))).status).toBe(401);
    expect((await login(device.authenticate('bmV2ZXIgZ2l2ZW4gb3V0'))).status).toBe(401);
    expect((await login(device.authenticate(await registrationChallenge()))).status).toBe(401);
    const late = await loginChallenge();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6 * minute });
    expect((await login(device.authenticate(late))).status).toBe(401);
  });

  it('reject another origin, another key and a device that didn’t check its user', async () => {
    const device = await register();
    const phishing = createPasskeyDevice('http://localhost.example.com');
    expect((await add(phishing.register(await registrationChallenge()))).status).toBe(400);
    const stranger = createPasskeyDevice(origin).authenticate(await loginChallenge());
    expect((await login(stranger)).status).toBe(401);
    expect((await login({ ...stranger, id: device.id, rawId: device.id })).status).toBe(401);
    const unverified = device.authenticate(await loginChallenge(), { isVerified: false });
    expect((await login(unverified)).status).toBe(401);
  });

  it('keep at most 1000 open challenges for logins', async () => {
    const device = await register();
    const registration = await registrationChallenge();
    const inMinutes = (minutes: number) => new Date(Date.now() + minutes * minute).toISOString();
    const toRow = (_id: string, expiresAt: string) => ({ _id, expiresAt, userId: null });
    const flood = Array.from({ length: 1000 }, (_, index) => toRow(`open-${index}`, inMinutes(4)));
    await withDatabase(server, async (database) => {
      for (const chunk of inChunks([toRow('expired', inMinutes(-1)), toRow('oldest', inMinutes(1)), ...flood]))
        await database.insertInto('passkeyChallenge').values(chunk).execute();
    });
    const challenge = await loginChallenge();
    const open = await withDatabase(server, (database) =>
      database.selectFrom('passkeyChallenge').select('_id').where('userId', 'is', null).execute(),
    );
    const ids = open.map(({ _id }) => _id);
    expect(ids).toHaveLength(1000);
    expect(ids).not.toContain('expired');
    expect(ids).not.toContain('oldest');
    expect((await login(device.authenticate(challenge))).status).toBe(200);
    expect((await add(createPasskeyDevice(origin).register(registration))).status).toBe(200);
  });

  it('don’t log in to an account that may not', async () => {
    const device = await register();
    await withDatabase(server, (database) => database.updateTable('user').set({ status: 'INACTIVE' }).execute());
    expect((await login(device.authenticate(await loginChallenge()))).status).toBe(403);
  });

  it('are removed, and then no longer log in', async () => {
    const device = await register();
    expect((await send('DELETE', `/v1/user/passkeys/${device.id}`)).status).toBe(200);
    expect((await send('DELETE', `/v1/user/passkeys/${device.id}`)).status).toBe(404);
    expect((await login(device.authenticate(await loginChallenge()))).status).toBe(401);
  });

  it('need a recent password to be added', async () => {
    const now = useFakeClock();
    await server.signInAgain();
    vi.setSystemTime(now + 6 * minute);
    const { status, body } = await send('POST', '/v1/user/passkeys/options');
    expect([status, body.needsPassword]).toEqual([403, true]);
    await send('POST', '/v1/user/confirm', { body: { password: admin.password } });
    await register();
  });

  it('need a host name, and https except on localhost', async () => {
    const { status, body } = await server.send('POST', '/v1/user/login/passkey/options', { token: null });
    expect([status, body.message]).toEqual([409, expect.stringContaining('https://')]);
  });
});

describe('the address of a passkey', () => {
  let server: TestServer | undefined;
  afterEach(() => server?.stop());

  const askForOptions = async (config: Partial<ServerConfig>, headers: Record<string, string>) => {
    server = await startTestServer('sqlite', config);
    const request = rawRequest({ method: 'POST', path: '/v1/user/login/passkey/options', headers });
    const response = await sendRaw(server.url, request);
    const { options } = JSON.parse(response.split('\r\n\r\n')[1] ?? '') as { options?: { rpId: string } };
    return [response.slice(9, 12), options?.rpId];
  };
  // The address of a server on all interfaces may be any of this machine's.
  const proxy = ['0.0.0.0/1', '128.0.0.0/1'];
  const forwarded = { 'x-forwarded-host': 'evil.example.com', 'x-forwarded-proto': 'https' };

  it('is the public address of the server', async () => {
    const config = { publicUrl: 'https://office.example.com', trustProxy: proxy };
    const answer = await askForOptions(config, { host: 'localhost', ...forwarded });
    expect(answer).toEqual(['200', 'office.example.com']);
  });

  it('is the host of the request, never that of a forwarded header', async () => {
    const config = { trustProxy: proxy };
    const answer = await askForOptions(config, { host: 'localhost:4780', ...forwarded });
    expect(answer).toEqual(['200', 'localhost']);
  });

  it.each([
    ['https according to a trusted proxy', proxy, '200'],
    ['http according to the connection, whatever a client claims', undefined, '409'],
  ])('is %s', async (_what, trustProxy, status) => {
    const config = { host: '0.0.0.0', isInsecure: true, trustProxy };
    const answer = await askForOptions(config, { host: 'office.example.com', ...forwarded });
    expect(answer).toEqual([status, status === '200' ? 'office.example.com' : undefined]);
  });
});
