import assert from 'node:assert/strict';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { startBenchServer } from './support/bench-server.ts';
import { compare } from './support/measure.ts';
import { callerOf } from './support/stored-product.ts';

/** Measures a bulk update of 50,000 products and its revert against plain writes of the same number of rows. */
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
  await office.close();
}
