import { describe, expect, it } from 'vitest';
import type { AnyRecord } from '../../src/shared/resource-kit/define-resource.ts';
import { category } from '../../src/shared/resources/category.ts';
import { gift } from '../../src/shared/resources/gift.ts';
import { user } from '../../src/shared/resources/user.ts';
import { databaseKinds } from '../support/databases.ts';
import { buildImage, buildVariant, createProductClient } from '../support/product-factory.ts';
import { createRecord, listRecords } from '../support/record-factory.ts';
import { setUpTestServer, signIn } from '../support/test-server.ts';

describe.each(databaseKinds)('on %s', (kind) => {
  const server = setUpTestServer(kind);
  const { create, patch } = createProductClient(server);
  const list = async (query: string, resource = 'product'): Promise<AnyRecord[]> =>
    (await listRecords(server.send, resource, `pageSize=500&${query}`)).data;
  const names = async (query: string) => (await list(query)).map(({ name }) => name);

  it('filters by a range of prices', async () => {
    for (const price of [null, 4.99, 5, 7.5, 8]) await create({ name: `Priced ${price}`, price });
    expect(await names('query=priced&minPrice=5&maxPrice=7.5')).toEqual(['Priced 7.5', 'Priced 5']);
    expect(await names('query=priced&maxPrice=4.99')).toEqual(['Priced 4.99']);
  });

  it('rejects a price that is not an amount', async () => {
    const { status, body } = await server.send('GET', '/v1/product/?minPrice=ten');
    expect([status, body.errors]).toEqual([400, [{ field: 'minPrice', message: 'Price from must be a number' }]]);
  });

  it('finds products by what they miss', async () => {
    const { _id: categoryId } = await createRecord(server.send, category);
    const complete = { price: 1, categoryId, description: '<p>Text</p>', thumbnail: buildImage() };
    await create({ name: 'Lacks nothing', ...complete });
    await create({ name: 'Lacks image', ...complete, thumbnail: null });
    await create({ name: 'Lacks price', ...complete, price: null });
    await create({ name: 'Lacks category', ...complete, categoryId: null });
    await create({ name: 'Lacks description', ...complete, description: '<p><br></p>' });
    await create({
      name: 'Lacks only a thumbnail',
      ...complete,
      thumbnail: null,
      attributeArr: [buildVariant()],
    });
    for (const part of ['image', 'price', 'category', 'description']) {
      expect(await names(`query=lacks&missing=${part}`)).toEqual([`Lacks ${part}`]);
    }
    expect(await names('query=lacks&missing=nonsense')).toEqual([]);
  });

  it('filters by having variants', async () => {
    await create({ name: 'Varied with', attributeArr: [buildVariant()] });
    await create({ name: 'Varied without' });
    expect(await names('query=varied&hasVariants=true')).toEqual(['Varied with']);
    expect(await names('query=varied&hasVariants=false')).toEqual(['Varied without']);
  });

  it('filters by the user who updated a product last', async () => {
    const password = 'a long enough password';
    const email = `editor.${kind}@example.com`;
    const editor = await createRecord(server.send, user, { email, password, role: 'SUBADMIN' });
    const token = await signIn(server.send, { email, password });
    const { _id } = await create({ name: 'Touched by another' });
    await create({ name: 'Touched by me' });
    const path = `/v1/product/updateById/${_id}`;
    expect((await server.send('PATCH', path, { token, body: { price: 3 } })).status).toBe(200);
    expect(await names(`query=touched&updatedBy=${editor._id}`)).toEqual(['Touched by another']);
    await patch(_id, { price: 4 });
    expect(await names(`query=touched&updatedBy=${editor._id}`)).toEqual([]);
  });

  it('counts each image of a product and its variants once', async () => {
    const image = buildImage();
    const attributeArr = [buildVariant({ imagesArr: [{ image }] }), buildVariant({ imagesArr: [{ image }] })];
    const made = await create({ name: 'Pictured', attributeArr });
    expect(made).toMatchObject({ imageCount: 1 });
    const { body } = await patch(made._id, { thumbnail: buildImage() });
    expect(body.data).toMatchObject({ imageCount: 2 });
    await patch(made._id, { thumbnail: made.attributeArr[0]?.imagesArr[0]?.image });
    expect(await list('query=pictured')).toMatchObject([{ imageCount: 1, variantCount: 2 }]);
  });

  it('sorts by category name, variants and images', async () => {
    for (const [index, name] of ['beta', 'Alpha'].entries()) {
      const { _id: categoryId } = await createRecord(server.send, category, { name });
      const attributeArr = Array.from({ length: index + 1 }, () => buildVariant());
      await create({ name: `Ranked ${name}`, categoryId, attributeArr });
    }
    expect(await names('query=ranked&sort=categoryId')).toEqual(['Ranked Alpha', 'Ranked beta']);
    expect(await names('query=ranked&sort=variantCount')).toEqual(['Ranked beta', 'Ranked Alpha']);
    expect(await names('query=ranked&sort=-imageCount')).toEqual(['Ranked Alpha', 'Ranked beta']);
  });

  it('exports and bulk edits what the filters match', async () => {
    await create({ name: 'Chosen cheap', price: 1 });
    const { _id } = await create({ name: 'Chosen dear', price: 900 });
    const filter = { query: 'chosen', minPrice: '500' };
    const body = { action: 'update', values: { status: 'INACTIVE' }, filter };
    expect((await server.send('POST', '/v1/product/bulk', { body })).body.changed).toBe(1);
    const inactive = await list('query=chosen&status=INACTIVE');
    expect(inactive.map((record) => record._id)).toEqual([_id]);
    const file = await server.send('GET', '/v1/product/export?format=csv&query=chosen&minPrice=500');
    expect(file.body.text).not.toContain('Chosen cheap');
  });

  it('finds inactive categories with active products', async () => {
    const status = 'INACTIVE';
    const made = await Promise.all(
      ['used', 'idle', 'empty'].map((name) => createRecord(server.send, category, { name: `Closed ${name}`, status })),
    );
    await create({ name: 'Open', categoryId: made[0]?._id });
    await create({ name: 'Closed', categoryId: made[1]?._id, status });
    const found = await list('query=closed&hasActiveProducts=true', 'category');
    expect(found.map(({ name }) => name)).toEqual(['Closed used']);
    expect(await list('query=closed&hasActiveProducts=false', 'category')).toHaveLength(2);
  });

  it('finds expired gifts', async () => {
    for (const validTill of ['2020-01-31', '2999-01-31', null]) {
      await createRecord(server.send, gift, { name: `Dated ${validTill}`, validTill });
    }
    const found = await list('query=dated&isExpired=true', 'gift');
    expect(found.map(({ name }) => name)).toEqual(['Dated 2020-01-31']);
    expect(await list('query=dated&isExpired=false', 'gift')).toHaveLength(2);
  });
});
