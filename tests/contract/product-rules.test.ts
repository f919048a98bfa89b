import { describe, expect, it } from 'vitest';
import { category } from '../../src/shared/resources/category.ts';
import { subCategory } from '../../src/shared/resources/sub-category.ts';
import { anyDatabase } from '../support/databases.ts';
import { buildVariant, createProductClient, createValues } from '../support/product-factory.ts';
import { createRecord } from '../support/record-factory.ts';
import { setUpTestServer } from '../support/test-server.ts';

describe.each(anyDatabase)('on %s', (kind) => {
  const server = setUpTestServer(kind);
  const { create, post, patch, get } = createProductClient(server);

  it('rejects duplicate SKUs', async () => {
    const taken = await create({
      name: 'Owner',
      sku: 'P-1',
      attributeArr: [buildVariant({ sku: 'V-1' })],
    });
    await create({ sku: '' });
    await create({ sku: null });
    for (const [body, field, sku] of [
      [{ sku: 'P-1' }, 'sku', 'P-1'],
      [{ sku: ' V-1 ' }, 'sku', 'V-1'],
      [{ attributeArr: [buildVariant(), buildVariant({ sku: 'V-1' })] }, 'attributeArr.1.sku', 'V-1'],
      [{ attributeArr: [buildVariant({ sku: 'P-1' })] }, 'attributeArr.0.sku', 'P-1'],
    ] as const) {
      const { status, body: response } = await post({ name: 'Late', ...body });
      const message = `SKU “${sku}” is already used by “Owner”`;
      expect([status, response]).toEqual([409, { success: false, message, errors: [{ field, message }] }]);
    }
    for (const [body, field] of [
      [{ sku: 'W-1', attributeArr: [buildVariant({ sku: 'W-1' })] }, 'attributeArr.0.sku'],
      [{ attributeArr: [buildVariant({ sku: 'W-1' }), buildVariant({ sku: 'W-1' })] }, 'attributeArr.1.sku'],
    ] as const) {
      const { status, body: response } = await post({ name: 'Twice', ...body });
      expect([status, response.errors?.map((error) => error.field)]).toEqual([409, [field]]);
    }
    const other = await create({ sku: 777 });
    expect(other.sku).toBe('777');
    expect((await patch(other._id, { sku: 'V-1' })).status).toBe(409);
    expect((await patch(other._id, { name: 'Renamed', sku: '777' })).status).toBe(200);
    expect((await patch(taken._id, { sku: 'V-1', attributeArr: [buildVariant({ sku: 'P-1' })] })).status).toBe(200);
    expect((await server.send('DELETE', `/v1/product/deleteById/${taken._id}`)).status).toBe(200);
    await create({ sku: 'P-1', attributeArr: [buildVariant({ sku: 'V-1' })] });
  });

  it('accepts one of many simultaneous uses of a SKU', async () => {
    for (let round = 0; round < 5; round += 1) {
      const sku = `RACE-${round}`;
      const responses = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          post({
            name: `Racer ${index}`,
            ...(index % 2 ? { sku } : { attributeArr: [buildVariant({ sku })] }),
          }),
        ),
      );
      expect(responses.map((response) => response.status).sort()).toEqual([200, ...Array(7).fill(409)]);
      for (const { status, body } of responses) {
        if (status === 409) expect(body.message).toMatch(`SKU “${sku}” is already used by “Racer`);
      }
    }
  });

  it('protects attributes in use', async () => {
    const [used, unused] = await createValues(server.send, 'Held', ['Used', 'Unused']);
    const made = await create({
      name: 'Holder',
      attributeArr: [buildVariant({ attributeValueArr: [used] })],
    });
    const remove = (resource: string, id: unknown) => server.send('DELETE', `/v1/${resource}/deleteById/${id}`);
    const value = await remove('attributeValue', used?.attributeValueId);
    expect([value.status, value.body.message]).toEqual([409, '“Used” can’t be deleted because it’s used by 1 product']);
    const whole = await remove('attribute', used?.attributeId);
    expect([whole.status, whole.body.message]).toEqual([409, '“Held” can’t be deleted because it’s used by 1 product']);
    const [elsewhere] = await createValues(server.send, 'Elsewhere', ['x']);
    const moved = await server.send('PATCH', `/v1/attributeValue/updateById/${used?.attributeValueId}`, {
      body: { attributeId: elsewhere?.attributeId },
    });
    expect(moved.status).toBe(409);
    expect((await remove('attributeValue', unused?.attributeValueId)).status).toBe(200);
    await server.send('PATCH', `/v1/attributeValue/updateById/${used?.attributeValueId}`, {
      body: { name: 'Renamed' },
    });
    expect((await get(made._id)).attributeArr[0]?.attributeValueArr[0]?.attributeValueName).toBe('Renamed');
    await patch(made._id, { attributeArr: [] });
    expect((await remove('attribute', used?.attributeId)).status).toBe(200);
  });

  it('rejects a variant whose value is deleted at the same moment', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [value] = await createValues(server.send, `Fleeting ${round}`, ['x']);
      const [made, deleted] = await Promise.all([
        post({ name: 'Racing', attributeArr: [buildVariant({ attributeValueArr: [value] })] }),
        server.send('DELETE', `/v1/attribute/deleteById/${value?.attributeId}`),
      ]);
      expect([
        [200, 409],
        [400, 200],
      ]).toContainEqual([made.status, deleted.status]);
    }
  });

  it('takes the category from the sub category', async () => {
    const sub = await createRecord(server.send, subCategory);
    const other = await createRecord(server.send, category);
    const refused = await post({ name: 'Misfit', categoryId: other._id, subCategoryId: sub._id });
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [{ field: 'subCategoryId', message: 'This sub category doesn’t belong to the selected category' }],
    ]);
    const made = await create({ subCategoryId: sub._id });
    expect(made.categoryId).toBe(sub.categoryId);
    expect((await patch(made._id, { categoryId: other._id })).status).toBe(400);
    await server.send('PATCH', `/v1/subCategory/updateById/${sub._id}`, { body: { categoryId: other._id } });
    expect(await get(made._id)).toMatchObject({ categoryId: other._id, version: 2 });
  });

  it('restores a deleted product with its variants', async () => {
    const [value] = await createValues(server.send, 'Restored', ['x']);
    const made = await create({
      sku: 'BACK-1',
      attributeArr: [
        buildVariant({ sku: 'BACK-2', attributeValueArr: [value], descriptionArr: ['Line'] }),
        buildVariant(),
      ],
    });
    const remove = async () => (await server.send('DELETE', `/v1/product/deleteById/${made._id}`)).body.historyId;
    const revert = (id: unknown) => server.send('POST', `/v1/history/${id}/revert`);
    expect((await revert(await remove())).status).toBe(200);
    const back = await get(made._id);
    expect(back).toEqual({ ...made, version: 2, updatedAt: back.updatedAt });
    await server.restart();
    expect(await server.listFiles()).toContain(made.imageUrl);
    const deletion = await remove();
    const thief = await create({ name: 'Thief', sku: 'BACK-2' });
    const refused = await revert(deletion);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringContaining('SKU “BACK-2” is already used by “Thief”'),
    ]);
    await server.send('DELETE', `/v1/product/deleteById/${thief._id}`);
    expect((await revert(deletion)).status).toBe(200);
  });

  it('undoes a change of variants', async () => {
    const made = await create({ attributeArr: [buildVariant(), buildVariant()] });
    await patch(made._id, { attributeArr: [{ ...made.attributeArr[1], sku: `${made._id}-x` }] });
    const { body } = await server.send('GET', `/v1/history?recordId=${made._id}`);
    const [entry] = body.data as { _id: string; changedFields: string[] }[];
    expect(entry?.changedFields).toEqual(['attributeArr']);
    expect((await server.send('POST', `/v1/history/${entry?._id}/revert`)).status).toBe(200);
    const withoutIds = (product: typeof made) => product.attributeArr.map(({ _id, ...variant }) => variant);
    const back = await get(made._id);
    expect(withoutIds(back)).toEqual(withoutIds(made));
    expect(back.attributeArr[1]?._id).toBe(made.attributeArr[1]?._id);
  });

  it('returns 1,000 variants as they were saved', async () => {
    const first = await createValues(
      server.send,
      'Ten',
      Array.from({ length: 10 }, (_, at) => `t${at}`),
    );
    const second = await createValues(
      server.send,
      'Hundred',
      Array.from({ length: 100 }, (_, at) => `h${at}`),
    );
    const {
      attributeArr: [made],
    } = await create({ attributeArr: [buildVariant()] });
    const attributeArr = first.flatMap((one) =>
      second.map((other) => ({
        name: `${one.attributeValueName}-${other.attributeValueName}`,
        productName: '',
        sku: `K-${one.attributeValueName}-${other.attributeValueName}`,
        price: 0.1,
        imagesArr: made?.imagesArr,
        descriptionArr: [],
        attributeValueArr: [one, other],
      })),
    );
    const product = await create({ attributeArr });
    const read = await get(product._id);
    expect(read.attributeArr.map(({ _id, ...variant }) => variant)).toEqual(attributeArr);
    const again = await patch(product._id, { ...read, attributeArr: [...read.attributeArr].reverse() });
    expect((again.body.data as typeof read).attributeArr).toEqual([...read.attributeArr].reverse());
  });
});
