import assert from 'node:assert/strict';
import type Database from 'better-sqlite3';

export type Sent = { name: string; sku: string; description: string; materialType: string; price: number };
export type Saved = { id: string; sku: string; price: number };

const columns = ['_id', 'name', 'sku', 'description', 'materialType', 'price', 'search', 'searchKey'];

/** Prepared statements that insert and update products, and nothing else. */
export const createBareWriter = (database: Database.Database) => {
  const insert = database.prepare(
    `insert into product (${columns.join(', ')}) values (${columns.map((name) => `@${name}`).join(', ')})`,
  );
  const update = database.prepare('update product set price = ?, version = version + 1, updatedAt = ? where _id = ?');
  const find = database.prepare<[string], Saved>(
    'select _id as id, sku, price / 100.0 as price from product where _id = ?',
  );
  const read = (id: string): Saved => {
    const saved = find.get(id);
    assert.ok(saved);
    return saved;
  };
  let { last } = database.prepare('select max(searchKey) as last from product').get() as { last: number };
  return {
    create: (sent: Sent): Saved => {
      last += 1000;
      const id = `bare-${sent.sku}`;
      const search = `${sent.name} ${sent.sku} ${sent.description} ${sent.materialType}`.toLowerCase();
      insert.run({ ...sent, _id: id, price: sent.price * 100, search, searchKey: last });
      return read(id);
    },
    change: (id: string, price: number): Saved => {
      update.run(price * 100, new Date().toISOString(), id);
      return read(id);
    },
    read,
  };
};
