import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { inRoot } from '../../scripts/lib/paths.ts';
import { makeFile } from '../support/files.ts';
import { startBenchServer } from './support/bench-server.ts';
import { compare } from './support/measure.ts';
import { startProcess } from './support/start-process.ts';

/**
 * Measures the first page of 20 out of 100,000 products with their variants in the API for websites, against the same
 * queries behind a minimal HTTP server: both directly after a change, which invalidates the cached response and the database's
 * own cache, and without one. Then counts the 304 responses per second that one process, and so one core, sends to 32 connections.
 */
const count = 100_000;
const rounds = 200;
const seconds = 5;
const connections = 32;

const office = await startBenchServer({ products: count, args: ['--site', '--site-requests-per-minute', '1000000'] });
await addVariants();
const bare = await startProcess({
  script: inRoot('tests/bench/support/bare-site-server.ts'),
  args: [join(office.dataDir, 'backoffice.db')],
});
const path = '/site/v1/products?limit=20';

/** Gives every product a copy of the variants, attribute values and images of one that was created as usual. */
async function addVariants() {
  const create = async (name: string, values: object): Promise<string> => {
    const headers = { ...office.headers, 'content-type': 'application/json' };
    const body = JSON.stringify(values);
    const response = await fetch(`${office.url}/v1/${name}/`, { method: 'POST', headers, body });
    const { data, message } = (await response.json()) as { data: { _id: string }; message: string };
    assert.equal(response.status, 200, message);
    return data._id;
  };
  const attributeId = await create('attribute', { name: 'Ink' });
  const image = `pen.png@@data:image/png;base64,${makeFile('png').toString('base64')}`;
  const attributeArr = [];
  for (const name of ['Black', 'Blue', 'Red', 'Green']) {
    const attributeValueId = await create('attributeValue', { name, attributeId });
    const value = { attributeId, attributeValueId, attributeName: 'Ink', attributeValueName: name };
    const imagesArr = [{ image, order: 0 }];
    attributeArr.push({ name, sku: `INK-${name}`, price: 9.5, imagesArr, attributeValueArr: [value] });
  }
  const id = await create('product', { name: 'Pen', attributeArr });
  const database = new Database(join(office.dataDir, 'backoffice.db'));
  const copied = ['name', 'productName', 'price', 'images', 'features', 'valueIds', 'position'];
  const list = (table = '') => copied.map((name) => `${table}"${name}"`).join();
  database
    .prepare(
      `insert into "productVariant" (_id, "productId", sku, ${list()})
      select product._id || variant.position, product._id, product.sku || variant.position, ${list('variant.')}
      from product, "productVariant" as variant where variant."productId" = ? and product._id <> ?`,
    )
    .run(id, id);
  database.prepare('update product set "variantCount" = ?').run(attributeArr.length);
  database.close();
}

type Page = { data: { id?: string; _id?: string; variants: unknown[] }[] };
const read = async (url: string): Promise<Page> =>
  (await (await fetch(url, { headers: { 'accept-encoding': 'identity' } })).json()) as Page;
const readSite = () => read(office.url + path);

const summarize = ({ data }: Page) => data.map(({ id, _id, variants }) => [id ?? _id, variants.length]);
assert.deepEqual(summarize(await readSite()), summarize(await read(bare.announced.url)));

const change = async () => {
  const headers = { ...office.headers, 'content-type': 'application/json' };
  const body = JSON.stringify({ name: 'Question', description: '<p>Answer</p>' });
  assert.equal((await fetch(`${office.url}/v1/faq/`, { method: 'POST', headers, body })).status, 200);
};

await compare({
  title: `A page of 20 of ${count} products with variants`,
  rounds,
  contenders: [
    { name: 'bare HTTP and SQL after a change', run: () => read(bare.announced.url), tidy: change },
    { name: 'ours after a change', run: readSite },
    { name: 'ours without a change', run: readSite, tidy: change },
  ],
});

const etag = (await fetch(office.url + path, { headers: { 'accept-encoding': 'identity' } })).headers.get('etag') ?? '';
const { host, hostname, port } = new URL(office.url);
const request = `GET ${path} HTTP/1.1\r\nhost: ${host}\r\nif-none-match: ${etag}\r\n\r\n`;
/** A socket that sends the next request after each response: a client of `node:http` would be slower than the server. */
const openConnection = () => {
  const socket = connect(Number(port), hostname);
  let received = '';
  let settle = (_status: string) => {};
  socket.setEncoding('latin1').on('data', (text) => {
    received += text;
    if (!received.endsWith('\r\n\r\n')) return;
    settle(received.slice(9, 12));
    received = '';
  });
  const ask = () =>
    new Promise<string>((resolve) => {
      settle = resolve;
      socket.write(request);
    });
  return { ask, close: () => socket.destroy() };
};
const end = performance.now() + seconds * 1000;
let answered = 0;
await Promise.all(
  Array.from({ length: connections }, async () => {
    const { ask, close } = openConnection();
    while (performance.now() < end) {
      assert.equal(await ask(), '304');
      answered += 1;
    }
    close();
  }),
);
console.log(`\n${Math.round(answered / seconds)} responses 304 per second to ${connections} connections`);
await bare.stop();
await office.close();
