import assert from 'node:assert/strict';
import { inRoot } from '../../scripts/lib/paths.ts';
import { createBareWriter, type Saved, type Sent } from './support/bare-writer.ts';
import { startBenchServer } from './support/bench-server.ts';
import { copyDatabase } from './support/copy-database.ts';
import { compare } from './support/measure.ts';
import { startJsonServer, startStrapi } from './support/peer-products.ts';
import { startProcess } from './support/start-process.ts';

/**
 * Measures creating a product and changing its price, among 100,000, from the HTTP request to its confirmation,
 * against a plain insert or update with the same indexes and durability, the same statements and a history behind a
 * minimal HTTP server, Strapi 5 and json-server. Strapi and json-server write no history for undo.
 */
const count = 100_000;
const rounds = 25;

const office = await startBenchServer({ products: count });
const strapi = await startStrapi(office.dataDir);
const jsonServer = await startJsonServer(office.dataDir);

const database = copyDatabase(office, 'bare.db');
const served = copyDatabase(office, 'bare-http.db').close();
const bareServer = await startProcess({
  script: inRoot('tests/bench/support/bare-write-server.ts'),
  args: [served.name],
});

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

const baselineWriter = (): Writer => ({
  name: 'bare, with the same indexes',
  promise: `journal_mode ${database.pragma('journal_mode', { simple: true })}, synchronous ${database.pragma('synchronous', { simple: true })}`,
  ...createBareWriter(database),
});

const bareServerWriter = (): Writer => {
  const { url } = bareServer.announced;
  return {
    name: 'bare with history, over HTTP',
    promise: 'journal_mode wal, synchronous 2',
    create: (sent) => call(`${url}/`, { method: 'POST', body: JSON.stringify(sent) }),
    change: (id, price) => call(`${url}/${id}`, { method: 'PATCH', body: JSON.stringify({ price }) }),
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
    bareServerWriter(),
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
  await bareServer.stop();
  await strapi?.stop();
  await jsonServer?.stop();
  await office.close();
}
