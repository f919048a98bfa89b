import assert from 'node:assert/strict';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { startBenchServer } from './support/bench-server.ts';
import { compare } from './support/measure.ts';
import { startJsonServer, startStrapi } from './support/peer-products.ts';

/**
 * Measures creating a product and changing its price, among 100,000, from the HTTP request to its confirmation,
 * against a plain insert or update with the same indexes and durability, Strapi 5 and json-server. Only our
 * server also writes a history for undo.
 */
const count = 100_000;
const rounds = 25;

const office = await startBenchServer({ products: count });
const strapi = await startStrapi(office.dataDir);
const jsonServer = await startJsonServer(office.dataDir);

const copyDatabase = (): Database.Database => {
  const copy = join(office.dataDir, 'bare.db');
  const original = new Database(join(office.dataDir, 'backoffice.db'), { readonly: true });
  original.prepare('vacuum into ?').run(copy);
  original.close();
  const database = new Database(copy);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  return database;
};

const database = copyDatabase();

type Sent = { name: string; sku: string; description: string; materialType: string; price: number };
type Saved = { id: string; sku: string; price: number };

let made = 0;
const next = (): Sent => {
  made += 1;
  return {
    name: `Kestrel Premium Gel Pen ${made}`,
    sku: `NEW-${made}`,
    description: `<p>Gel Pen number ${made}, made of recycled paper.</p>`,
    materialType: 'Recycled Paper',
    price: 9.5,
  };
};

const call = async (url: string, { method, headers, body }: RequestInit & { body: string }) => {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  const read = (await response.json()) as never;
  assert.ok(response.ok, JSON.stringify(read).slice(0, 500));
  return read;
};

type Writer = {
  name: string;
  promise: string;
  tidy?: () => void;
  create: (sent: Sent) => Promise<Saved> | Saved;
  change: (id: string, price: number) => Promise<Saved> | Saved;
};

const baselineWriter = (): Writer => {
  const columns = ['_id', 'name', 'sku', 'description', 'materialType', 'price', 'search', 'searchKey'];
  const insert = database.prepare(
    `insert into product (${columns.join(', ')}) values (${columns.map((name) => `@${name}`).join(', ')})`,
  );
  const update = database.prepare(
    'update product set price = ?, version = version + 1, updatedAt = ? where _id = ?',
  );
  const find = database.prepare<[string], { id: string; sku: string; price: number }>(
    'select _id as id, sku, price / 100.0 as price from product where _id = ?',
  );
  const read = (id: string): Saved => {
    const saved = find.get(id);
    assert.ok(saved);
    return saved;
  };
  const first = database.prepare('select max(searchKey) as last from product').get() as { last: number };
  let last = first.last;
  return {
    name: 'bare, with the same indexes',
    promise: `journal_mode ${database.pragma('journal_mode', { simple: true })}, synchronous ${database.pragma('synchronous', { simple: true })}`,
    create: (sent) => {
      last += 1000;
      const id = `bare-${sent.sku}`;
      const search = `${sent.name} ${sent.sku} ${sent.description} ${sent.materialType}`.toLowerCase();
      insert.run({ ...sent, _id: id, price: sent.price * 100, search, searchKey: last });
      return read(id);
    },
    change: (id, price) => {
      update.run(price * 100, new Date().toISOString(), id);
      return read(id);
    },
  };
};

const ourWriter = (): Writer => {
  const { url, headers } = office;
  const saved = ({ data }: { data: { _id: string; sku: string; price: number } }): Saved => ({
    id: data._id,
    sku: data.sku,
    price: data.price,
  });
  return {
    name: 'ours',
    promise: 'journal_mode wal, synchronous 2, read back at every start',
    create: async (sent) =>
      saved(await call(`${url}/v1/product/`, { method: 'POST', headers, body: JSON.stringify(sent) })),
    change: async (id, price) =>
      saved(
        await call(`${url}/v1/product/updateById/${id}`, {
          method: 'PATCH',
          headers,
          body: JSON.stringify({ price }),
        }),
      ),
  };
};

const strapiWriter = ({ name, url, headers, promise }: NonNullable<typeof strapi>): Writer => {
  const saved = ({ data }: { data: { documentId: string; sku: string; price: number } }): Saved => ({
    id: data.documentId,
    sku: data.sku,
    price: data.price,
  });
  const send = async (method: string, path: string, data: object) =>
    saved(await call(`${url}/api/products${path}`, { method, headers, body: JSON.stringify({ data }) }));
  return {
    name,
    promise,
    create: (sent) => send('POST', '', sent),
    change: (id, price) => send('PUT', `/${id}`, { price }),
  };
};

const jsonServerWriter = ({ name, url, promise, tidy }: NonNullable<typeof jsonServer>): Writer => {
  const send = (method: string, path: string, data: object): Promise<Saved> =>
    call(`${url}/products${path}`, { method, body: JSON.stringify(data) });
  return {
    name,
    promise,
    tidy,
    create: (sent) => send('POST', '', sent),
    change: (id, price) => send('PATCH', `/${id}`, { price }),
  };
};

try {
  const writers = [
    baselineWriter(),
    ourWriter(),
    ...(strapi ? [strapiWriter(strapi)] : []),
    ...(jsonServer ? [jsonServerWriter(jsonServer)] : []),
  ];
  console.log('\nWhat a write promises');
  for (const { name, promise } of writers) console.log(`  ${name.padEnd(28)} ${promise}`);

  await compare({
    title: `a product created among ${count}`,
    rounds,
    contenders: writers.map(({ name, tidy, create }) => ({
      name,
      tidy,
      run: async () => {
        const sent = next();
        const { sku, price } = await create(sent);
        assert.deepEqual([sku, price], [sent.sku, sent.price], name);
      },
    })),
  });

  const changed = await Promise.all(
    writers.map(async (writer) => ({ ...writer, id: (await writer.create(next())).id })),
  );
  let price = 10;
  await compare({
    title: `a product changed among ${count}`,
    rounds,
    contenders: changed.map(({ name, id, tidy, change }) => ({
      name,
      tidy,
      run: async () => {
        price += 0.25;
        assert.equal((await change(id, price)).price, price, name);
      },
    })),
  });
} finally {
  database.close();
  await strapi?.stop();
  await jsonServer?.stop();
  await office.close();
}
