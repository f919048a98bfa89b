import { describe, expect, it } from 'vitest';
import { category } from '../../src/shared/resources/category.ts';
import { databaseKinds } from '../support/databases.ts';
import { createHistoryClient } from '../support/history-client.ts';
import { csv, importProducts } from '../support/import-client.ts';
import { createProductClient } from '../support/product-factory.ts';
import { createRecord, listRecords } from '../support/record-factory.ts';
import { setUpTestServer } from '../support/test-server.ts';

const searches = ['', '&status=ACTIVE', '&query=counted', '&query=counted&status=ACTIVE'];

describe.each(databaseKinds)('on %s', (kind) => {
  const server = setUpTestServer(kind);
  const { create, patch } = createProductClient(server);
  const list = (query: string) => listRecords(server.send, 'product', query);
  const { revertChange } = createHistoryClient(server);

  /** Compares each total, which the second request may read from a cache, with the listed products. */
  const readTotals = async (): Promise<number[]> => {
    const totals: number[] = [];
    for (const search of searches) {
      const { data, total } = await list(`pageSize=500${search}`);
      const { total: repeated } = await list(`pageSize=1${search}`);
      expect([total, repeated]).toEqual([data.length, data.length]);
      totals.push(total);
    }
    return totals;
  };

  it('returns exact totals after every kind of write', async () => {
    const { _id } = await create({ name: 'Counted' });
    await create({ name: 'Other' });
    expect(await readTotals()).toEqual([2, 2, 1, 1]);
    await patch(_id, { name: 'Renamed', status: 'INACTIVE' });
    expect(await readTotals()).toEqual([2, 1, 0, 0]);

    const sheet = csv(['Name', 'Description', 'Material Type'], ...[1, 2, 3].map((n) => [`Counted ${n}`, 'x', 'y']));
    const { body } = await importProducts(server, sheet);
    expect(await readTotals()).toEqual([5, 4, 3, 3]);
    await revertChange(body.report?.changeId);
    expect(await readTotals()).toEqual([2, 1, 0, 0]);
    await importProducts(server, sheet);
    const filter = { query: 'counted' };
    const values = { status: 'INACTIVE' };
    await server.send('POST', '/v1/product/bulk', { body: { action: 'update', filter, values } });
    expect(await readTotals()).toEqual([5, 1, 3, 0]);
    const removed = await server.send('POST', '/v1/product/bulk', { body: { action: 'delete', filter } });
    expect(await readTotals()).toEqual([2, 1, 0, 0]);
    await revertChange(removed.body.changeId);
    expect(await readTotals()).toEqual([5, 1, 3, 0]);
  });

  it('returns exact totals after failed and simultaneous writes', async () => {
    const [before = 0] = await readTotals();
    const writes = Array.from({ length: 12 }, (_, index) =>
      server.send('POST', '/v1/product/', {
        body: { name: 'Rival', description: 'x', materialType: 'y', sku: `RIVAL-${index % 8}` },
      }),
    );
    // Totals that are counted before a write commits must not stay.
    const reads = writes.map((_, index) => list(`query=rival&status=${index % 2 === 0 ? 'ACTIVE' : ''}`));
    const statuses = (await Promise.all(writes)).map(({ status }) => status);
    await Promise.all(reads);
    expect(statuses.filter((status) => status === 200)).toHaveLength(8);
    expect((await readTotals())[0]).toBe(before + 8);
    for (const search of ['', '&status=ACTIVE']) expect((await list(`query=rival${search}`)).total).toBe(8);
  });

  it('pages through all products by category name', async () => {
    for (const name of ['beta', 'Alpha', 'alpha', 'Empty']) {
      const { _id: categoryId } = await createRecord(server.send, category, { name });
      if (name !== 'Empty') for (const count of [1, 2]) await create({ name: `Ranked ${count}`, categoryId });
    }
    await create({ name: 'Ranked without' });
    for (const sort of ['categoryId', '-categoryId']) {
      // A search takes another way through the tables.
      const { data } = await list(`pageSize=500&query=ranked&sort=${sort}`);
      const { total } = await list('');
      const paged: string[] = [];
      for (let pageIndex = 0; pageIndex * 3 < total; pageIndex += 1) {
        const page = await list(`pageSize=3&pageIndex=${pageIndex}&sort=${sort}`);
        paged.push(...page.data.map(({ _id }) => _id));
      }
      expect(new Set(paged).size).toBe(total);
      const ranked = data.map(({ _id }) => _id);
      expect(paged.filter((_id) => ranked.includes(_id))).toEqual(ranked);
    }
  });
});
