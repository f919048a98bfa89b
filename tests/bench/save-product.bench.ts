import assert from 'node:assert/strict';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { inRoot } from '../../scripts/lib/paths.ts';
import { startBenchServer } from './support/bench-server.ts';
import { compare } from './support/measure.ts';
import { startProcess } from './support/start-process.ts';
import { callerOf, createProduct } from './support/stored-product.ts';
import { createVariantWriter } from './support/variant-writer.ts';

/**
 * Measures saving a product's variants against plain writes of the same rows, directly and behind a minimal HTTP
 * server, and changing one field of a product with many variants against one without variants.
 */
const office = await startBenchServer();
const call = callerOf(office);

const databaseOf = (name: string) => join(office.dataDir, name);
const bareServer = await startProcess({
  script: inRoot('tests/bench/support/bare-variant-server.ts'),
  args: [databaseOf('bare-http.db')],
});
const callBareServer = callerOf({ ...office, url: bareServer.announced.url });

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
    const writeBare = createVariantWriter(new Database(databaseOf(`bare-${count}.db`)));
    const unchanged = () => attributeArr.map((variant) => ({ ...variant, price }));
    const changed = () => {
      price += 1;
      return unchanged();
    };
    await compare({
      title: `Saving ${count.toLocaleString('en')} variants`,
      rounds: 5,
      contenders: [
        { name: 'bare rows (the limit)', run: () => writeBare(attributeArr) },
        {
          name: 'bare rows, over HTTP',
          run: () => callBareServer('PATCH', path, { attributeArr: changed() }),
        },
        { name: 'all changed', run: () => call('PATCH', path, { attributeArr: changed() }) },
        { name: 'none changed', run: () => call('PATCH', path, { attributeArr: unchanged() }) },
      ],
    });
  }

  const plain = (await call<{ data: { _id: string } }>('POST', '/product/', { name: 'Pen without variants' })).data;
  let price = 10;
  await compare({
    title: 'Changing the price of a product',
    rounds: 15,
    contenders: Object.entries({ 'without variants': plain._id, 'with 10,000 variants': last }).map(([name, id]) => ({
      name,
      run: () => {
        price += 1;
        return call('PATCH', `/product/updateById/${id}`, { price });
      },
    })),
  });
} finally {
  await bareServer.stop();
  await office.close();
}
