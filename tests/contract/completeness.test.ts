import { describe, expect, it, vi } from 'vitest';
import type { AnyRecord } from '../../src/shared/resource-kit/define-resource.ts';
import { category } from '../../src/shared/resources/category.ts';
import { databaseKinds } from '../support/databases.ts';
import { createHistoryClient } from '../support/history-client.ts';
import { buildImage, buildVariant, createProductClient, type Product } from '../support/product-factory.ts';
import { createRecord } from '../support/record-factory.ts';
import { setUpTestServer } from '../support/test-server.ts';

describe.each(databaseKinds)('on %s', (kind) => {
  const server = setUpTestServer(kind);
  const products = createProductClient(server);
  const { latestEntry, revert } = createHistoryClient(server);

  const saveRules = async (requirements: string[], minDescription: number | null = null) => {
    const { body: current } = await server.send('GET', '/v1/completenessRules/getById');
    const { _id: id } = (current.data ?? {}) as Partial<AnyRecord>;
    const { status, body } = await server.send('POST', '/v1/completenessRules/', {
      body: { id, name: 'Rules', requirements, minDescription },
    });
    expect([status, body.message]).toEqual([200, 'Completeness rules saved']);
    return body.data as AnyRecord;
  };
  const list = async (query: string) => (await server.send('GET', `/v1/product/?${query}`)).body;
  const scoresOf = async (sort: string) =>
    ((await list(`sort=${sort}`)).data as AnyRecord[]).map(({ completeness }) => completeness);
  const completenessOf = async (id: string) =>
    ((await products.get(id)) as Product & { completeness: number }).completeness;

  it('scores products, lists them by score and counts them for Home', async () => {
    await saveRules(['image', 'price', 'category', 'variantSku'], null);
    const { _id: categoryId } = await createRecord(server.send, category);
    const pen = await products.create({ name: 'Pen', price: 2, categoryId, thumbnail: buildImage() });
    const pad = await products.create({ name: 'Pad', price: 2 });
    await products.create({ name: 'Ink', attributeArr: [buildVariant({ name: 'Blue' })] });
    expect([await completenessOf(pen._id), await completenessOf(pad._id)]).toEqual([100, 50]);
    expect(await scoresOf('completeness')).toEqual([50, 50, 100]);
    expect(await scoresOf('-completeness')).toEqual([100, 50, 50]);
    expect((await list('completeness=complete')).data).toMatchObject([{ name: 'Pen' }]);
    const { total } = await list('completeness=incomplete');
    const { body } = await server.send('GET', '/v1/home');
    const { counts } = body.data as unknown as { counts: { name: string; total: number }[] };
    expect(counts).toContainEqual(expect.objectContaining({ name: 'incompleteProducts', total }));

    const { body: saved } = await products.patch(pad._id, { categoryId });
    expect(saved.data).toMatchObject({ completeness: 75 });
  });

  it('computes all scores again after a change of the rules, without changing the products', async () => {
    const made = await products.create({ name: 'Ruler', description: '<p>Short</p>' });
    const before = await products.get(made._id);
    await saveRules(['description'], 5);
    await vi.waitFor(async () => expect(await completenessOf(made._id)).toBe(100), { timeout: 20_000 });
    await saveRules(['description', 'price'], 6);
    await vi.waitFor(async () => expect(await completenessOf(made._id)).toBe(0), { timeout: 20_000 });
    expect(await products.get(made._id)).toEqual({ ...before, completeness: 0 });
    expect(await latestEntry(made._id)).toMatchObject({ action: 'create' });

    const { _id } = (await server.send('GET', '/v1/completenessRules/getById')).body.data as AnyRecord;
    const entry = await latestEntry(_id);
    expect(entry).toMatchObject({
      changedFields: expect.arrayContaining(['requirements', 'minDescription']),
    });
    expect((await revert(entry._id)).status).toBe(200);
    await vi.waitFor(async () => expect(await completenessOf(made._id)).toBe(100), { timeout: 20_000 });
  });

  it('rejects unknown requirements', async () => {
    const { status, body } = await server.send('POST', '/v1/completenessRules/', {
      body: { name: 'Rules', requirements: ['colour'] },
    });
    expect([status, body.errors?.map(({ field }) => field)]).toEqual([400, ['requirements']]);
  });
});
