import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { subCategory } from '../../src/shared/resources/sub-category.ts';
import { recordStatements } from '../support/count-statements.ts';
import { databaseKinds, isPaired, withDatabase } from '../support/databases.ts';
import { createHistoryClient } from '../support/history-client.ts';
import { buildVariant, createProductClient, createValues, type Product } from '../support/product-factory.ts';
import { createRecord } from '../support/record-factory.ts';
import { setUpTestServer } from '../support/test-server.ts';

describe.each(databaseKinds)('on %s', (kind) => {
  const server = setUpTestServer(kind);
  const { create, get, patch: change } = createProductClient(server);
  const statementsOf = async (work: () => Promise<unknown>) => {
    // The audit log is written in the background, but read only when it is complete.
    await server.send('GET', '/v1/audit?pageSize=1');
    const all = await recordStatements(work);
    // Transactions that commit together each have a savepoint, which needs no disk access. Before a history entry,
    // PostgreSQL is asked for the newest one of all servers.
    const statements = all.filter((sql) => !/^(?:savepoint|release|select max)/i.test(sql));
    expect(statements[0]).toMatch(/join "session"/);
    expect(statements.some((sql) => /^commit/i.test(sql))).toBe(true);
    return statements;
  };
  const writesIn = (statements: string[]) =>
    statements.flatMap((sql) => /^(?:with .*\n *)?(?:insert into|update|delete from) "(\w+)"/.exec(sql)?.[1] ?? []);

  it('creates a product without variants in at most 8 statements', async () => {
    const statements = await statementsOf(() => create({ sku: 'FEW-1', price: 2 }));
    expect(writesIn(statements).sort()).toEqual(['history', 'product', 'productSku', 'slug']);
    expect(statements.length).toBeLessThanOrEqual(8);
  });

  it.skipIf(isPaired)('changes a field of a product in at most 8 statements', async () => {
    const { _id: subCategoryId } = await createRecord(server.send, subCategory);
    const made = await create({ sku: 'FEW-2', subCategoryId });
    const price = await statementsOf(() => change(made._id, { price: 3 }));
    expect(writesIn(price).sort()).toEqual(['history', 'product']);
    expect(price.length).toBeLessThanOrEqual(8);
    const sku = await statementsOf(() => change(made._id, { sku: 'FEW-3' }));
    expect(writesIn(sku).sort()).toEqual(['history', 'product', 'productSku', 'productSku']);
    expect(sku.length).toBeLessThanOrEqual(9);
  });

  it.skipIf(isPaired)('writes only the variants that change', async () => {
    const [red, blue] = await createValues(server.send, 'Few', ['Red', 'Blue']);
    const made = await create({
      attributeArr: [
        buildVariant({ attributeValueArr: [red] }),
        buildVariant({ attributeValueArr: [blue] }),
        buildVariant(),
      ],
    });
    const unsent = await statementsOf(() => change(made._id, { price: 4 }));
    expect(unsent.filter((sql) => sql.includes('productVariant'))).toEqual([]);
    const same = await statementsOf(() => change(made._id, { attributeArr: made.attributeArr }));
    expect(writesIn(same).sort()).toEqual(['history', 'product']);
    const [first, second, third] = made.attributeArr;
    const dearer = { ...second, price: 77 };
    const one = await statementsOf(() => change(made._id, { attributeArr: [first, dearer, third] }));
    expect(writesIn(one).sort()).toEqual(['history', 'product', 'productVariant']);
    expect(await get(made._id)).toMatchObject({
      attributeArr: [first, dearer, third],
      version: 4,
    });
  });

  describe('the history', () => {
    const { entriesOf, historyOf, latestEntry, revert } = createHistoryClient(server);
    const kept = ({ imageUrl, variantCount, imageCount, completeness, ...record }: Product) => record;
    const makeThree = () => create({ attributeArr: [buildVariant(), buildVariant(), buildVariant()] });

    const versionsOf = (id: string) =>
      Promise.all(
        ['before', 'after'].map(
          async (side) => (await server.send('GET', `/v1/history/${id}/version?side=${side}`)).body.data,
        ),
      );

    it('stores only changed variants in the history', async () => {
      const made = await makeThree();
      const [one, two, three] = made.attributeArr;
      const states = [made];
      for (const body of [
        { attributeArr: [one, { ...two, price: 50 }, three] },
        { price: 8 },
        { attributeArr: [{ ...two, price: 50 }, three] },
        { attributeArr: [three, buildVariant({ name: 'New' }), { ...two, price: 50 }] },
      ]) {
        expect((await change(made._id, body)).status).toBe(200);
        states.push(await get(made._id));
      }
      const { data } = await historyOf(`recordId=${made._id}`);
      const versions = await Promise.all(data.map((entry) => versionsOf(entry._id)));
      expect(versions.reverse()).toEqual(
        states.map((state, index) => [index === 0 ? null : kept(states[index - 1] as Product), kept(state)]),
      );
      expect(data.map(({ before, after }) => [before?.attributeArr, after?.attributeArr])).toEqual([
        [[], [expect.objectContaining({ name: 'New' })]],
        [[one], []],
        [undefined, undefined],
        [[two], [{ ...two, price: 50 }]],
        [undefined, made.attributeArr],
      ]);
      expect(data.map(({ itemCounts }) => itemCounts)).toEqual([
        { attributeArr: 1 },
        { attributeArr: 1 },
        {},
        { attributeArr: 1 },
        { attributeArr: 3 },
      ]);
      const stored = await withDatabase(server, (database) =>
        database.selectFrom('history').selectAll().where('recordId', '=', made._id).orderBy('_id').execute(),
      );
      const [, dearer, priced] = stored.map(({ before, after }) => `${before}${after}`);
      expect([one, two, three].map((variant) => dearer?.includes(String(variant?._id)))).toEqual([false, true, false]);
      expect(priced).not.toMatch(/attributeArr|Variant/);

      await server.restart();
      const withoutIds = (product?: Product) => product?.attributeArr.map(({ _id, ...variant }) => variant);
      for (const state of [states[3], states[4]]) {
        expect((await revert((await latestEntry(made._id))._id)).status).toBe(200);
        expect(withoutIds(await get(made._id))).toEqual(withoutIds(state));
      }
    });

    it('undoes entries of an older version', async () => {
      const made = await makeThree();
      const dearer = made.attributeArr.map((variant) => ({ ...variant, price: 60 }));
      await change(made._id, { name: 'Renamed', attributeArr: dearer });
      const entry = await latestEntry(made._id);
      const [before, after] = await versionsOf(entry._id);
      const { resource, recordId, title, action, userId, userName, at, revertOf } = entry;
      const author = { userId, userName, at, revertOf };
      const old = { resource, recordId, title, action, ...author, _id: v7(), changeId: v7() };
      await withDatabase(server, (database) =>
        database
          .insertInto('history')
          .values({
            ...old,
            before: JSON.stringify(before),
            after: JSON.stringify(after),
          })
          .execute(),
      );
      expect((await entriesOf(old.changeId))[0]).toMatchObject({
        before: { name: made.name, attributeArr: made.attributeArr, version: 1 },
        after: { name: 'Renamed', attributeArr: dearer, version: 2 },
        changedFields: ['name', 'attributeArr'],
      });
      expect((await revert(old._id)).status).toBe(200);
      expect(await get(made._id)).toMatchObject({
        name: made.name,
        attributeArr: made.attributeArr,
      });
    });
  });
});
