import assert from 'node:assert/strict';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { startBenchServer } from './support/bench-server.ts';
import { compare } from './support/measure.ts';
import { callerOf, createProduct } from './support/stored-product.ts';

/**
 * Measures saving a product's variants against plain writes of the same rows, and changing one field of a
 * product with many variants against one without variants.
 */
const office = await startBenchServer();
const call = callerOf(office);

const baselineWriter = (variants: readonly object[]) => {
  const database = new Database(join(office.dataDir, `bare-${variants.length}.db`));
  database.pragma('journal_mode = wal');
  database.pragma('synchronous = full');
  database.exec('create table variant (position integer primary key, content text not null)');
  const clear = database.prepare('delete from variant');
  const insert = database.prepare('insert into variant values (?, ?)');
  return database.transaction(() => {
    clear.run();
    for (const [position, variant] of variants.entries()) insert.run(position, JSON.stringify(variant));
  });
};

type Read = { data: { attributeArr: unknown[] } };

try {
  let last = '';
  for (const count of [100, 1000, 10_000]) {
    const { id, attributeArr } = await createProduct(call, count);
    last = id;
    const path = `/product/updateById/${id}`;
    const { data } = await call<Read>('GET', `/product/getById/${id}`);
    assert.equal(data.attributeArr.length, count);
    let price = 10;
    const unchanged = () => attributeArr.map((variant) => ({ ...variant, price }));
    const changed = () => {
      price += 1;
      return unchanged();
    };
    await compare({
      title: `Saving ${count.toLocaleString('en')} variants`,
      rounds: 5,
      contenders: [
        { name: 'bare rows (the limit)', run: baselineWriter(attributeArr) },
        { name: 'all changed', run: () => call('PATCH', path, { attributeArr: changed() }) },
        { name: 'none changed', run: () => call('PATCH', path, { attributeArr: unchanged() }) },
      ],
    });
  }

  const plain = (await call<{ data: { _id: string } }>('POST', '/product/', { name: 'Pen without variants' }))
    .data;
  let price = 10;
  await compare({
    title: 'Changing the price of a product',
    rounds: 15,
    contenders: Object.entries({ 'without variants': plain._id, 'with 10,000 variants': last }).map(
      ([name, id]) => ({
        name,
        run: () => {
          price += 1;
          return call('PATCH', `/product/updateById/${id}`, { price });
        },
      }),
    ),
  });
} finally {
  await office.close();
}
