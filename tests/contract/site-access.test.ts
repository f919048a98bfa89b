import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { hasPages } from '../../src/shared/resource-kit/fields.ts';
import { faq } from '../../src/shared/resources/faq.ts';
import { publicResources } from '../../src/shared/site.ts';
import { anyDatabase, databaseKinds, isPaired, withDatabase } from '../support/databases.ts';
import { day, useFakeClock } from '../support/fake-clock.ts';
import { createRecord } from '../support/record-factory.ts';
import { createSiteClient } from '../support/site-client.ts';
import { type Send, setUpTestServer, signIn, startTestServer } from '../support/test-server.ts';

const paths = publicResources.flatMap(({ site, isSingleton, fields }) => {
  const path = `/site/v1/${site.path}`;
  const bySlug = hasPages({ fields }) ? [`${path}/by-slug/nothing`] : [];
  return isSingleton ? [path] : [path, `${path}/nothing`, ...bySlug];
});
const all = [...paths, '/site/v1/changes', '/site/v1/redirects'];
const described = ['/site/docs', '/site/v1/openapi.json'];

const password = 'a long password';

describe.each(databaseKinds)('access to the website’s API on %s', (kind) => {
  const server = setUpTestServer(kind);
  const site = createSiteClient(server);
  const send: Send = (...request) => server.send(...request);
  const logIn = async () => {
    await server.signInAgain();
    const email = `sub-${Date.now()}@example.com`;
    await send('POST', '/v1/user/', { body: { name: 'Sub', email, role: 'SUBADMIN', password } });
    return { ADMIN: String(server.token), SUBADMIN: await signIn(send, { email, password }) };
  };
  let sessions: Awaited<ReturnType<typeof logIn>>;
  beforeAll(async () => {
    await createRecord(send, faq);
  });
  beforeEach(async () => {
    // A test may have changed the time, and with it the age of sessions.
    sessions = await logIn();
    await site.set({
      isOn: true,
      isTokenRequired: false,
      origins: [],
      resources: publicResources.map(({ name }) => name),
    });
  });
  afterEach(() => void vi.useRealTimers());

  const statusesOf = async (urls: readonly string[], token?: string) => [
    ...new Set(await Promise.all(urls.map(async (url) => (await site.get(url, { token: token ?? null })).status))),
  ];

  it('responds 404 to every request while it is off', async () => {
    await site.set({ isOn: false });
    const { token } = await site.createToken();
    for (const each of [undefined, token, sessions.ADMIN]) {
      expect(await statusesOf([...all, ...described, '/site/v1/files/x.png', '/site'], each)).toEqual([404]);
    }
  });

  it('lets everyone read, and a valid token, but no session, expired or unknown token', async () => {
    const now = useFakeClock();
    await server.signInAgain();
    const { token } = await site.createToken({ days: 1 });
    const unused = await site.createToken({ days: 1 });
    const found = expect.toSatisfy((statuses: number[]) =>
      statuses.every((status) => status === 200 || status === 404),
    );
    expect(await statusesOf(all)).toEqual(found);
    expect(await statusesOf(all, token)).toEqual(found);
    await send('DELETE', `/v1/website/tokens/${unused._id}`);
    vi.setSystemTime(now + 2 * day);
    const { ADMIN, SUBADMIN } = await logIn();
    for (const wrong of [ADMIN, SUBADMIN, token, unused.token, `${token}x`, 'site_nothing']) {
      expect(await statusesOf(all, wrong)).toEqual([401]);
    }
  });

  it('requires a token if the admin says so, except for files and the description', async () => {
    await site.set({ isTokenRequired: true });
    const { token } = await site.createToken();
    expect(await statusesOf(all)).toEqual([401]);
    expect(await statusesOf(all, sessions.ADMIN)).toEqual([401]);
    expect(await statusesOf(described)).toEqual([200]);
    const { status, headers } = await site.get('/site/v1/faqs', { token });
    expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
  });

  it('limits a token to its resources', async () => {
    const { token } = await site.createToken({ resources: ['faq'] });
    const others = paths.filter((path) => !path.startsWith('/site/v1/faqs'));
    expect([await statusesOf(['/site/v1/faqs'], token), await statusesOf(others, token)]).toEqual([[200], [403]]);
  });

  it('serves only the resources that the admin chose', async () => {
    await site.set({ resources: ['faq'] });
    const others = paths.filter((path) => !path.startsWith('/site/v1/faqs'));
    expect([await statusesOf(['/site/v1/faqs']), await statusesOf(others)]).toEqual([[200], [404]]);
    expect(Object.keys(JSON.parse((await site.get('/site/v1/openapi.json')).text).paths)).toEqual([
      '/faqs',
      '/faqs/{id}',
      '/changes',
    ]);
  });

  it('only reads', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const { status, body } = await site.get('/site/v1/faqs', { method, token: null });
      expect([method, status, body.title]).toEqual([method, 405, 'Method Not Allowed']);
    }
  });

  it('is set up by admins only, who have just entered their password', async () => {
    const now = useFakeClock();
    const { SUBADMIN } = await logIn();
    const routes = [
      ['GET', '/v1/website'],
      ['PATCH', '/v1/website'],
      ['GET', '/v1/website/tokens'],
      ['POST', '/v1/website/tokens'],
      ['DELETE', '/v1/website/tokens/nothing'],
    ] as const;
    for (const [method, path] of routes) {
      expect((await send(method, path, { token: SUBADMIN })).status).toBe(403);
      expect((await send(method, path, { token: null })).status).toBe(401);
    }
    vi.setSystemTime(now + 6 * 60_000);
    const changed = await send('PATCH', '/v1/website', { body: { isOn: false } });
    const created = await send('POST', '/v1/website/tokens', { body: { name: 'Shop', resources: null, days: null } });
    expect([changed.body.needsPassword, created.body.needsPassword]).toEqual([true, true]);
    await server.signInAgain();
  });

  it('stores only the hash of a token, when it was last used, and who created and revoked it', async () => {
    const { _id, token } = await site.createToken({ name: 'Shop window' });
    await site.get('/site/v1/faqs', { token });
    const readToken = async () => {
      const { body } = await send('GET', '/v1/website/tokens');
      return (body.data as { _id: string; lastUsedAt: string | null }[]).find((each) => each._id === _id);
    };
    await expect.poll(readToken).toMatchObject({ name: 'Shop window', lastUsedAt: expect.any(String) });
    const stored = await withDatabase(server, (database) => database.selectFrom('siteToken').selectAll().execute());
    expect(JSON.stringify(stored)).not.toContain(token);
    expect((await send('DELETE', `/v1/website/tokens/${_id}`)).status).toBe(200);
    expect((await send('DELETE', `/v1/website/tokens/${_id}`)).status).toBe(404);
    expect((await site.get('/site/v1/faqs', { token })).status).toBe(401);
    const { body } = await send('GET', '/v1/audit?pageSize=100');
    const entries = (body.data as { event: string; detail: string; userName: string }[]).map(
      ({ event, detail, userName }) => [event, detail, userName],
    );
    expect(entries).toContainEqual(['siteTokenCreated', 'Shop window', expect.any(String)]);
    expect(entries).toContainEqual(['siteTokenRevoked', 'Shop window', expect.any(String)]);
    expect(entries).toContainEqual(['website', expect.stringContaining('On; can read '), expect.any(String)]);
  });

  it.each([
    ['an origin with a path', { origins: ['https://www.example.com/shop'] }],
    ['any origin', { origins: ['*'] }],
    ['an unknown resource', { resources: ['user'] }],
    ['an address with a query', { baseUrl: 'https://example.com/?a=1' }],
    ['an unknown setting', { isPublic: true }],
  ])('refuses %s', async (_what, body) => {
    expect((await send('PATCH', '/v1/website', { body })).status).toBe(400);
  });
});

describe.each(databaseKinds)('caching of the website’s API on %s', (kind) => {
  const server = setUpTestServer(kind);
  const site = createSiteClient(server);
  const path = '/site/v1/faqs';
  let id: string;
  beforeAll(async () => {
    await site.set({ isOn: true, origins: ['https://www.example.com/'] });
    id = (await createRecord(server.send, faq, { description: `<p>${'Long answer. '.repeat(200)}</p>` }))._id;
  });

  it('answers 304 until something changes', async () => {
    const first = await site.get(path);
    const etag = String(first.headers.get('etag'));
    expect(etag).toMatch(/^"[\w-]+"$/);
    expect(first.headers.get('cache-control')).toBe(
      'public, max-age=0, s-maxage=60, stale-while-revalidate=600, stale-if-error=86400',
    );
    const again = await site.get(path, { headers: { 'if-none-match': etag } });
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
    const weak = await site.get(path, { headers: { 'if-none-match': `"other", W/${etag}` } });
    expect(weak.status).toBe(304);
    await server.send('PATCH', `/v1/faq/updateById/${id}`, { body: { name: 'Changed?' } });
    const changed = await site.get(path, { headers: { 'if-none-match': etag } });
    expect([changed.status, changed.text]).toEqual([200, expect.stringContaining('Changed?')]);
  });

  it('answers 304 to a date after the last change, and 200 to one before it', async () => {
    const since = async (time: number) =>
      (await site.get(path, { headers: { 'if-modified-since': new Date(time).toUTCString() } })).status;
    expect([await since(Date.now() + 5000), await since(Date.now() - day)]).toEqual([304, 200]);
    expect(Date.parse(String((await site.get(path)).headers.get('last-modified')))).toBeLessThanOrEqual(Date.now());
  });

  it('answers HEAD like GET without a body', async () => {
    const [head, get] = [await site.get(path, { method: 'HEAD' }), await site.get(path)];
    const picked = ['etag', 'content-type', 'cache-control', 'content-encoding'] as const;
    expect(picked.map((name) => head.headers.get(name))).toEqual(picked.map((name) => get.headers.get(name)));
    expect([head.status, head.text]).toEqual([200, '']);
  });

  it.each(['br', 'gzip', 'identity'])('compresses as %s with an ETag of its own', async (encoding) => {
    const { headers, text } = await site.get(path, { headers: { 'accept-encoding': encoding } });
    expect(headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding);
    expect(headers.get('vary')).toBe('Origin, Accept-Encoding');
    expect(headers.get('etag')).toMatch(encoding === 'identity' ? /[^z]"$/ : new RegExp(`-${encoding}"$`));
    expect(text).toContain('Long answer');
  });

  it('lets pages of the listed origins read, without credentials', async () => {
    const ask = async (origin: string, method = 'GET') => {
      const { headers, status } = await site.get(path, { method, headers: { origin } });
      return [status, headers.get('access-control-allow-origin'), headers.get('access-control-allow-credentials')];
    };
    expect(await ask('https://www.example.com')).toEqual([200, 'https://www.example.com', null]);
    expect(await ask('https://www.example.com', 'OPTIONS')).toEqual([204, 'https://www.example.com', null]);
    expect(await ask('https://evil.example.com')).toEqual([200, null, null]);
    expect(await ask('https://evil.example.com', 'OPTIONS')).toEqual([204, null, null]);
  });

  it.each(['/site/v1/nothing', '/site', '/site/v1/faqs/none', '/site/v1/faqs?limit=0', '/site/%zz'])(
    'describes the problem of %s',
    async (url) => {
      const { status, headers, body } = await site.get(url);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(body).toMatchObject({
        type: 'about:blank',
        title: expect.any(String),
        status,
        detail: expect.any(String),
      });
      expect(headers.get('cache-control')).toBe('no-store');
    },
  );

  it('puts the address of the settings before files', async () => {
    const { url } = await site.set({ baseUrl: 'https://api.example.com/' });
    expect(url).toBe('https://api.example.com/site/v1');
    const { text } = await site.get('/site/v1/openapi.json');
    expect(JSON.parse(text).servers).toEqual([{ url }]);
    await site.set({ baseUrl: null });
  });
});

describe.each(anyDatabase)('limits of the website’s API on %s', (kind) => {
  it.skipIf(isPaired)('count by address and by token, apart from those of the staff', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Math.ceil(Date.now() / 60_000) * 60_000 + 5000 });
    const server = await startTestServer(kind, { siteRequestsPerMinute: 3, isSiteOn: true });
    const site = createSiteClient(server);
    const { token } = await site.createToken();
    const ask = async (sent: string | null) => {
      const { status, headers } = await site.get('/site/v1/faqs', { token: sent });
      return [status, headers.get('ratelimit'), headers.get('retry-after')];
    };
    expect(await ask(null)).toEqual([200, '"address";r=2;t=55', null]);
    // Wrong tokens count by address, so that trying some isn't free.
    expect(await ask('site_wrong')).toEqual([401, '"address";r=1;t=55', null]);
    expect(await ask(null)).toEqual([200, '"address";r=0;t=55', null]);
    expect(await ask(null)).toEqual([429, '"address";r=0;t=55', '55']);
    expect(await ask(token)).toEqual([200, '"token";r=29;t=55', null]);
    const { headers } = await site.get('/site/v1/faqs', { token });
    expect(headers.get('ratelimit-policy')).toBe('"token";q=30;w=60');
    expect((await server.send('GET', '/v1/faq/')).status).toBe(200);
    await server.stop();
    vi.useRealTimers();
  });

  it('are those of a server that is started with --site, which stays on', async () => {
    const server = await startTestServer(kind, { isSiteOn: true });
    const site = createSiteClient(server);
    expect((await site.get('/site/v1/faqs')).status).toBe(200);
    expect(await site.set({ isOn: false })).toMatchObject({ isOn: true, isForced: true });
    expect((await site.get('/site/v1/faqs')).status).toBe(200);
    await server.stop();
  });
});
