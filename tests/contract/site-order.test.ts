import { beforeAll, describe, expect, it } from 'vitest';
import { banner } from '../../src/shared/resources/banner.ts';
import { category } from '../../src/shared/resources/category.ts';
import { subCategory } from '../../src/shared/resources/sub-category.ts';
import { databaseKinds } from '../support/databases.ts';
import { createProduct } from '../support/product-factory.ts';
import { createRecord } from '../support/record-factory.ts';
import { createSiteClient } from '../support/site-client.ts';
import { setUpTestServer } from '../support/test-server.ts';

describe.each(databaseKinds)('the order that users arrange on %s', (kind) => {
  const server = setUpTestServer(kind);
  const site = createSiteClient(server);
  const arrange = async (resource: string, ids: readonly string[]) => {
    const records = ids.map((id, position) => ({ id, position }));
    const { status, body } = await server.send('POST', `/v1/${resource}/updateMany`, { body: { records } });
    expect(status).toBe(200);
    return String(body.changeId);
  };
  const idsOf = async (path: string) => (await site.getAll(path)).map(({ id }) => id);
  const createMany = async (create: () => Promise<{ _id: string }>) => {
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) ids.push((await create())._id);
    return ids;
  };

  beforeAll(async () => {
    await site.set({ isOn: true });
  });

  it('is that of categories and their sub categories, page by page, with new ones last', async () => {
    const [a = '', b = '', c = '', d = '', e = ''] = await createMany(() =>
      createRecord(server.send, category, { position: null }),
    );
    expect(await idsOf('/site/v1/categories?limit=2')).toEqual([e, d, c, b, a]);
    const changeId = await arrange('category', [c, a, b]);
    expect(await idsOf('/site/v1/categories?limit=2')).toEqual([c, a, b, e, d]);
    expect(await idsOf('/site/v1/categories?limit=2&order=newest')).toEqual([e, d, c, b, a]);
    expect((await server.send('POST', `/v1/history/changes/${changeId}/revert`, { body: {} })).status).toBe(200);
    expect(await idsOf('/site/v1/categories?limit=2')).toEqual([e, d, c, b, a]);

    const subs = await createMany(() => createRecord(server.send, subCategory, { categoryId: a, position: null }));
    const [first = '', second = ''] = subs;
    await arrange('subCategory', [second, first]);
    const { data } = (await site.get(`/site/v1/categories/${a}`)).body as unknown as {
      data: { subCategories: { id: string }[] };
    };
    expect(data.subCategories.map(({ id }) => id).slice(0, 2)).toEqual([second, first]);
  });

  it('is that of the products of a category, until one moves to another', async () => {
    const { _id: categoryId } = await createRecord(server.send, category);
    const { _id: otherId } = await createRecord(server.send, category);
    const ids = await createMany(() => createProduct(server.send, { name: 'Pen', categoryId }));
    const [a = '', b = '', c = '', d = '', e = ''] = ids;
    await arrange('product', [d, b, a, e, c]);
    const path = `/site/v1/products?limit=2&categoryId=${categoryId}`;
    expect(await idsOf(path)).toEqual([d, b, a, e, c]);
    expect((await idsOf('/site/v1/products?limit=2')).slice(0, 5)).toEqual([e, d, c, b, a]);
    await server.send('PATCH', `/v1/product/updateById/${d}`, { body: { categoryId: otherId } });
    await server.send('PATCH', `/v1/product/updateById/${d}`, { body: { categoryId } });
    expect(await idsOf(path)).toEqual([b, a, e, c, d]);
    expect((await site.get(`${path}&order=-position`)).status).toBe(400);
  });

  it('is that of banners, with their link and placement', async () => {
    const [a = '', b = ''] = await createMany(() =>
      createRecord(server.send, banner, { placement: null, position: null }),
    );
    await server.send('PATCH', `/v1/banner/updateById/${b}`, {
      body: { link: '/products/glide', placement: 'HOME_TOP' },
    });
    await arrange('banner', [b, a]);
    const { body } = await site.get('/site/v1/banners?limit=1');
    expect(body.data).toMatchObject([{ id: b, link: '/products/glide', placement: 'HOME_TOP' }]);
    expect(body.data?.[0]).not.toHaveProperty('position');
    expect(await idsOf('/site/v1/banners?placement=HOME_TOP')).toEqual([b]);
    expect(await site.validate('/site/v1/banners?limit=1', body)).toBeNull();
  });

  it.each([
    'javascript:alert(1)',
    '//example.com',
    '/\\example.com',
    'JAVASCRIPT:alert(1)',
    'data:text/html,x',
    'www.example.com',
  ])('refuses the link %s of a banner', async (link) => {
    const { _id } = await createRecord(server.send, banner);
    const { status, body } = await server.send('PATCH', `/v1/banner/updateById/${_id}`, { body: { link } });
    expect([status, body.errors?.[0]?.field]).toEqual([400, 'link']);
  });
});
