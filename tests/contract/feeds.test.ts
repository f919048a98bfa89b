import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { feedNames, feeds } from '../../src/shared/feeds.ts';
import { databaseKinds } from '../support/databases.ts';
import { day, useFakeClock } from '../support/fake-clock.ts';
import { createFeedClient } from '../support/feed-client.ts';
import { buildVariant, createProductClient, createValues } from '../support/product-factory.ts';
import { setUpTestServer, signIn } from '../support/test-server.ts';

const paths = feedNames.map((name) => `/site/v1/feeds/${feeds[name].file}`);

describe.each(databaseKinds)('feeds on %s', (kind) => {
  const server = setUpTestServer(kind);
  const { site, open, read } = createFeedClient(server);
  const { create, patch } = createProductClient(server);
  let token: string;
  // A test may have changed the time, and with it the age of sessions.
  beforeEach(async () => {
    token = await open();
  });
  afterEach(() => void vi.useRealTimers());

  const statusesOf = async (query: string, sent: string | null = null) => [
    ...new Set(await Promise.all(paths.map(async (path) => (await site.get(path + query, { token: sent })).status))),
  ];

  describe('access', () => {
    it('needs a valid read token for products, in the address or the header', async () => {
      const now = useFakeClock();
      await server.signInAgain();
      const [expiring, revoked] = [await site.createToken({ days: 1 }), await site.createToken()];
      const other = await site.createToken({ resources: ['category'] });
      expect([await statusesOf(`?token=${expiring.token}`), await statusesOf('', expiring.token)]).toEqual([
        [200],
        [200],
      ]);
      await server.send('DELETE', `/v1/website/tokens/${revoked._id}`);
      vi.setSystemTime(now + 2 * day);
      expect(await statusesOf('')).toEqual([401]);
      for (const wrong of ['', 'site_unknown', expiring.token, revoked.token])
        expect([wrong, await statusesOf(`?token=${wrong}`)]).toEqual([wrong, [401]]);
      expect(await statusesOf(`?token=${other.token}`)).toEqual([403]);
      expect(await statusesOf(`?token=${token}&page=1`)).toEqual([400]);
    });

    it('ends with that of websites, or to products', async () => {
      await site.set({ resources: ['category'] });
      expect(await statusesOf(`?token=${token}`)).toEqual([404]);
      await site.set({ isOn: false });
      expect(await statusesOf(`?token=${token}`)).toEqual([404]);
    });

    it('takes no session for a token, and shows reports only to admins', async () => {
      expect(await statusesOf('', String(server.token))).toEqual([401]);
      const email = `sub-${kind}@example.com`;
      const password = 'a long password';
      await server.send('POST', '/v1/user/', { body: { name: 'Sub', email, role: 'SUBADMIN', password } });
      const subAdmin = await signIn(server.send, { email, password });
      expect((await server.send('GET', '/v1/website/feeds/google', { token: subAdmin })).status).toBe(403);
      expect((await server.send('GET', '/v1/website/feeds/google', { token: null })).status).toBe(401);
      expect((await server.send('GET', '/v1/website/feeds/other')).status).toBe(400);
    });

    it('hides the token in the last reads', async () => {
      await read('json');
      const { body } = await server.send('GET', '/v1/website');
      expect(JSON.stringify(body)).not.toContain(token);
      expect(JSON.stringify(body)).toContain('/site/v1/feeds/products.json?token=…');
    });
  });

  describe('caching', () => {
    it('answers 304 until a product changes, and not after other changes', async () => {
      const values = await createValues(server.send, 'Tip', ['Fine', 'Broad']);
      const variants = values.map((value) => buildVariant({ attributeValueArr: [value] }));
      const { _id } = await create({ name: 'Cached', description: '<p>Pen</p>', attributeArr: variants });
      for (const name of feedNames) {
        const { headers } = await read(name);
        const etag = String(headers.get('etag'));
        expect(headers.get('cache-control')).toBe('private, no-cache');
        await server.send('POST', '/v1/faq/', { body: { name: 'Question', description: '<p>Answer</p>' } });
        const again = await read(name, { 'if-none-match': etag });
        expect([name, again.status, again.text]).toEqual([name, 304, '']);
        await patch(_id, { name: `Cached for ${name}` });
        const changed = await read(name, { 'if-none-match': etag });
        expect(changed.status).toBe(200);
        expect(changed.text).toContain(`Cached for ${name}`);
      }
      const { headers } = await read('json');
      await server.send('PATCH', `/v1/attributeValue/updateById/${values[0]?.attributeValueId}`, {
        body: { name: 'Thin' },
      });
      const renamed = await read('json', { 'if-none-match': String(headers.get('etag')) });
      expect([renamed.status, renamed.text.includes('Thin')]).toEqual([200, true]);
    });

    it('sends the same content compressed and plain, with ETags of their own', async () => {
      const [plain, gzip] = [
        await read('json', { 'accept-encoding': 'identity' }),
        await read('json', { 'accept-encoding': 'br, gzip' }),
      ];
      expect([plain, gzip].map(({ headers }) => headers.get('content-encoding'))).toEqual([null, 'gzip']);
      expect(gzip.text).toBe(plain.text);
      expect(String(gzip.headers.get('etag'))).toBe(String(plain.headers.get('etag')).replace(/"$/, '-gzip"'));
      const head = await site.get(`${paths[2]}?token=${token}`, {
        method: 'HEAD',
        headers: { 'accept-encoding': 'gzip' },
      });
      expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', gzip.headers.get('etag')]);
    });

    it('gives requests at the same time the same file', async () => {
      await create({ name: 'Another', price: 3 });
      const all = await Promise.all(Array.from({ length: 5 }, () => read('json')));
      expect(new Set(all.map(({ headers }) => headers.get('etag'))).size).toBe(1);
    });
  });
});
