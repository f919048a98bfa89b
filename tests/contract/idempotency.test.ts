import { describe, expect, it, vi } from 'vitest';
import type { AnyRecord } from '../../src/shared/resource-kit/define-resource.ts';
import { faq } from '../../src/shared/resources/faq.ts';
import { resources } from '../../src/shared/resources/index.ts';
import { admin } from '../support/database-templates.ts';
import { databaseKinds, isPaired, withDatabase } from '../support/databases.ts';
import { hour, useFakeClock } from '../support/fake-clock.ts';
import { asUpload, makeFile } from '../support/files.ts';
import { uploadSpreadsheet } from '../support/import-client.ts';
import { createRecord, validValues } from '../support/record-factory.ts';
import { type ApiResponse, setUpTestServer, signIn, startTestServer } from '../support/test-server.ts';

describe.each(databaseKinds)('on %s', (kind) => {
  const server = setUpTestServer(kind);

  const post = (path: string, key: string, body?: unknown, token?: string): Promise<ApiResponse> =>
    server.send('POST', path, { body, token, headers: { 'idempotency-key': key } });
  const total = async (name = 'faq') => (await server.send('GET', `/v1/${name}/`)).body.total;
  const body = { name: 'Where?', description: '<p>Here</p>' };

  it.each(resources.map((resource) => [resource.name, resource] as const))(
    'creates one %s for a repeated request',
    async (name, resource) => {
      const values = await validValues(server.send, resource);
      const first = await post(`/v1/${name}/`, `two-${name}`, values);
      const before = await total(name);
      const second = await post(`/v1/${name}/`, `two-${name}`, values);
      expect([first.status, second.status, second.body]).toEqual([200, 200, first.body]);
      expect(second.headers.get('idempotency-replayed')).toBe('true');
      expect(await total(name)).toBe(before);
    },
  );

  it('repeats the response to an update that is already saved', async () => {
    const { _id, version } = await createRecord(server.send, faq);
    const patch = () =>
      server.send('PATCH', `/v1/faq/updateById/${_id}`, {
        body: { name: 'Whence?', version },
        headers: { 'idempotency-key': 'update' },
      });
    const first = await patch();
    const second = await patch();
    expect([first.status, second.status, second.body]).toEqual([200, 200, first.body]);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
  });

  it('creates one record for a hundred simultaneous requests', async () => {
    const before = Number(await total());
    const responses = await Promise.all(Array.from({ length: 100 }, () => post('/v1/faq/', 'hundred', body)));
    expect(new Set(responses.map((received) => JSON.stringify([received.status, received.body]))).size).toBe(1);
    expect(responses[0]?.status).toBe(200);
    expect(await total()).toBe(before + 1);
    await server.restart();
    expect((await post('/v1/faq/', 'hundred', body)).body).toEqual(responses[0]?.body);
    expect(await total()).toBe(before + 1);
  });

  it('rejects the same key for another request', async () => {
    expect((await post('/v1/faq/', 'other', body)).status).toBe(200);
    const before = await total();
    for (const [path, sent] of [
      ['/v1/faq/', { ...body, name: 'When?' }],
      ['/v1/gift/', { name: 'Where?', description: '<p>Here</p>' }],
    ] as const) {
      const received = await post(path, 'other', sent);
      expect([received.status, received.body]).toEqual([
        422,
        {
          success: false,
          message: 'This Idempotency-Key was already used for a different request. Use a new key for each request.',
        },
      ]);
    }
    expect(await total()).toBe(before);
  });

  it('separates the keys of users', async () => {
    const password = 'a password of mine';
    const email = 'other@example.com';
    await post('/v1/user/create-user', 'mine', { name: 'Other', email, role: 'SUBADMIN', password });
    const token = await signIn(server.send, { email, password });
    const one = await post('/v1/faq/', 'shared', body);
    const two = await post('/v1/faq/', 'shared', body, token);
    expect((one.body.data as AnyRecord)._id).not.toBe((two.body.data as AnyRecord)._id);
    const kept = await withDatabase(server, (database) => database.selectFrom('idempotencyKey').selectAll().execute());
    expect(JSON.stringify(kept)).not.toContain(password);
    expect(JSON.stringify(kept)).not.toContain('shared');
  });

  it('stores no failure, so that a retry can succeed', async () => {
    const values = { name: 'Later', email: 'later@example.com', role: 'USER' };
    const other = await server.send('POST', '/v1/user/', { body: { ...values, name: 'First' } });
    expect((await post('/v1/user/', 'later', values)).status).toBe(409);
    await server.send('DELETE', `/v1/user/deleteById/${(other.body.data as AnyRecord)._id}`);
    expect((await post('/v1/user/', 'later', values)).status).toBe(200);
    expect((await post('/v1/faq/', 'invalid', {})).status).toBe(400);
    expect((await post('/v1/faq/', 'invalid', body)).status).toBe(200);
  });

  it('covers every kind of write request', async () => {
    const values = { title: 'News', image: asUpload('a.png', makeFile('png')) };
    const [one, two] = [await post('/v1/blogs/', 'file', values), await post('/v1/blogs/', 'file', values)];
    expect(two.body).toEqual(one.body);

    const record = await createRecord(server.send, faq);
    const gone = await server.send('DELETE', `/v1/faq/deleteById/${record._id}`);
    const path = `/v1/history/${gone.body.historyId}/revert`;
    const restored = await Promise.all([1, 2, 3].map(() => post(path, 'undo')));
    expect(restored.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(restored[2]?.body).toEqual(restored[0]?.body);

    const token = await signIn(server.send, admin);
    expect((await post('/v1/user/logout', 'out', undefined, token)).status).toBe(200);
    expect((await post('/v1/user/logout', 'out', undefined, token)).status).toBe(401);
  });

  it('rejects an invalid key', async () => {
    for (const key of ['x'.repeat(256), 'with space']) {
      expect((await post('/v1/faq/', key, body)).status).toBe(400);
    }
    const login = () =>
      server.send('POST', '/v1/user/login', {
        token: null,
        body: admin,
        headers: { 'idempotency-key': 'in' },
      });
    const [one, two] = [await login(), await login()];
    expect(one.body.token).not.toBe(two.body.token);
    const kept = await withDatabase(server, (database) =>
      database.selectFrom('idempotencyKey').select('body').execute(),
    );
    expect(JSON.stringify(kept)).not.toContain('Bearer');
    expect(kept.some((received) => received.body.includes('"token"'))).toBe(false);
  });

  it('rejects a reused key for a different form', async () => {
    const path = '/v1/sportsCenter/excelImportForSportcenter';
    const sendForm = (content: string, { resource = 'country', key = 'form' } = {}) =>
      uploadSpreadsheet(server, path, { content, fields: { resource }, headers: { 'idempotency-key': key } });
    const first = await sendForm('name\nPeru');
    expect([first.status, first.body.report]).toMatchObject([200, { create: 1 }]);
    const before = await total('country');
    expect((await sendForm('name\nPeru')).body).toEqual(first.body);
    // Both bodies have the same length as the first one.
    for (const other of [() => sendForm('name\nCuba'), () => sendForm('name\nPeru', { resource: 'faq__xy' })]) {
      const { status, body: refused } = await other();
      expect([status, refused.message]).toEqual([
        422,
        expect.stringMatching(/was already used for a different request/),
      ]);
    }
    expect(await total('country')).toBe(before);
    const together = await Promise.all([1, 2, 3].map(() => sendForm('name\nMali', { key: 'together' })));
    expect(together.map(({ status, body: given }) => [status, given.report])).toEqual(
      together.map(() => [200, together[0]?.body.report]),
    );
    expect(await total('country')).toBe(Number(before) + 1);
  });

  it('stores a response for a day', async () => {
    const start = useFakeClock();
    try {
      const first = await signIn(server.send, admin);
      const made = await post('/v1/faq/', 'a-day', body, first);
      vi.setSystemTime(start + 23 * hour);
      await server.restart();
      expect((await post('/v1/faq/', 'a-day', body, first)).body).toEqual(made.body);
      vi.setSystemTime(start + 25 * hour);
      await server.restart();
      const again = await post('/v1/faq/', 'a-day', body, first);
      expect((again.body.data as AnyRecord)._id).not.toBe((made.body.data as AnyRecord)._id);
    } finally {
      vi.useRealTimers();
    }
  });
});

it.skipIf(isPaired)('executes a request once for two servers on one database', async () => {
  const server = await startTestServer('postgres');
  const other = await startTestServer('postgres', { databaseUrl: server.databaseUrl });
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      (index % 2 ? server : other).send('POST', '/v1/faq/', {
        body: { name: 'Where?', description: '<p>Here</p>' },
        headers: { 'idempotency-key': 'two' },
      }),
    ),
  );
  expect(new Set(responses.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
  expect((await server.send('GET', '/v1/faq/')).body.total).toBe(1);
  await other.stop();
  await server.stop();
});
