import { describe, expect, it } from 'vitest';
import { errorResponseSchema, metaSchema } from '../../src/shared/api.ts';
import { category } from '../../src/shared/resources/category.ts';
import { faq } from '../../src/shared/resources/faq.ts';
import { admin } from '../support/database-templates.ts';
import { anyDatabase } from '../support/databases.ts';
import { asUpload, stagedFiles, storedFiles } from '../support/files.ts';
import { createRecord } from '../support/record-factory.ts';
import { rawRequest, sendRaw } from '../support/server-raw.ts';
import { setUpTestServer, signIn } from '../support/test-server.ts';

describe.each(anyDatabase)('on %s', (kind) => {
  const server = setUpTestServer(kind);
  const post = (body: string, headers: Record<string, string> = {}) =>
    server.send('POST', '/v1/faq/', { body, headers });

  const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data'];

  it.each([
    ['no JSON', '{"name":', 400, 'The request isn’t valid JSON'],
    ['nothing', '', 400, 'The request is empty'],
    ['a list', '[]', 400, 'Send an object with the record’s fields'],
    ['a text', '"x"', 400, 'Send an object with the record’s fields'],
    ['null', 'null', 400, 'Send an object with the record’s fields'],
    ['a polluted prototype', '{"name":"x","__proto__":{"isAdmin":true}}', 400, 'The request isn’t valid JSON'],
    ['a polluted constructor', '{"constructor":{"prototype":{"a":1}}}', 400, 'The request isn’t valid JSON'],
    ['a zero character', '{"name":"a\\u0000b","description":"x"}', 400, /can’t be saved/],
    [
      'deep JSON',
      `{"name":${'['.repeat(30_000)}${']'.repeat(30_000)},"description":"x"}`,
      400,
      'The request is nested too deeply',
    ],
    ['deep unknown JSON', `{"x":${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}}`, 400, /nested too deeply/],
    ['not so deep JSON', `{"x":${'{"a":'.repeat(90)}1${'}'.repeat(90)}}`, 400, /Unknown field: x/],
    ['a text of 1 MB', JSON.stringify({ name: 'x'.repeat(1e6), description: 'x' }), 400, /up to 500/],
  ])('rejects a body with %s', async (_what, body, status, message) => {
    const received = await post(body);
    expect(received.status).toBe(status);
    expect(errorResponseSchema.parse(received.body).message).toMatch(message);
  });

  it('accepts only JSON of a limited size', async () => {
    for (const type of [...formTypes, 'text/plain', 'application/xml']) {
      const { status, body } = await post('name=x', { 'content-type': type });
      expect([type, status, body.success]).toEqual([type, 415, false]);
    }
    const country = JSON.stringify({ name: 'x'.repeat(2_000_000) });
    const large = await server.send('POST', '/v1/country/', { body: country });
    expect([large.status, large.body.message]).toEqual([413, 'The request is too large']);
    const login = await server.send('POST', '/v1/user/login', {
      body: { email: 'x'.repeat(100_000) },
      token: null,
    });
    expect(login.status).toBe(413);
  });

  it('accepts one of 50 simultaneous changes', async () => {
    const { _id } = await createRecord(server.send, category);
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        server.send('PATCH', `/v1/category/updateById/${_id}`, {
          body: { name: `Edit ${index}`, description: `Of ${index}`, version: 1 },
        }),
      ),
    );
    expect(responses.map((received) => received.status).sort()).toEqual([200, ...Array(49).fill(409)]);
    const won = responses.find((received) => received.status === 200)?.body.data;
    for (const { status, body } of responses) if (status === 409) expect(body.data).toEqual(won);
    expect((await server.send('GET', `/v1/category/getById/${_id}`)).body.data).toEqual(won);
  });

  it('reads no body without a session', async () => {
    const received = await sendRaw(
      server.url,
      rawRequest({
        method: 'POST',
        path: '/v1/category/',
        headers: { host: 'localhost', 'content-type': 'application/json', 'content-length': '100000000' },
      }),
    );
    expect(received).toMatch(/^HTTP\/1.1 401 /);
  });

  it('survives aborted requests', async () => {
    const token = await signIn(server.send, admin);
    const headers = {
      host: 'localhost',
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
    };
    const before = (await server.send('GET', '/v1/faq/')).body.total;
    for (const body of ['', '{"name":"Half', '{"name":"Half","description":"<p>x</p>"}']) {
      await sendRaw(
        server.url,
        rawRequest({ method: 'POST', path: '/v1/faq/', headers: { ...headers, 'content-length': '1000' } }, body),
        { isCutOff: true },
      );
    }
    expect((await server.send('GET', '/v1/faq/')).body.total).toBe(before);
  });

  it('stores nothing of an aborted upload', async () => {
    const token = await signIn(server.send, admin);
    const body = JSON.stringify({ name: 'Half', image: asUpload('a.png', Buffer.alloc(300_000, 'x')) });
    const headers = {
      host: 'localhost',
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      'content-length': String(body.length),
    };
    const request = rawRequest({ method: 'POST', path: '/v1/category/', headers }, body);
    const before = storedFiles(server.dataDir);
    for (const length of [request.length - body.length, request.length - 200_000, request.length - 1]) {
      await sendRaw(server.url, request.slice(0, length), { isCutOff: true });
    }
    expect((await server.send('GET', '/v1/category/?query=half')).body.total).toBe(0);
    expect([storedFiles(server.dataDir), stagedFiles(server.dataDir)]).toEqual([before, []]);
  });

  it('returns the same 404 for every unknown path', async () => {
    const unknown = ['GET /', 'GET /v1', 'GET /v1/nothing/', 'GET /V1/FAQ/', 'GET /index.html'];
    const wrongMethod = ['GET /v1/faq/getById', 'POST /v1/faq/getById/1', 'PUT /v1/faq/', 'DELETE /v1/faq/'];
    for (const request of [...unknown, ...wrongMethod]) {
      const [method = '', path = ''] = request.split(' ');
      const { status, body } = await server.send(method, path);
      expect([method, path, status]).toEqual([method, path, 404]);
      expect(body).toEqual({ success: false, message: 'Not found' });
    }
    expect((await server.send('GET', '/v1/faq/getById/%00')).status).toBe(400);
    expect((await server.send('GET', '/v1/faq/?query=%00')).status).toBe(400);
    expect((await server.send('GET', '/v1/faq/?query=a&query=b')).status).toBe(400);
  });

  it.each([
    ['a malformed address', '/v1/faq/getById/%zz', {}, 400],
    ['an over-long parameter', `/v1/faq/getById/${'x'.repeat(5000)}`, {}, 400],
    ['over-long headers', `/v1/${'x'.repeat(20_000)}`, {}, 431],
    ['a malformed header', '/v1/meta', { 'a b': 'c' }, 400],
    ['a missing host', '/v1/meta', null, 400],
    ['an unknown expectation', '/v1/faq/', { expect: 'x' }, 401],
  ])('rejects %s with an error in the common shape and security headers', async (_what, path, extra, status) => {
    const headers: Record<string, string> = extra === null ? {} : { host: 'localhost', ...extra };
    const received = await sendRaw(server.url, rawRequest({ path, headers }));
    const [head = '', body = ''] = received.split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head).toMatch(/^content-security-policy: default-src 'none';frame-ancestors 'none';base-uri 'none'$/im);
    expect(head).toMatch(/^x-content-type-options: nosniff$/im);
    expect(head).toMatch(/^cache-control: no-store$/im);
    expect(errorResponseSchema.parse(JSON.parse(body)).success).toBe(false);
  });

  const chunked = (chunks: string, headers: Record<string, string> = {}) =>
    rawRequest(
      {
        method: 'POST',
        path: '/v1/faq/',
        headers: {
          host: 'localhost',
          'content-type': 'application/json',
          'transfer-encoding': 'chunked',
          authorization: `Bearer ${server.token}`,
          ...headers,
        },
      },
      chunks,
    );

  it.each([
    ['no HTTP', () => 'Good morning\r\n\r\n', 400],
    ['an unknown method', () => rawRequest({ method: 'FETCH', path: '/v1/faq/' }), 400],
    ['an unknown version', () => 'GET /v1/faq/ HTTP/4.2\r\n\r\n', 400],
    ['a chunk without a length', () => chunked('pens\r\n'), 400],
    ['a chunk that is too long', () => chunked('1\r\n{"name":"x"}\r\n0\r\n\r\n'), 400],
    ['endless chunk extensions', () => chunked(`1;${'x'.repeat(20_000)}\r\n{\r\n`), 413],
    ['two lengths', () => chunked('0\r\n\r\n', { 'content-length': '3' }), 400],
  ])('rejects what the parser finds to be %s with an error in the common shape', async (_what, text, status) => {
    const [head = '', body = ''] = (await sendRaw(server.url, text())).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head).toMatch(/^cache-control: no-store$/im);
    expect(errorResponseSchema.parse(JSON.parse(body)).success).toBe(false);
    expect((await server.send('GET', '/v1/faq/')).status).toBe(200);
  });

  it('ignores a trailing slash', async () => {
    const { _id } = await createRecord(server.send, faq);
    for (const path of ['/v1/faq', '/v1/meta', '/v1/setup', `/v1/faq/getById/${_id}`]) {
      for (const variant of [path, `${path}/`]) {
        expect([variant, (await server.send('GET', variant)).status]).toEqual([variant, 200]);
      }
    }
  });

  it('says that it is more than the specification', async () => {
    const { body } = await server.send('GET', '/v1/meta', { token: null });
    expect(metaSchema.parse(body)).toMatchObject({ level: 'full', sendsMail: false });
  });

  it('serves the API documentation with a strict policy', async () => {
    const page = await fetch(`${server.url}/docs/`);
    expect([page.status, page.headers.get('content-security-policy')]).toEqual([
      200,
      expect.stringMatching(/base-uri 'none';.* script-src 'self'/),
    ]);
  });

  it('sends security headers with every response', async () => {
    for (const path of ['/v1/faq/', '/v1/meta', '/nothing']) {
      const { headers } = await server.send('GET', path);
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-security-policy': "default-src 'none';frame-ancestors 'none';base-uri 'none'",
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
      });
      expect(headers.get('access-control-allow-origin')).toBeNull();
    }
  });
});
