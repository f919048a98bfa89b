import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Passkey } from '../../src/shared/passkeys.ts';
import { admin } from '../support/database-templates.ts';
import { databaseKinds, withDatabase } from '../support/databases.ts';
import { useFakeClock } from '../support/fake-clock.ts';
import { createPasskeyDevice } from '../support/passkey-device.ts';
import { type Send, sendTo, startTestServer, type TestServer } from '../support/test-server.ts';

const minute = 60_000;

describe.each(databaseKinds)('on %s', (kind) => {
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
  const add = (credential: object) =>
    send('POST', '/v1/user/passkeys', { body: { name: 'Laptop', credential } });
  const login = (credential: object) =>
    send('POST', '/v1/user/login/passkey', { token: null, body: { credential } });
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

  it('don’t log in to an account that may not', async () => {
    const device = await register();
    await withDatabase(server, (database) =>
      database.updateTable('user').set({ status: 'INACTIVE' }).execute(),
    );
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
