import { describe, expect, it } from 'vitest';
import * as XLSX from 'xlsx';
import { anyDatabase } from '../support/databases.ts';
import { createHistoryClient } from '../support/history-client.ts';
import { csv, importProducts, uploadSpreadsheet } from '../support/import-client.ts';
import { buildVariant, createProduct, getProduct } from '../support/product-factory.ts';
import { setUpTestServer } from '../support/test-server.ts';

describe.each(anyDatabase)('on %s', (kind) => {
  const server = setUpTestServer(kind);
  const trade = {
    gtin: '00012345678905',
    mrp: 120.5,
    netQuantity: '10 pieces',
    hsnCode: '0960',
    countryOfOrigin: 'India',
    manufacturer: 'Saya Pens\n12 Mill Road, Pune',
  };

  it('keeps what labels and the law ask for through an export and an import', async () => {
    const { _id } = await createProduct(server.send, { name: 'Glide', sku: '0042', ...trade });
    const response = await fetch(`${server.url}/v1/product/export?format=xlsx`, {
      headers: { authorization: `Bearer ${server.token}` },
    });
    const content = new Uint8Array(await response.arrayBuffer());
    const sheet = Object.values(XLSX.read(content).Sheets)[0] ?? {};
    const cells = Object.values(sheet).filter((cell) => cell?.v === trade.gtin || cell?.v === trade.hsnCode);
    expect(cells.map(({ t }) => t)).toEqual(['s', 's']);
    const emptied = Object.fromEntries(Object.keys(trade).map((name) => [name, name === 'mrp' ? null : '']));
    await server.send('PATCH', `/v1/product/updateById/${_id}`, { body: emptied });
    await uploadSpreadsheet(server, '/v1/product/upload-csv', { content, name: 'export.xlsx' });
    expect(await getProduct(server.send, _id)).toMatchObject(trade);
  });

  it.each([
    ['gtin', '4006381333932', 'it would be 1 after 400638133393'],
    ['gtin', '12345678905', 'enter 012345678905'],
    ['hsnCode', '482', 'An HSN code has 2, 4, 6 or 8 digits'],
  ])('says what is wrong with the %s %s, in a request and in a row', async (field, value, problem) => {
    const message = expect.stringContaining(problem);
    const { status, body } = await server.send('POST', '/v1/product/', { body: { name: 'Pad', [field]: value } });
    expect([status, body.errors]).toEqual([400, [{ field, message }]]);
    const title = field === 'gtin' ? 'GTIN' : 'HSN code';
    const imported = await importProducts(server, csv(['Name', title], ['Pad', value]));
    expect(imported.body.report).toMatchObject({ create: 0, failed: 1 });
    expect(JSON.stringify(imported.body.report)).toContain(problem);
  });

  it('gives a GTIN to one product only, and names the other', async () => {
    const { _id } = await createProduct(server.send, { name: 'First', gtin: '96385074' });
    const { status, body } = await server.send('POST', '/v1/product/', { body: { name: 'Second', gtin: '96385074' } });
    const message = 'GTIN 96385074 is already used by “First”';
    expect([status, body.errors]).toEqual([409, [{ field: 'gtin', message }]]);
    const rows = csv(['Name', 'GTIN'], ['Third', '4006381333931'], ['Fourth', '4006381333931'], ['Fifth', '96385074']);
    const { report } = (await importProducts(server, rows)).body;
    expect(report).toMatchObject({ failed: 2 });
    expect(JSON.stringify(report)).toContain('GTIN 4006381333931 is already used by “Third”');
    const kept = await server.send('PATCH', `/v1/product/updateById/${_id}`, { body: { gtin: '96385074', price: 2 } });
    expect(kept.status).toBe(200);
  });

  it('keeps the GTINs of variants, and gives each to one of them only', async () => {
    const variants = ['A4', 'A5'].map((name, index) => ({
      ...buildVariant({ name, sku: `NOTE-${name}` }),
      gtin: ['4012345678901', '036000291452'][index],
    }));
    const { _id } = await createProduct(server.send, { name: 'Notebook', attributeArr: variants });
    const gtinsOf = async () =>
      ((await getProduct(server.send, _id)).attributeArr as { gtin?: string }[]).map(({ gtin }) => gtin);
    const change = (attributeArr: object[]) =>
      server.send('PATCH', `/v1/product/updateById/${_id}`, { body: { attributeArr } });
    const [first, second] = (await getProduct(server.send, _id)).attributeArr as { gtin?: string; price: number }[];
    const { gtin: _gtin, ...unsent } = { ...first, price: 7 };
    expect((await change([unsent, { ...second }])).status).toBe(200);
    expect(await gtinsOf()).toEqual(['4012345678901', '036000291452']);

    const twice = await change([{ ...first }, { ...second, gtin: '4012345678901' }]);
    expect([twice.status, twice.body.errors]).toEqual([
      409,
      [{ field: 'attributeArr.1.gtin', message: 'GTIN 4012345678901 is already used by “Notebook, A4”' }],
    ]);
    const other = await server.send('POST', '/v1/product/', { body: { name: 'Other', gtin: '4012345678901' } });
    expect([other.status, other.body.message]).toEqual([409, 'GTIN 4012345678901 is already used by “Notebook”']);

    expect((await change([{ ...first, gtin: '' }, { ...second }])).status).toBe(200);
    expect(await gtinsOf()).toEqual([undefined, '036000291452']);
    await createHistoryClient(server).revert((await createHistoryClient(server).latestEntry(_id))._id);
    expect(await gtinsOf()).toEqual(['4012345678901', '036000291452']);

    const rows = csv(
      ['Name', 'Variant Name', 'Variant SKU', 'Variant GTIN'],
      ['Notebook', 'A5', 'NOTE-A5', '96385081'],
    );
    expect((await importProducts(server, rows)).body.report).toMatchObject({ update: 1 });
    expect(await gtinsOf()).toEqual(['4012345678901', '96385081']);
    const { body } = await server.send('GET', '/v1/product/?query=96385081');
    expect(body.data).toMatchObject([{ name: 'Notebook' }]);
  });

  it('finds a product by its GTIN', async () => {
    await createProduct(server.send, { name: 'Scanned', gtin: '8901234567890' });
    const { body } = await server.send('GET', '/v1/product/?query=8901234567890');
    expect(body.data).toMatchObject([{ name: 'Scanned' }]);
  });
});
