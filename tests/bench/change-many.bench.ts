import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { startBenchServer } from './support/bench-server.ts';
import { copyDatabase } from './support/copy-database.ts';
import { compare } from './support/measure.ts';
import { callerOf } from './support/stored-product.ts';

/**
 * Measures a bulk update of 50,000 products and its revert against plain writes of the same number of rows, and against
 * the same rows with their indexes and history, written with one prepared statement each.
 */
const count = 50_000;
const office = await startBenchServer({ products: count });
const call = callerOf(office);
const price = 12.5;

type Done = { changed: number; changeId: string };
type Page = { data: { price: number }[]; total: number };

const database = new Database(join(office.dataDir, 'bare.db'));
database.pragma('journal_mode = wal');
database.pragma('synchronous = full');
database.exec(`attach '${join(office.dataDir, 'backoffice.db')}' as office;
  create table product as select * from office.product; create unique index product_id on product (_id);
  create table history (_id text primary key, before text, after text);`);
const ids = database.prepare<[], { _id: string; record: string }>(
  `select _id, json_object('name', name, 'description', description, 'price', price) as record from product`,
);
const update = database.prepare('update product set price = price + 1, version = version + 1 where _id = ?');
const note = database.prepare('insert into history values (?, ?, ?)');
const updateBaseline = database.transaction(() => {
  database.exec('delete from history');
  for (const { _id, record } of ids.all()) {
    update.run(_id);
    note.run(_id, record, record);
  }
});

const copy = copyDatabase(office, 'same-indexes.db');
const prices = copy.prepare<[], { _id: string; name: string; price: number }>('select * from product');
const updatePrice = copy.prepare('update product set price = ?, version = version + 1, updatedAt = ? where _id = ?');
const addHistory = copy.prepare(
  `insert into history (_id, changeId, resource, recordId, title, action, at, before, after)
   values (?, ?, 'product', ?, ?, 'update', ?, ?, ?)`,
);
const updateWithHistory = copy.transaction(() => {
  const changeId = randomUUID();
  const now = new Date().toISOString();
  for (const { _id, name, price } of prices.all()) {
    updatePrice.run(price + 100, now, _id);
    const values = [price, price + 100].map((each) => JSON.stringify({ price: each / 100 }));
    addHistory.run(randomUUID(), changeId, _id, name, now, ...values);
  }
});

let done: Done | undefined;
const changeAll = async (): Promise<void> => {
  done = await call<Done>('POST', '/product/bulk', { action: 'update', filter: {}, values: { price } });
  assert.equal(done.changed, count);
};
const revertImport = async (): Promise<void> => {
  assert.equal((await call<Done>('POST', `/history/changes/${done?.changeId}/revert`, {})).changed, count);
};

try {
  const before = await call<Page>('GET', '/product/?pageSize=500');
  await compare({
    title: `${count.toLocaleString('en')} products changed at once`,
    rounds: 3,
    contenders: [
      { name: 'bare rows (the limit)', run: updateBaseline },
      { name: 'with indexes and history', run: updateWithHistory },
      { name: 'POST /v1/product/bulk', run: changeAll },
      { name: 'taking it back', run: revertImport },
    ],
  });
  const after = await call<Page>('GET', '/product/?pageSize=500');
  assert.deepEqual(
    after.data.map((each) => each.price),
    before.data.map((each) => each.price),
  );
} finally {
  database.close();
  copy.close();
  await office.close();
}
