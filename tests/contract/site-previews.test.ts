import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { banner } from '../../src/shared/resources/banner.ts';
import { category } from '../../src/shared/resources/category.ts';
import { faq } from '../../src/shared/resources/faq.ts';
import { subCategory } from '../../src/shared/resources/sub-category.ts';
import { databaseKinds } from '../support/databases.ts';
import { useFakeClock } from '../support/fake-clock.ts';
import { createProduct } from '../support/product-factory.ts';
import { createRecord } from '../support/record-factory.ts';
import { createSiteClient } from '../support/site-client.ts';
import { setUpTestServer } from '../support/test-server.ts';

const address = 'https://www.example.com';
const minute = 60_000;

type Image = { url: string; srcset: string };

describe.each(databaseKinds)('previews on the website on %s', (kind) => {
  const server = setUpTestServer(kind);
  const site = createSiteClient(server);
  const ask = (resource: string, id: string) => server.send('POST', `/v1/${resource}/preview/${id}`, { body: {} });
  const open = async (resource: string, id: string) => {
    const { status, body } = await ask(resource, id);
    expect([status, body.message]).toEqual([200, 'Preview created']);
    const { url } = body.data as { url: string };
    return { url, token: String(new URL(url).searchParams.get('preview')) };
  };
  const read = (path: string, preview: string, headers = {}) =>
    site.get(`/site/v1/${path}${path.includes('?') ? '&' : '?'}preview=${encodeURIComponent(preview)}`, { headers });

  beforeAll(async () => {
    await site.set({ isOn: true });
  });
  beforeEach(async () => {
    // A test may have changed the time, and with it the age of the session.
    await server.signInAgain();
    await site.set({ pageAddress: address, pageAddresses: {}, isTokenRequired: false });
  });
  afterEach(() => void vi.useRealTimers());

  const createDraft = async () => {
    const { _id: categoryId } = await createRecord(server.send, category, { status: 'INACTIVE' });
    const draft = await createProduct(server.send, { name: 'Secret pen', categoryId, status: 'INACTIVE' });
    return { draft, categoryId };
  };

  it('open the page of a record that is not published', async () => {
    const { draft, categoryId } = await createDraft();
    const { url, token } = await open('product', draft._id);
    expect(url).toMatch(`${address}/products/${draft.slug}?preview=`);
    for (const path of [`products/${draft._id}`, `products/by-slug/${draft.slug}`]) {
      expect((await site.get(`/site/v1/${path}`)).status).toBe(404);
      const { status, headers, body } = await read(path, token, { 'if-none-match': '*' });
      expect([status, headers.get('cache-control'), headers.get('etag')]).toEqual([200, 'no-store', null]);
      expect(body.data).toMatchObject({ name: 'Secret pen', category: { id: categoryId } });
    }
  });

  it('show a change at once, and nothing after the record was deleted', async () => {
    const { draft } = await createDraft();
    const { token } = await open('product', draft._id);
    await read(`products/${draft._id}`, token);
    await server.send('PATCH', `/v1/product/updateById/${draft._id}`, { body: { name: 'Renamed' } });
    expect((await read(`products/${draft._id}`, token)).body.data).toMatchObject({ name: 'Renamed' });
    await server.send('DELETE', `/v1/product/deleteById/${draft._id}`);
    expect((await read(`products/${draft._id}`, token)).status).toBe(404);
  });

  it('show one record only, and never a published one instead', async () => {
    const { draft, categoryId } = await createDraft();
    const published = await createProduct(server.send, { name: 'Public pen' });
    const { token } = await open('product', draft._id);
    const others = [
      'products',
      `products/${published._id}`,
      `products/by-slug/${published.slug}`,
      `categories/${categoryId}`,
      'faqs',
      'changes',
      'redirects',
    ];
    for (const path of others) {
      const { status, headers, body } = await read(path, token);
      expect([path, status, headers.get('cache-control')]).toEqual([path, 403, 'no-store']);
      expect(body.detail).toBe('The preview is of another record');
    }
  });

  it('end after an hour', async () => {
    const now = useFakeClock();
    await server.signInAgain();
    const product = await createProduct(server.send, { name: 'Old' });
    const { token } = await open('product', product._id);
    vi.setSystemTime(now + 61 * minute);
    const { status, body } = await read(`products/${product._id}`, token);
    expect([status, body.detail]).toEqual([401, 'The preview has expired. Open it again in the back office.']);
  });

  it('need the token as it was made', async () => {
    const product = await createProduct(server.send, { name: 'Pen' });
    const { token } = await open('product', product._id);
    const [payload = '', signature = ''] = token.split('.');
    const forever = Buffer.from(JSON.stringify(['product', product._id, Number.MAX_SAFE_INTEGER])).toString(
      'base64url',
    );
    for (const wrong of ['', 'x', payload, `${token}x`, `${token}.x`, `${payload}.`, `${forever}.${signature}`]) {
      const { status, headers } = await read(`products/${product._id}`, wrong);
      expect([wrong, status, headers.get('cache-control')]).toEqual([wrong, 401, 'no-store']);
    }
    expect((await read(`products/${product._id}`, `${token}&preview=${token}`)).status).toBe(401);
  });

  it('load the images of the record, which nobody else can', async () => {
    const { _id } = await createRecord(server.send, banner, { status: 'INACTIVE' });
    await site.set({ pageAddresses: { banner: `${address}/?banner={id}` } });
    const { url, token } = await open('banner', _id);
    expect(url).toMatch(`${address}/?banner=${_id}&preview=`);
    const { body } = await read(`banners/${_id}`, token);
    const { url: image, srcset } = (body.data as unknown as { imageUrl: Image }).imageUrl;
    const path = image.replace(server.url, '');
    const { status, headers } = await site.get(path);
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(srcset.split(', ').every((each) => /^\S+\?preview=[^&? ]+(?:&w=\d+)? \d+w$/.test(each))).toBe(true);
    expect((await site.get(path.replace(/\?.*/, ''))).status).toBe(404);
  });

  it('show the active sub categories of a category that isn’t', async () => {
    const { _id: categoryId } = await createRecord(server.send, category, { status: 'INACTIVE' });
    const shown = await createRecord(server.send, subCategory, { categoryId });
    await createRecord(server.send, subCategory, { categoryId, status: 'INACTIVE' });
    const { token } = await open('category', categoryId);
    const { data } = (await read(`categories/${categoryId}`, token)).body as unknown as {
      data: { subCategories: { id: string }[] };
    };
    expect(data.subCategories.map(({ id }) => id)).toEqual([shown._id]);
  });

  it('open the page of a sub category below its category, where nothing else is shown that isn’t active', async () => {
    const { _id: categoryId, slug } = await createRecord(server.send, category, { status: 'INACTIVE' });
    const hidden = await createRecord(server.send, subCategory, { categoryId, status: 'INACTIVE' });
    await createRecord(server.send, subCategory, { categoryId, status: 'INACTIVE' });
    const { body: state } = await server.send('GET', '/v1/subCategory/preview');
    expect(state.data).toEqual({ canPreview: true });
    const { url, token } = await open('subCategory', hidden._id);
    expect(url).toMatch(`${address}/categories/${slug}/${hidden.slug}?preview=`);
    const { status, headers, body } = await read(`categories/by-slug/${slug}`, token);
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect((body.data as unknown as { subCategories: { id: string }[] }).subCategories.map(({ id }) => id)).toEqual([
      hidden._id,
    ]);
    await site.set({ pageAddresses: { category: `${address}/shop?category={slug}` } });
    expect((await open('subCategory', hidden._id)).url).toMatch(`${address}/shop?category=${slug}&preview=`);
    expect((await ask('subCategory', 'nothing')).status).toBe(404);
  });

  it('work where a read token is required', async () => {
    const { draft } = await createDraft();
    await site.set({ isTokenRequired: true });
    const { token } = await open('product', draft._id);
    expect((await read(`products/${draft._id}`, token)).status).toBe(200);
  });

  it('are refused without an address, for unknown records and while websites can’t read', async () => {
    const product = await createProduct(server.send, { name: 'Pen' });
    const canPreview = async (resource: string) =>
      ((await server.send('GET', `/v1/${resource}/preview`)).body.data as { canPreview: boolean }).canPreview;
    expect([await canPreview('product'), await canPreview('about'), await canPreview('faq')]).toEqual([
      true,
      true,
      false,
    ]);
    expect((await ask('faq', (await createRecord(server.send, faq))._id)).status).toBe(409);
    expect((await ask('product', 'nothing')).status).toBe(404);
    await site.set({ resources: ['faq'] });
    expect([await canPreview('product'), (await ask('product', product._id)).status]).toEqual([false, 409]);
    await site.set({ resources: ['product', 'category', 'banner', 'faq', 'about'] });
  });

  it('are read by tokens for previews, with all that isn’t published', async () => {
    const { draft, categoryId } = await createDraft();
    const { token } = await site.createToken({ canPreview: true });
    const plain = await site.createToken();
    const path = `/site/v1/products?categoryId=${categoryId}`;
    const { body, headers } = await site.get(path, { token });
    expect([body.data?.map(({ id }) => id), headers.get('cache-control')]).toEqual([[draft._id], 'no-store']);
    for (const each of [plain.token, null]) {
      const published = await site.get(path, { token: each });
      expect([published.body.data, published.headers.get('vary')]).toEqual([
        [],
        'Origin, Accept-Encoding, Authorization',
      ]);
    }
    const limited = await site.createToken({ canPreview: true, resources: ['faq'] });
    expect((await site.get(path, { token: limited.token })).status).toBe(403);
  });

  it('aren’t listed with their token in the last reads', async () => {
    const { draft } = await createDraft();
    const { token } = await open('product', draft._id);
    await read(`products/${draft._id}`, token);
    const { body } = await server.send('GET', '/v1/website');
    expect(JSON.stringify(body)).toContain(`products/${draft._id}?preview=…`);
    expect(JSON.stringify(body)).not.toContain(token.split('.')[1]);
  });

  it.each(['http://www.example.com', 'javascript:alert(1)', `${address}/{name}`, 'https://user@example.com', '{slug}'])(
    'can’t be at %s',
    async (pageAddress) => {
      expect((await server.send('PATCH', '/v1/website', { body: { pageAddress } })).status).toBe(400);
    },
  );
});
