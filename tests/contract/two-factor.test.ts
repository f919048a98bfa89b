import { TOTP, URI } from 'otpauth';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AnyRecord } from '../../src/shared/resource-kit/define-resource.ts';
import { admin } from '../support/database-templates.ts';
import { anyDatabase, withDatabase } from '../support/databases.ts';
import { useFakeClock } from '../support/fake-clock.ts';
import { setUpTestServer, signIn } from '../support/test-server.ts';

const second = 1000;
const step = 30 * second;
const minute = 60 * second;
const initialPassword = 'correct horse battery';
/** The password of users who have logged in once. */
const password = `${initialPassword} of my own`;
let count = 0;

describe.each(anyDatabase)('on %s', (kind) => {
  const server = setUpTestServer(kind);
  afterEach(() => void vi.useRealTimers());

  const createUser = async (role = 'SUBADMIN') => {
    await server.signInAgain();
    count += 1;
    const body = {
      name: `Person ${count}`,
      email: `factor${count}@example.com`,
      role,
      password: initialPassword,
    };
    const created = await server.send('POST', '/v1/user/', { body });
    const { _id, email } = created.body.data as AnyRecord & { email: string };
    return { _id, email, token: await signIn(server.send, { email, password: initialPassword }) };
  };
  const start = (token: string) => server.send('POST', '/v1/user/two-factor', { token });
  const confirm = (token: string, code: string) =>
    server.send('POST', '/v1/user/two-factor/confirm', { token, body: { code } });
  const codeOf = (uri: string, timestamp = Date.now()) => (URI.parse(uri) as TOTP).generate({ timestamp });
  /** Creates a user with two-factor login, at the beginning of a time step. */
  const setUp = async (role?: string) => {
    const now = Math.ceil(useFakeClock() / step) * step;
    vi.setSystemTime(now);
    const user = await createUser(role);
    const { uri } = (await start(user.token)).body as { uri?: string };
    const { status, body } = await confirm(user.token, codeOf(uri ?? ''));
    expect(status).toBe(200);
    // The code of the setup can't be used again.
    vi.setSystemTime(now + 10 * step);
    return { ...user, uri: uri ?? '', recoveryCodes: body.recoveryCodes as string[], now: now + 10 * step };
  };
  const login = (email: string, code?: string, secret = password) =>
    server.send('POST', '/v1/user/login', { token: null, body: { email, password: secret, code } });

  it('returns a secret for authenticator apps and recovery codes', async () => {
    const { token, email } = await createUser();
    const { body } = await start(token);
    const totp = URI.parse(String(body.uri)) as TOTP;
    expect(totp).toBeInstanceOf(TOTP);
    expect([totp.secret.base32, totp.issuer, totp.label]).toEqual([body.secret, 'Catalogue Back Office', email]);
    expect(totp.secret.bytes.length).toBeGreaterThanOrEqual(20);
    const { recoveryCodes } = (await confirm(token, totp.generate())).body as { recoveryCodes?: string[] };
    expect(new Set(recoveryCodes).size).toBe(10);
    expect((await start(token)).status).toBe(409);
  });

  it('isn’t on before a correct code confirms it', async () => {
    const { token, email } = await createUser();
    await start(token);
    const { status, body } = await confirm(token, '000000');
    expect([status, body.errors?.[0]?.field]).toEqual([400, 'code']);
    expect((await login(email)).status).toBe(200);
  });

  it('asks for a code after a correct password only', async () => {
    const { email, uri } = await setUp();
    const asked = await login(email);
    expect([asked.status, asked.body.needsCode, asked.body.token]).toEqual([401, true, '']);
    const wrong = await login(email, codeOf(uri), 'wrong password');
    expect([wrong.status, wrong.body.needsCode]).toEqual([401, undefined]);
    expect((await login(email, codeOf(uri))).status).toBe(200);
  });

  it('accepts a code once, also of simultaneous logins', async () => {
    const { email, uri } = await setUp();
    const code = codeOf(uri);
    const responses = await Promise.all([login(email, code), login(email, code), login(email, code)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
  });

  it.each([
    [-2, 401],
    [-1, 200],
    [1, 200],
    [2, 401],
  ])('answers a code of %i time steps away with %i', async (steps, status) => {
    const { email, uri, now } = await setUp();
    expect((await login(email, codeOf(uri, now + steps * step))).status).toBe(status);
  });

  it('rejects an earlier code after a later one', async () => {
    const { email, uri, now } = await setUp();
    expect((await login(email, codeOf(uri))).status).toBe(200);
    expect((await login(email, codeOf(uri, now - step))).status).toBe(401);
  });

  it('counts wrong codes as failed logins, and correct passwords don’t reset them', async () => {
    const { email, uri } = await setUp();
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect((await login(email)).body.needsCode).toBe(true);
      expect((await login(email, '000000')).status).toBe(401);
    }
    expect((await login(email, codeOf(uri))).status).toBe(429);
  });

  it('accepts every recovery code once', async () => {
    const { email, recoveryCodes, token } = await setUp();
    const [first = '', other = ''] = recoveryCodes;
    const both = await Promise.all([login(email, first), login(email, first)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect((await login(email, other.toUpperCase().replace('-', ' '))).status).toBe(200);
    const { body } = await server.send('GET', '/v1/user/account', { token });
    expect(body.data).toMatchObject({ twoFactor: { isOn: true, recoveryCodesLeft: 8 } });
  });

  it('stores recovery codes only as hashes, and no response that contains them', async () => {
    const { _id, token } = await createUser();
    const headers = { 'idempotency-key': `setup-${_id}` };
    const { body } = await server.send('POST', '/v1/user/two-factor', { token, headers });
    const { body: confirmed } = await server.send('POST', '/v1/user/two-factor/confirm', {
      token,
      headers: { 'idempotency-key': `confirm-${_id}` },
      body: { code: codeOf(String(body.uri)) },
    });
    const [stored, responses] = await withDatabase(server, async (database) => [
      await database.selectFrom('recoveryCode').selectAll().where('userId', '=', _id).execute(),
      await database.selectFrom('idempotencyKey').selectAll().execute(),
    ]);
    expect(stored).toHaveLength(10);
    for (const code of confirmed.recoveryCodes as string[]) {
      expect(JSON.stringify([stored, responses])).not.toContain(code);
    }
    expect(JSON.stringify(responses)).not.toContain(body.secret);
  });

  it('is turned off with the password', async () => {
    const { email, token } = await setUp();
    const turnOff = (secret: string) =>
      server.send('DELETE', '/v1/user/two-factor', { token, body: { password: secret } });
    const wrong = await turnOff('wrong');
    expect([wrong.status, wrong.body.errors?.[0]?.field]).toEqual([400, 'password']);
    expect((await login(email)).status).toBe(401);
    expect((await turnOff(password)).status).toBe(200);
    expect((await login(email)).status).toBe(200);
  });

  it('needs a recent password', async () => {
    const now = useFakeClock();
    const { token } = await createUser();
    vi.setSystemTime(now + 6 * minute);
    const { status, body } = await start(token);
    expect([status, body.needsPassword]).toEqual([403, true]);
  });

  it('is reset by an admin, which ends the sessions', async () => {
    const { _id, email, token, now } = await setUp();
    const path = `/v1/user/${_id}/two-factor`;
    const own = await server.send('DELETE', path, { token });
    expect(own.status).toBe(403);
    await server.signInAgain();
    expect((await server.send('GET', path)).body.data).toEqual({ isOn: true, passkeys: 0 });
    vi.setSystemTime(now + 6 * minute);
    expect((await server.send('DELETE', path)).body.needsPassword).toBe(true);
    await server.signInAgain();
    expect((await server.send('DELETE', path)).status).toBe(200);
    expect((await server.send('GET', '/v1/faq/', { token })).status).toBe(401);
    expect((await login(email)).status).toBe(200);
  });

  describe('the policy', () => {
    const require = (roles: string[], token?: string) =>
      server.send('PATCH', '/v1/user/two-factor/policy', { body: { roles }, ...(token && { token }) });
    afterEach(async () => {
      await server.signInAgain();
      await require([]);
    });

    it('lets a session without a second factor only set it up', async () => {
      const { token, email } = await createUser();
      expect((await require(['SUBADMIN'])).status).toBe(200);
      for (const [method, path] of [
        ['GET', '/v1/faq/'],
        ['GET', '/v1/user/sessions'],
        ['POST', '/v1/country/'],
        ['POST', '/v1/user/passkeys/options'],
      ] as const) {
        const body = method === 'POST' ? { name: 'x' } : undefined;
        const response = await server.send(method, path, { token, body });
        expect([path, response.status, response.body.needsTwoFactor]).toEqual([path, 403, true]);
      }
      expect((await login(email)).status).toBe(200);
      const { body: account } = await server.send('GET', '/v1/user/account', { token });
      expect(account.data).toMatchObject({ twoFactor: { isOn: false, isRequired: true } });
      const { body } = await start(token);
      expect((await confirm(token, codeOf(String(body.uri)))).status).toBe(200);
      expect((await server.send('GET', '/v1/faq/', { token })).status).toBe(200);
    });

    it('concerns only the roles it names', async () => {
      const { token } = await createUser('ADMIN');
      await require(['SUBADMIN']);
      expect((await server.send('GET', '/v1/faq/', { token })).status).toBe(200);
    });

    it('can’t lock out the admin who sets it', async () => {
      expect((await require(['ADMIN'])).status).toBe(409);
      const other = await setUp('ADMIN');
      const token = (await login(other.email, codeOf(other.uri))).body.token ?? '';
      expect((await require(['ADMIN', 'SUBADMIN'], token)).status).toBe(200);
      const { body } = await server.send('GET', '/v1/user/two-factor/policy', { token });
      expect(body.data).toEqual({ roles: ['ADMIN', 'SUBADMIN'] });
      expect((await require([], token)).status).toBe(200);
    });

    it('is set by admins with a recent password', async () => {
      const { token } = await createUser();
      expect((await require([], token)).status).toBe(403);
      const now = useFakeClock();
      await server.signInAgain();
      vi.setSystemTime(now + 6 * minute);
      expect((await require([])).body.needsPassword).toBe(true);
      await server.send('POST', '/v1/user/confirm', { body: { password: admin.password } });
      expect((await require([])).status).toBe(200);
    });
  });
});
