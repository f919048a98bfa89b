import { describe, expect, it } from 'vitest';
import type { AnyRecord } from '../../src/shared/resource-kit/define-resource.ts';
import { country } from '../../src/shared/resources/geography.ts';
import { admin } from '../support/database-templates.ts';
import { acceptPasswords, anyDatabase } from '../support/databases.ts';
import { createRecord } from '../support/record-factory.ts';
import { setUpTestServer, signIn } from '../support/test-server.ts';

const password = 'correct horse battery';
let count = 0;

describe.each(anyDatabase)('on %s', (kind) => {
  const server = setUpTestServer(kind);

  const someone = (changes: object = {}) => {
    count += 1;
    return {
      name: `Person ${count}`,
      email: `person${count}@example.com`,
      role: 'SUBADMIN',
      password,
      ...changes,
    };
  };
  const post = (body: object, path = '/v1/user/') => server.send('POST', path, { body });
  const create = async (changes: object = {}) => {
    const { status, body } = await post(someone(changes));
    expect(status).toBe(200);
    return body.data as AnyRecord & { email: string };
  };
  const patch = (id: string, body: object) => server.send('PATCH', `/v1/user/updateById/${id}`, { body });
  const remove = (id: string) => server.send('DELETE', `/v1/user/deleteById/${id}`);
  const login = async (email: string, secret = password) => {
    await acceptPasswords(server);
    return server.send('POST', '/v1/user/login', { token: null, body: { email, password: secret } });
  };
  const list = async (query: string) =>
    (await server.send('GET', `/v1/user/?pageSize=500&${query}`)).body.data as AnyRecord[];
  const self = async () => (await list(`query=${admin.email}`))[0]?._id ?? '';
  const isSignedIn = async (token: string) =>
    (await server.send('GET', '/v1/user/authorization', { token })).status === 200;

  it.each(['/v1/user/', '/v1/user/create-user', '/v1/user/create-user/'])('is created by POST %s', async (path) => {
    const parent = await createRecord(server.send, country);
    const { password: _password, ...person } = someone();
    const values = { ...person, countryId: parent._id, phone: `+91 98 ${count}` };
    const { status, body } = await post({ ...values, password }, path);
    expect([status, body.message]).toEqual([200, 'User created']);
    expect(body.data).toMatchObject({
      ...values,
      status: 'ACTIVE',
      countryName: parent.name,
      cityName: null,
    });
    expect((await login(values.email)).status).toBe(200);
    expect((await login(values.phone.replace(' ', '-'))).status).toBe(200);
  });

  it('returns neither a password nor its hash', async () => {
    const created = await post(someone());
    const { _id } = created.body.data as AnyRecord;
    const responses = [
      created,
      await patch(_id, { name: 'Renamed', password: 'another long password' }),
      await server.send('GET', `/v1/user/getById/${_id}`),
      await server.send('GET', '/v1/user/?pageSize=500'),
      await server.send('GET', '/v1/user/?forSelect=true'),
      await patch(_id, { version: 1 }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 409]);
    for (const { body } of responses) {
      expect(JSON.stringify(body)).not.toMatch(/argon2|password|phoneKey|"search"/i);
    }
  });

  it.each([
    [{ role: 'ADMIN', password: undefined }, 'Password is required for this role'],
    [{ role: 'SUBADMIN', password: '' }, 'Password is required for this role'],
    [{ password: 'too short' }, 'Password must be at least 10 characters'],
    [{ role: 'USER', password: 'too short' }, 'Password must be at least 10 characters'],
    [{ password: 12_345_678_901 }, 'Password is required'],
  ])('rejects %j', async (changes, message) => {
    const { status, body } = await post(someone(changes));
    expect([status, body.errors]).toEqual([400, [{ field: 'password', message }]]);
  });

  it('requires a password only for roles that sign in', async () => {
    const user = await create({ role: 'user', password: undefined });
    expect(user.role).toBe('USER');
    expect((await login(user.email)).status).toBe(401);
    const { status, body } = await patch(user._id, { role: 'SUBADMIN' });
    expect([status, body.errors?.[0]?.field]).toEqual([400, 'password']);
    expect((await list(`query=${user.email}`))[0]?.role).toBe('USER');
    expect((await patch(user._id, { role: 'SUBADMIN', password })).status).toBe(200);
    expect((await login(user.email)).status).toBe(200);
    expect((await patch(user._id, { role: 'USER' })).status).toBe(200);
    expect((await login(user.email)).status).toBe(403);
  });

  it('keeps the password if none or an empty one is sent', async () => {
    const user = await create();
    for (const body of [{ name: 'Kept' }, { password: '' }, { password: null }]) {
      expect((await patch(user._id, body)).status).toBe(200);
    }
    expect((await login(user.email)).status).toBe(200);
  });

  it.each([
    ['a new password', { password: 'another long password' }, 'Log in to continue'],
    ['another role', { role: 'ADMIN' }, 'Your role was changed. Log in again.'],
    ['another status', { status: 'INACTIVE' }, 'Your account was deactivated. Contact an admin.'],
  ])('ends the sessions of a user who gets %s and says why', async (_what, changes, reason) => {
    const user = await create();
    const token = await signIn(server.send, { email: user.email, password });
    expect((await patch(user._id, { address: 'Elsewhere' })).status).toBe(200);
    expect(await isSignedIn(token)).toBe(true);
    expect((await patch(user._id, changes)).status).toBe(200);
    expect((await server.send('GET', '/v1/faq/', { token })).body.message).toBe(reason);
    expect((await patch(user._id, { status: 'ACTIVE', role: 'SUBADMIN' })).status).toBe(200);
    expect(await isSignedIn(token)).toBe(false);
  });

  it('ends the sessions of a user who is deleted', async () => {
    const user = await create();
    const token = await signIn(server.send, { email: user.email, password });
    expect((await remove(user._id)).status).toBe(200);
    const { status, body } = await server.send('GET', '/v1/faq/', { token });
    expect([status, body.message]).toEqual([401, 'Your account was deleted. Contact an admin.']);
    expect((await login(user.email)).status).toBe(401);
  });

  it('rejects a duplicate email or phone number in any notation', async () => {
    const first = await create({ phone: '+44 (20) 7946-0000' });
    for (const [field, value] of [
      ['email', ` ${first.email.toUpperCase()} `],
      ['phone', '+442079460000'],
    ] as const) {
      const message = `Another user already has this ${field === 'email' ? 'email' : 'phone number'}`;
      const { status, body } = await post(someone({ [field]: value }));
      expect([status, body]).toEqual([409, { success: false, message, errors: [{ field, message }] }]);
      const second = await create();
      expect((await patch(second._id, { [field]: value })).status).toBe(409);
    }
    expect((await patch(first._id, { email: first.email, phone: first.phone })).status).toBe(200);
    await create({ phone: '' });
    await create({ phone: '' });
    const wrong = await post(someone({ email: 'nobody' }));
    expect([wrong.status, wrong.body.errors?.[0]?.field]).toEqual([400, 'email']);
  });

  it('accepts one of many simultaneous uses of an email', async () => {
    const { email } = someone();
    const responses = await Promise.all(Array.from({ length: 6 }, () => post(someone({ email }))));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    for (const { status, body } of responses) {
      if (status === 409) expect(body.errors?.[0]?.field).toBe('email');
    }
  });

  it('filters by role in any case', async () => {
    for (const role of ['admin', 'subadmin', 'user']) {
      const found = await list(`role=${role}`);
      expect(new Set(found.map((user) => user.role))).toEqual(new Set([role.toUpperCase()]));
    }
    const everybody = (await list('')).length;
    expect([(await list('role=')).length, (await list('role=All')).length]).toEqual([everybody, everybody]);
    const options = await server.send('GET', '/v1/user/?forSelect=true&role=Admin');
    expect(options.body.data).toContainEqual({ label: 'Administrator', value: await self() });
  });

  it('rejects deleting your own account', async () => {
    const { status, body } = await remove(await self());
    expect([status, body.message]).toEqual([409, 'You can’t delete your own account']);
  });

  it('keeps the last active admin', async () => {
    for (const other of await list('role=admin')) {
      if (other._id !== (await self())) await remove(other._id);
    }
    const id = await self();
    for (const changes of [{ role: 'SUBADMIN' }, { role: 'USER' }, { status: 'INACTIVE' }]) {
      const { status, body } = await patch(id, changes);
      expect([status, body.message]).toEqual([409, expect.stringContaining('last active admin')]);
    }
    const second = await create({ role: 'ADMIN', status: 'INACTIVE' });
    expect((await patch(id, { role: 'SUBADMIN' })).status).toBe(409);
    expect((await patch(id, { name: 'Administrator' })).status).toBe(200);
    expect((await remove(second._id)).status).toBe(200);
  });

  it('keeps one administrator when two remove each other', async () => {
    const base = await self();
    for (let round = 0; round < 5; round += 1) {
      // The pair's sessions are used, because the test's own administrator is inactive during the round.
      const root = await signIn(server.send, admin);
      const pair = [await create({ role: 'ADMIN' }), await create({ role: 'ADMIN' })];
      const [first, second] = pair.map(({ _id }) => `/v1/user/updateById/${_id}`);
      const [one = '', two = ''] = await Promise.all(pair.map(({ email }) => signIn(server.send, { email, password })));
      const setBase = (status: string, token: string) =>
        server.send('PATCH', `/v1/user/updateById/${base}`, { token, body: { status } });
      expect((await setBase('INACTIVE', one)).status).toBe(200);
      const responses = await Promise.all([
        server.send('PATCH', second ?? '', { token: one, body: { status: 'INACTIVE' } }),
        server.send('PATCH', first ?? '', { token: two, body: { role: 'SUBADMIN' } }),
      ]);
      // The later request fails: either it concerns the last administrator, or its own session has just
      // ended.
      expect([
        [200, 409],
        [200, 401],
      ]).toContainEqual(responses.map(({ status }) => status).sort());
      expect((await setBase('ACTIVE', responses[0]?.status === 200 ? one : two)).status).toBe(200);
      expect(await isSignedIn(root)).toBe(false);
      await server.signInAgain();
      for (const { _id } of pair) expect((await remove(_id)).status).toBe(200);
    }
  });
});
