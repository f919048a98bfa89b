import { describe, expect, it } from 'vitest';
import type { BulkResult } from '../../src/shared/bulk.ts';
import { category } from '../../src/shared/resources/category.ts';
import { subCategory } from '../../src/shared/resources/sub-category.ts';
import { databaseKinds } from '../support/databases.ts';
import { buildVariant, createProduct, getProduct, type Product } from '../support/product-factory.ts';
import { createRecord } from '../support/record-factory.ts';
import { setUpTestServer } from '../support/test-server.ts';

describe.each(databaseKinds)('on %s', (kind) => {
  const server = setUpTestServer(kind);

  const update = (products: Product[], values: object, extra: object = {}) =>
    server.send('POST', '/v1/product/bulk', {
      body: { action: 'update', ids: products.map(({ _id }) => _id), values, ...extra },
    });
  const read = (products: Product[]) => Promise.all(products.map(({ _id }) => getProduct(server.send, _id)));
  const make = async (...prices: (number | null)[]) => {
    const made: Product[] = [];
    for (const price of prices) made.push(await createProduct(server.send, { price, attributeArr: [buildVariant()] }));
    return made;
  };

  it('computes exact prices', async () => {
    const products = await make(0.1, 19.99, null, 149.5);
    const pricesNow = async () => (await read(products)).map(({ price }) => price);
    const prices: unknown[] = [];
    for (const price of ['+0.2', '+10%', '-0.03', '=9.90', 4.5]) {
      expect((await update(products, { price })).status).toBe(200);
      prices.push(await pricesNow());
    }
    expect(prices).toEqual([
      [0.3, 20.19, null, 149.7],
      [0.33, 22.21, null, 164.67],
      [0.3, 22.18, null, 164.64],
      [9.9, 9.9, 9.9, 9.9],
      [4.5, 4.5, 4.5, 4.5],
    ]);
    const { body } = await update(products, { price: null });
    expect(await pricesNow()).toEqual([null, null, null, null]);
    await server.send('POST', `/v1/history/changes/${body.changeId}/revert`);
    expect(await pricesNow()).toEqual([4.5, 4.5, 4.5, 4.5]);
  });

  it('previews prices, including invalid ones', async () => {
    const products = await make(10, 3);
    const result = (await update(products, { price: '-5', isBestSeller: true }, { dryRun: true }))
      .body as unknown as BulkResult;
    expect(result.rows).toEqual([
      {
        id: products[0]?._id,
        label: products[0]?.name,
        before: { price: 10, isBestSeller: false },
        after: { price: 5, isBestSeller: true },
      },
    ]);
    const failed = [{ id: products[1]?._id, label: products[1]?.name, message: 'Price can’t be negative' }];
    expect(result.failed).toEqual(failed);
    const refused = await update(products, { price: '-5' });
    expect([refused.status, refused.body.failed]).toEqual([409, failed]);
    expect((await read(products)).map(({ price }) => price)).toEqual([10, 3]);
  });

  it('keeps the sub category within its category', async () => {
    const gel = await createRecord(server.send, subCategory);
    const paper = await createRecord(server.send, category);
    const [one, two] = await make(1, 1);
    if (!one || !two) throw new Error('There are no products');
    const placed = async () =>
      (await read([one, two])).map(({ categoryId, subCategoryId }) => [categoryId, subCategoryId]);
    await update([one], { categoryId: paper._id });
    await update([one, two], { subCategoryId: gel._id });
    expect(await placed()).toEqual(Array(2).fill([gel.categoryId, gel._id]));
    const again = await update([one, two], { subCategoryId: gel._id });
    expect(again.body).toMatchObject({ changed: 0, unchanged: 2 });
    await update([one, two], { categoryId: paper._id });
    expect(await placed()).toEqual(Array(2).fill([paper._id, null]));
    const misfit = await update([one], { categoryId: paper._id, subCategoryId: gel._id });
    expect([misfit.status, (misfit.body.failed as unknown[]).length]).toEqual([409, 1]);
  });

  it('keeps variants, also of restored products', async () => {
    const products = await make(1, 2);
    const variants = products.map(({ attributeArr }) => attributeArr);
    await update(products, { status: 'INACTIVE', price: '+1' });
    expect((await read(products)).map(({ attributeArr }) => attributeArr)).toEqual(variants);
    const ids = products.map(({ _id }) => _id);
    const { body } = await server.send('POST', '/v1/product/bulk', { body: { action: 'delete', ids } });
    expect((await server.send('GET', `/v1/product/getById/${ids[0]}`)).status).toBe(404);
    await server.send('POST', `/v1/history/changes/${body.changeId}/revert`);
    expect((await read(products)).map(({ attributeArr }) => attributeArr)).toEqual(variants);
  });

  it('accepts only fields that products can share', async () => {
    const [product] = await make(1);
    if (!product) throw new Error('There is no product');
    for (const [field, values] of [
      ['price', { price: '10%' }],
      ['price', { price: '1,50' }],
      ['price', { price: -1 }],
      ['sku', { price: 1, sku: 'X' }],
      ['attributeArr', { price: 1, attributeArr: [] }],
      ['categoryId', { price: 1, categoryId: 5 }],
    ] as const) {
      const { status, body } = await update([product], values);
      expect([values, status, body.errors?.map((error) => error.field)]).toEqual([values, 400, [`values.${field}`]]);
    }
  });
});
