import { statSync } from 'node:fs';
import { join } from 'node:path';
import { decodeJwt, SignJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { roles } from '../../src/shared/permissions.ts';
import type { Variant } from '../../src/shared/product/variant.ts';
import { tokenPayloadSchema } from '../../src/shared/session.ts';
import { texts } from '../../src/shared/texts.ts';
import { admin } from '../support/database-templates.ts';
import { anyDatabase, withBlockedStatements, withDatabase } from '../support/databases.ts';
import { sendTo, signIn, startTestServer, type TestServer } from '../support/test-server.ts';

const setup = { name: 'Ada', email: 'Ada@Example.com', password: 'correct horse' };
const wrong = { success: false, token: '', message: 'Incorrect email, phone number or password' };

describe.each(anyDatabase)('on %s', (kind) => {
  let server: TestServer;
  const start = async (changes: Parameters<typeof startTestServer>[1] = {}) => {
    server = await startTestServer(kind, changes);
  };
  const login = (email: unknown, password: unknown) =>
    server.send('POST', '/v1/user/login', { token: null, body: { email, password } });
  const changeUser = (values: object) =>
    withDatabase(server, (database) => database.updateTable('user').set(values).execute());
  afterEach(() => server.stop());

  describe('the first start', () => {
    beforeEach(() => start({ firstAdmin: undefined }));
    const setUp = (body: object) => server.send('POST', '/v1/setup', { body });

    it('creates the first administrator once', async () => {
      expect((await server.send('GET', '/v1/setup')).body).toEqual({ needed: true });
      expect((await setUp(setup)).status).toBe(200);
      expect((await server.send('GET', '/v1/setup')).body).toEqual({ needed: false });
      expect((await login('ada@example.com', setup.password)).body.message).toBe(texts.login.success);
      expect((await setUp(setup)).status).toBe(409);
      await server.restart();
      expect((await setUp({ ...setup, email: 'eve@example.com' })).status).toBe(409);
    });

    it('creates one administrator for simultaneous requests', async () => {
      const responses = await Promise.all(
        Array.from({ length: 6 }, (_, index) => setUp({ ...setup, email: `user${index}@example.com` })),
      );
      expect(responses.map((response) => response.status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    });

    it('reports every invalid field', async () => {
      const { status, body } = await setUp({ name: ' ', email: 'ada', password: 'short', role: 'ADMIN' });
      expect(status).toBe(400);
      expect(body.errors?.map((error) => error.field)).toEqual(['name', 'email', 'password', 'role']);
      expect((await server.send('GET', '/v1/setup')).body).toEqual({ needed: true });
    });

    it('loads the sample catalogue with its images', async () => {
      expect((await setUp({ ...setup, sample: true })).status).toBe(200);
      const token = await signIn(server.send, setup);
      for (const name of ['product', 'category', 'brandsPage', 'catalogue', 'blogs', 'video', 'faq', 'gift']) {
        const { body } = await server.send('GET', `/v1/${name}/`, { token });
        expect([name, body.total]).toEqual([name, expect.toSatisfy((total: number) => total > 0)]);
      }
      const cities = await server.send('GET', '/v1/location/?query=indiranagar', { token });
      expect(cities.body.data).toMatchObject([{ countryName: 'India', stateName: 'Karnataka' }]);
      const { body } = await server.send('GET', '/v1/category/?pageSize=500', { token });
      for (const { image, banner } of body.data as { image: string; banner: string }[]) {
        expect((await fetch(`${server.url}/uploads/${image}`, { method: 'HEAD' })).status).toBe(200);
        expect((await fetch(`${server.url}/uploads/${banner}`, { method: 'HEAD' })).status).toBe(200);
      }
    });

    it('loads sample products with their variants', async () => {
      expect((await setUp({ ...setup, sample: true })).status).toBe(200);
      const token = await signIn(server.send, setup);
      const list = await server.send('GET', '/v1/product/?query=glide', { token });
      const [{ _id, variantCount } = {}] = list.body.data as { _id?: string; variantCount?: number }[];
      const { body } = await server.send('GET', `/v1/product/getById/${_id}`, { token });
      const { attributeArr } = body.data as { attributeArr: Variant[] };
      expect(attributeArr).toHaveLength(variantCount ?? 0);
      expect(attributeArr[0]?.attributeValueArr).toMatchObject([
        { attributeName: 'Colour', attributeValueName: 'Blue' },
        { attributeName: 'Pack', attributeValueName: 'Single' },
      ]);
      const image = attributeArr[0]?.imagesArr[0]?.image;
      expect((await fetch(`${server.url}/uploads/${image}`, { method: 'HEAD' })).status).toBe(200);
    });
  });

  it('rejects sample data in a database with records', async () => {
    await start({ firstAdmin: undefined });
    const country = { _id: 'x', name: 'Here before' };
    await withDatabase(server, (database) =>
      database
        .insertInto('country' as 'user')
        .values(country as never)
        .execute(),
    );
    const { status } = await server.send('POST', '/v1/setup', { body: { ...setup, sample: true } });
    expect(status).toBe(409);
    expect((await server.send('GET', '/v1/setup')).body).toEqual({ needed: true });
    await server.restart({ firstAdmin: { ...admin, hasSample: false } });
    expect((await login(admin.email, admin.password)).status).toBe(200);
  });

  describe('signing in', () => {
    beforeEach(() => start());

    it('returns a token that describes the user', async () => {
      const { status, body } = await login(` ${admin.email.toUpperCase()} `, admin.password);
      expect([status, body.success, body.message]).toEqual([200, true, 'Login Successfully']);
      const payload = tokenPayloadSchema.parse(decodeJwt(body.token ?? ''));
      expect(payload).toMatchObject({
        role: 'ADMIN',
        userId: payload.user._id,
        user: { email: admin.email },
      });
      expect(JSON.stringify(payload)).not.toContain('argon2');
    });

    it('returns the same message for an unknown account as for a wrong password', async () => {
      expect(await login('nobody@example.com', admin.password)).toMatchObject({ status: 401, body: wrong });
      expect(await login(admin.email, 'wrong')).toMatchObject({ status: 401, body: wrong });
      expect((await login(admin.email, 'wrong')).body).toEqual(wrong);
    });

    it('accepts a phone number in any notation', async () => {
      await changeUser({ phone: '+91 98765 43210', phoneKey: '+919876543210' });
      expect((await login('+91 98765-43210', admin.password)).status).toBe(200);
      expect((await login('98765', admin.password)).status).toBe(401);
    });

    it.each([
      [{}, ['email', 'password'], texts.login.identifierRequired],
      [{ email: ' ', password: 'x' }, ['email'], texts.login.identifierRequired],
      [{ email: 'a@b.co', password: '' }, ['password'], texts.login.passwordRequired],
    ])('reports the missing credential in %j', async (body, fields, message) => {
      const response = await server.send('POST', '/v1/user/login', { token: null, body });
      expect(response.status).toBe(400);
      expect(response.body.errors?.map((error) => error.field)).toEqual(fields);
      expect(response.body.message).toContain(message);
    });

    it('locks only the account with five failures', async () => {
      const failures = await Promise.all(Array.from({ length: 8 }, () => login(admin.email, 'wrong')));
      expect(failures.map((response) => response.status).sort()).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
      const locked = await login(admin.email.toUpperCase(), admin.password);
      expect(locked.status).toBe(429);
      expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(60);
      expect(locked.body.message).toMatch(/^Too many failed attempts\. Try again in \d+ minutes\.$/);
      expect((await login('someone@example.com', 'wrong')).status).toBe(401);
    });

    it('resets the failures after a success', async () => {
      for (let round = 0; round < 2; round += 1) {
        for (let attempt = 0; attempt < 4; attempt += 1) await login(admin.email, 'wrong');
        expect((await login(admin.email, admin.password)).status).toBe(200);
      }
    });

    it.each([{ status: 'INACTIVE' }, { role: 'USER' }])('rejects an account with %j', async (values) => {
      await changeUser(values);
      const { status, body } = await login(admin.email, admin.password);
      expect([status, body.success, body.token]).toEqual([403, false, '']);
    });
  });

  describe('a session', () => {
    beforeEach(() => start());
    const authorization = (token?: string) => server.send('GET', '/v1/user/authorization', token ? { token } : {});

    it('is renewed with a new token', async () => {
      const { status, body } = await authorization();
      expect([status, body.success]).toEqual([200, true]);
      expect((await authorization(body.token)).status).toBe(200);
    });

    it('ends with the logout, for all its tokens', async () => {
      const other = await signIn(server.send, admin);
      const fresh = (await authorization()).body.token ?? '';
      const logout = await server.send('POST', '/v1/user/logout');
      expect([logout.status, logout.headers.get('clear-site-data')]).toEqual([200, '"cache"']);
      expect((await authorization()).status).toBe(401);
      const ended = await authorization(fresh);
      expect([ended.status, ended.body.data]).toEqual([401, undefined]);
      expect((await server.send('GET', '/v1/faq/')).status).toBe(401);
      expect((await authorization(other)).status).toBe(200);
      await server.restart();
      expect((await authorization(fresh)).status).toBe(401);
      expect((await authorization(other)).status).toBe(200);
    });

    it('ends when its account is deactivated', async () => {
      await changeUser({ role: 'SUBADMIN' });
      expect(decodeJwt((await authorization()).body.token ?? '').role).toBe('SUBADMIN');
      expect((await server.send('GET', '/v1/faq/')).status).toBe(200);
      await changeUser({ status: 'INACTIVE' });
      const refused = await server.send('GET', '/v1/faq/');
      expect([refused.status, refused.body]).toMatchObject([
        401,
        { message: 'Your account was deactivated. Contact an admin.', data: { isAccountOff: true } },
      ]);
      await changeUser({ status: 'ACTIVE', role: 'USER' });
      const withoutLogin = await server.send('GET', '/v1/faq/');
      expect([withoutLogin.status, withoutLogin.body]).toMatchObject([
        401,
        { message: 'Your role was changed to one that can’t log in. Contact an admin.' },
      ]);
    });

    it('rejects invalid authorization headers', async () => {
      const real = await signIn(server.send, admin);
      const payload = decodeJwt(real);
      const foreign = await new SignJWT(payload)
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode('another server, another secret!!'));
      const [, body] = real.split('.');
      const none = Buffer.from('{"alg":"none"}').toString('base64url');
      const send = sendTo(
        () => server.url,
        () => null,
      );
      for (const header of [
        ...[foreign, `${none}.${body}.`, `${real.slice(0, -4)}AAAA`].map((token) => `Bearer ${token}`),
        ...[real, `Basic ${real}`, 'Bearer', 'Bearer null'],
      ]) {
        const response = await send('GET', '/v1/faq/', { headers: { authorization: header } });
        expect(response.status).toBe(401);
      }
    });

    it('may use every resource as its role allows', async () => {
      expect(roles).toEqual(['ADMIN', 'SUBADMIN', 'USER']);
      await changeUser({ role: 'SUBADMIN' });
      const made = await server.send('POST', '/v1/country/', { body: { name: 'Made by a subadmin' } });
      expect(made.status).toBe(200);
    });
  });

  it('stores passwords as argon2id hashes', async () => {
    await start();
    const [credential] = await withDatabase(server, (database) =>
      database.selectFrom('credential').selectAll().execute(),
    );
    expect(credential?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    if (kind === 'sqlite')
      for (const name of ['session.key', 'storage.key'])
        expect(statSync(join(server.dataDir, name)).mode & 0o077).toBe(0);
  });
});

it('creates one administrator while another one is being created, on postgres', async () => {
  const server = await startTestServer('postgres', { firstAdmin: undefined });
  const responses = await withBlockedStatements(
    { databaseUrl: server.databaseUrl, statement: 'lock table "user" in share mode', waiting: 3 },
    () =>
      Promise.all(
        [1, 2, 3].map((index) =>
          server.send('POST', '/v1/setup', { body: { ...setup, email: `user${index}@example.com` } }),
        ),
      ),
  );
  expect(responses.map((response) => response.status).sort()).toEqual([200, 409, 409]);
  await server.stop();
});
