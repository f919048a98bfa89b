import { sql } from 'kysely';
import { type TOTP, URI } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { user } from '../../src/shared/resources/user.ts';
import { admin } from '../support/database-templates.ts';
import { anyDatabase, withDatabase } from '../support/databases.ts';
import { createRecord } from '../support/record-factory.ts';
import { setUpTestServer, signIn, startTestServer } from '../support/test-server.ts';

type Entry = {
  event: string;
  outcome: string;
  userName: string | null;
  subjectName: string | null;
  address: string | null;
  detail: string | null;
};

const password = 'a long password';

describe.each(anyDatabase)('on %s', (kind) => {
  const server = setUpTestServer(kind, { auditDays: 90 });
  const list = async (query = '') => {
    const { status, body } = await server.send('GET', `/v1/audit?pageSize=100&${query}`);
    expect(status).toBe(200);
    return { entries: body.data as Entry[], total: Number(body.total) };
  };
  const newest = async (query: string) => (await list(query)).entries[0];
  const login = (email: string, sent: string) =>
    server.send('POST', '/v1/user/login', { token: null, body: { email, password: sent } });
  const addUser = (values: Record<string, unknown>) => createRecord(server.send, user, values);

  it('records logins and their outcome without the text of unknown accounts', async () => {
    await login('my secret password', 'wrong');
    await expect
      .poll(() => newest('event=signIn&outcome=failure'))
      .toMatchObject({
        userName: null,
        detail: 'Unknown account',
        address: '127.0.0.1',
      });
    expect(JSON.stringify((await list()).entries)).not.toContain('secret');
    await addUser({ name: 'Guessed', email: 'guessed@example.com', role: 'SUBADMIN', password });
    for (let attempt = 0; attempt < 7; attempt += 1) await login('guessed@example.com', 'wrong');
    const failures = () => list('event=signIn&outcome=failure&query=guessed');
    await expect.poll(async () => (await failures()).total).toBe(5);
    await expect.poll(() => newest('event=lockout')).toMatchObject({ userName: 'Guessed' });
    expect((await list('event=lockout')).total).toBe(1);
  });

  it('records changes of users, and who made them', async () => {
    const { _id } = await addUser({ name: 'Bea', email: 'bea@example.com', role: 'SUBADMIN', password });
    await server.send('PATCH', `/v1/user/updateById/${_id}`, { body: { role: 'ADMIN', status: 'INACTIVE' } });
    await server.send('PATCH', `/v1/user/updateById/${_id}`, { body: { password: 'another password' } });
    await server.send('DELETE', `/v1/user/deleteById/${_id}`);
    const { entries } = await list(`subjectId=${_id}`);
    expect(entries.map(({ event, detail }) => [event, detail])).toEqual([
      ['userDeleted', null],
      ['password', null],
      ['userStatus', 'Active → Inactive'],
      ['role', 'Sub admin → Admin'],
      ['userCreated', 'Sub admin'],
    ]);
    for (const entry of entries)
      expect(entry).toMatchObject({ userName: 'Administrator', subjectName: 'Bea', address: '127.0.0.1' });
  });

  it('records bulk changes only if they are made', async () => {
    const { _id } = await addUser({ name: 'Cy', email: 'cy@example.com' });
    const change = { action: 'update', ids: [_id], values: { status: 'INACTIVE' } };
    await server.send('POST', '/v1/user/bulk', { body: { ...change, dryRun: true } });
    expect((await list(`subjectId=${_id}&event=userStatus`)).total).toBe(0);
    await server.send('POST', '/v1/user/bulk', { body: change });
    expect((await list(`subjectId=${_id}&event=userStatus`)).total).toBe(1);
  });

  it('records what users do with their own account', async () => {
    const { _id } = await addUser({ name: 'Fay', email: 'fay@example.com', role: 'SUBADMIN', password });
    const token = await signIn(server.send, { email: 'fay@example.com', password });
    const asFay = (method: string, path: string, body?: object) =>
      server.send(method, `/v1/user/${path}`, { token, ...(body && { body }) });
    await asFay('POST', 'confirm', { password: 'wrong' });
    const { uri } = (await asFay('POST', 'two-factor')).body as { uri?: string };
    await asFay('POST', 'two-factor/confirm', { code: (URI.parse(uri ?? '') as TOTP).generate() });
    await asFay('DELETE', 'sessions');
    const own = async () =>
      (await list(`userId=${_id}`)).entries.map(({ event, outcome, detail }) => [event, outcome, detail]);
    await expect.poll(own).toEqual([
      ['sessionsEnded', 'success', null],
      ['twoFactorOn', 'success', null],
      ['passwordConfirmed', 'failure', null],
      ['signIn', 'success', 'Password'],
      ['password', 'success', null],
    ]);

    await server.send('DELETE', `/v1/user/${_id}/two-factor`);
    const { body } = await server.send('POST', `/v1/user/${_id}/password-reset`);
    const { code } = body.data as { code: string };
    const reset = (sent: string) =>
      server.send('POST', '/v1/user/password-reset', {
        token: null,
        body: { code: sent, password: 'violet kettle drum' },
      });
    await reset('0000-0000-0000');
    expect((await reset(code)).status).toBe(200);
    await expect.poll(() => newest(`userId=${_id}`)).toMatchObject({ event: 'password', detail: 'One-time code' });
    expect(await newest('event=password&outcome=failure')).toMatchObject({ detail: 'One-time code' });
    const byAdmin = (await list(`subjectId=${_id}`)).entries.map(({ event }) => event);
    expect(byAdmin).toEqual(['passwordReset', 'twoFactorOff', 'userCreated']);
  });

  it('records exports and logouts, and exports itself as a file', async () => {
    await server.send('GET', '/v1/faq/export?format=csv');
    const token = await signIn(server.send, { email: admin.email, password: admin.password });
    await server.send('POST', '/v1/user/logout', { token });
    await expect.poll(() => newest('event=signOut')).toMatchObject({ userName: 'Administrator' });
    expect(await newest('event=export')).toMatchObject({ detail: 'FAQs, csv' });
    const { body } = await server.send('GET', '/v1/audit/export?format=csv&event=export');
    expect(String(body.text).split('\r\n')[1]).toMatch(/^"?Export"?,"?Success"?,"?Administrator"?/);
    expect(String(body.text)).not.toContain('Logout');
  });

  it('filters by time, sorts and pages', async () => {
    const all = await list();
    expect((await list('from=2999-01-01T00:00:00.000Z')).total).toBe(0);
    expect((await list('to=2999-01-01T00:00:00.000Z')).total).toBe(all.total);
    const sorted = (await list('sort=createdAt')).entries;
    expect(sorted.at(-1)).toEqual(all.entries[0]);
    const second = await server.send('GET', '/v1/audit?pageIndex=1&pageSize=1');
    expect(second.body.data).toEqual([all.entries[1]]);
    expect((await server.send('GET', '/v1/audit?from=yesterday')).status).toBe(400);
  });

  it('is readable by admins only, and nobody can change it', async () => {
    await addUser({ name: 'Sub', email: 'sub@example.com', role: 'SUBADMIN', password });
    const token = await signIn(server.send, { email: 'sub@example.com', password });
    for (const path of ['/v1/audit', '/v1/audit/export?format=csv'])
      expect((await server.send('GET', path, { token })).status).toBe(403);
    await withDatabase(server, async (database) => {
      const reject = (work: Promise<unknown>) => expect(work).rejects.toThrow('audit is append-only');
      await reject(database.updateTable('audit').set({ event: 'signOut' }).execute());
      await reject(database.updateTable('audit').set({ userName: 'Somebody else' }).execute());
      await reject(database.updateTable('audit').set({ createdAt: '2020-01-01T00:00:00.000Z' }).execute());
      await reject(database.deleteFrom('audit').execute());
    });
  });

  it('deletes entries that are older than the retention', async () => {
    const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString();
    const common = { event: 'signIn', outcome: 'success' } as const;
    const empty = { userId: null, userName: null, subjectId: null, subjectName: null, address: null };
    await withDatabase(server, (database) =>
      database
        .insertInto('audit')
        .values([
          { _id: '1', ...common, ...empty, detail: 'old', createdAt: daysAgo(91) },
          { _id: '2', ...common, ...empty, detail: 'younger', createdAt: daysAgo(89) },
        ])
        .execute(),
    );
    await server.restart();
    expect((await list('query=old')).total).toBe(0);
    expect((await list('query=younger')).total).toBe(1);
  });

  it('never fails a request, and writes later what it could not write', async () => {
    const rename = (from: string, to: string) =>
      withDatabase(server, (database) => sql`alter table ${sql.ref(from)} rename to ${sql.ref(to)}`.execute(database));
    const countLogins = async () => (await list('event=signIn&outcome=success')).total;
    const before = await countLogins();
    await rename('audit', 'auditAway');
    const { status } = await login(admin.email, admin.password);
    const body = { name: 'Dee', email: 'dee@example.com', role: 'USER' };
    const created = await server.send('POST', '/v1/user/', { body });
    await rename('auditAway', 'audit');
    expect([status, created.status]).toEqual([200, 200]);
    expect((await server.send('GET', '/v1/user/?query=dee@example.com')).body.total).toBe(1);
    await login(admin.email, admin.password);
    await expect.poll(countLogins).toBe(before + 2);
  });
});

it('records the first-time setup', async () => {
  const server = await startTestServer('sqlite', { firstAdmin: undefined });
  const account = { email: 'ada@example.com', password };
  await server.send('POST', '/v1/setup', { body: { name: 'Ada', ...account } });
  const token = await signIn(server.send, account);
  await expect
    .poll(async () => (await server.send('GET', '/v1/audit?event=setup', { token })).body.data)
    .toMatchObject([{ address: '127.0.0.1', outcome: 'success' }]);
  await server.stop();
});
