import { afterAll, beforeAll, expect, it } from 'vitest';
import { attribute } from '../../src/shared/resources/attribute.ts';
import { attributeValue } from '../../src/shared/resources/attribute-value.ts';
import { category } from '../../src/shared/resources/category.ts';
import { importProducts } from '../support/import-client.ts';
import { createProduct } from '../support/product-factory.ts';
import { createRecord } from '../support/record-factory.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

/** A zero-width space, a no-break space, a direction mark and a decomposed letter, in code that shows them. */
const [zeroWidth, noBreak, leftToRight] = ['\u200b', '\u00a0', '\u200e'];
const decomposed = 'Cafe\u0301';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer('sqlite');
});
afterAll(() => server.stop());

it('stores names, SKUs and prices without characters that nobody sees', async () => {
  const stored = await createProduct(server.send, {
    name: `${decomposed}${noBreak}pen\r\nblue${zeroWidth}`,
    sku: `${leftToRight}AB-1${zeroWidth}`,
    price: `${noBreak}9.50${zeroWidth}`,
  });
  expect(stored).toMatchObject({ name: 'Café pen blue', sku: 'AB-1', price: 9.5 });
});

it('keeps the joiners of Persian words', async () => {
  const name = '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645';
  expect(await createRecord(server.send, category, { name })).toMatchObject({ name });
});

it('rejects a second SKU that differs only in invisible characters', async () => {
  await createProduct(server.send, { name: 'Ruler', sku: 'RU-1' });
  const body = { name: 'Second ruler', sku: `RU-1${zeroWidth}` };
  expect((await server.send('POST', '/v1/product/', { body })).status).toBe(409);
});

it('rejects a second attribute value that differs only in its composition', async () => {
  const { _id } = await createRecord(server.send, attribute, { name: 'Colour' });
  await createRecord(server.send, attributeValue, { attributeId: _id, name: 'Rosé' });
  const body = { attributeId: _id, name: `Rose\u0301${zeroWidth}` };
  expect((await server.send('POST', '/v1/attributeValue/', { body })).status).toBe(409);
});

it.each([decomposed, `Ca${zeroWidth}fé`, 'cafe'])('finds a name by “%s”', async (query) => {
  await createProduct(server.send, { name: 'Café table', sku: '' });
  const { body } = await server.send('GET', `/v1/product/?query=${encodeURIComponent(`${query} table`)}`);
  expect(body.total).toBeGreaterThan(0);
});

it('requires a name with visible characters', async () => {
  const { status } = await server.send('POST', '/v1/category/', { body: { name: `${zeroWidth}${noBreak}` } });
  expect(status).toBe(400);
});

it('knows a user by an email address with invisible characters', async () => {
  const credentials = { email: `${zeroWidth}admin@example.com${noBreak}`, password: 'a long password' };
  expect((await server.send('POST', '/v1/user/login', { body: credentials, token: null })).status).toBe(200);
});

it('updates a product whose imported SKU and price contain invisible characters', async () => {
  await createProduct(server.send, { name: 'Marker', sku: 'MK-1', price: 8 });
  const rows = [
    'Name,SKU,Price',
    `Marker,MK-1${zeroWidth},${noBreak}9.50`,
    `"Sta\u00adpler\n${leftToRight}red",ST-1,9.00${zeroWidth}`,
  ];
  const { body } = await importProducts(server, rows.join('\n'));
  expect(body.report).toMatchObject({ create: 1, update: 1, failed: 0 });
  const list = await server.send('GET', '/v1/product/?query=stapler');
  expect(list.body.data).toMatchObject([{ name: 'Stapler red', sku: 'ST-1', price: 9 }]);
});

it('reports a price with a footnote mark', async () => {
  const body = { name: 'Footnote', price: '12¹' };
  expect((await server.send('POST', '/v1/product/', { body })).status).toBe(400);
});
