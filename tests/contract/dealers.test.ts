import { describe, expect, it } from 'vitest';
import * as XLSX from 'xlsx';
import type { MadeFromProducts, MadeMany, StoredDesign } from '../../src/shared/catalogue-design.ts';
import { jobSchema } from '../../src/shared/import.ts';
import { catalogueTemplate } from '../../src/shared/resources/catalogue-template.ts';
import { category } from '../../src/shared/resources/category.ts';
import { dealer } from '../../src/shared/resources/dealer.ts';
import { databaseKinds } from '../support/databases.ts';
import { pagesOfPdf } from '../support/pdf-pages.ts';
import { buildImage, buildVariant, createProduct } from '../support/product-factory.ts';
import { createRecord } from '../support/record-factory.ts';
import { setUpTestServer } from '../support/test-server.ts';

const readWorkbook = (bytes: Buffer) =>
  Object.fromEntries(
    Object.entries(XLSX.read(bytes).Sheets).map(([name, sheet]) => [
      name,
      XLSX.utils.sheet_to_json(sheet, { header: 1, defval: null }),
    ]),
  );

describe.each(databaseKinds)('dealers on %s', (kind) => {
  const server = setUpTestServer(kind);
  const design = { title: 'Trade', layout: 'list', priceFormula: '-10%', filter: { query: 'Traded' } };
  let ids: { pen: string; pad: string; north: string; south: string } | undefined;

  const setUp = async () => {
    if (ids) return ids;
    const { _id: pens } = await createRecord(server.send, category, { name: 'Pens' });
    const pen = await createProduct(server.send, { name: 'Traded pen', sku: 'P-1', price: 100, categoryId: pens });
    const pad = await createProduct(server.send, {
      name: 'Traded pad',
      sku: 'PAD',
      attributeArr: ['A4', 'A5'].map((name) => buildVariant({ name, sku: `PAD-${name}`, price: 50 })),
    });
    const north = await createRecord(server.send, dealer, {
      name: 'North',
      categoryId: pens,
      priceFormula: '-20%',
      skus: '',
      logo: buildImage(),
    });
    const south = await createRecord(server.send, dealer, {
      name: 'South',
      categoryId: null,
      priceFormula: '',
      skus: 'pad-a5\nP-99',
    });
    ids = { pen: pen._id, pad: pad._id, north: north._id, south: south._id };
    return ids;
  };
  const makeMany = (body: object, headers = {}) => server.send('POST', '/v1/catalogue/make-many', { body, headers });
  const readText = async (id: string): Promise<string> => {
    const { pdf } = (await server.send('GET', `/v1/catalogue/getById/${id}`)).body.data as { pdf: string };
    const response = await fetch(`${server.url}/uploads/${pdf}`, {
      headers: { authorization: `Bearer ${server.token}` },
    });
    return (await pagesOfPdf(new Uint8Array(await response.arrayBuffer()))).join('\n');
  };
  const readChanges = async (id: string) =>
    ((await server.send('GET', `/v1/catalogue/design/${id}`)).body.data as StoredDesign).changedPages;

  it('get catalogues with their prices and products, which websites don’t show', async () => {
    const { north, south } = await setUp();
    const { status, body } = await makeMany({ design, dealerIds: [north, south] });
    expect([status, body.message]).toEqual([200, '2 catalogues made']);
    const { made } = body.data as MadeMany;
    expect(made.map(({ name }) => name).toSorted()).toEqual(['Trade – North', 'Trade – South']);
    const idOf = (name: string) => String(made.find((each) => each.name.endsWith(name))?._id);
    const forNorth = await readText(idOf('North'));
    expect(forNorth).toContain('For North');
    expect(forNorth).toContain('₹80.00');
    expect(forNorth).not.toContain('Traded pad');
    const forSouth = await readText(idOf('South'));
    expect(forSouth).toContain('₹45.00');
    expect(forSouth).toContain('PAD-A5');
    expect(forSouth).not.toContain('PAD-A4');
    const stored = (await server.send('GET', `/v1/catalogue/getById/${idOf('North')}`)).body.data;
    expect(stored).toMatchObject({ status: 'INACTIVE' });
  });

  it('are told which pages of whose catalogue a change of products affects, and get these again', async () => {
    const { north, south, pen } = await setUp();
    await makeMany({ design, dealerIds: [north, south] });
    const list = async () => (await server.send('GET', '/v1/catalogue/designs')).body.data as MadeFromProducts[];
    const before = await list();
    const idOf = (name: string) => String(before.find(({ dealerName }) => dealerName === name)?._id);
    await server.send('PATCH', `/v1/product/updateById/${pen}`, { body: { price: 200 } });
    expect(await readChanges(idOf('North'))).toEqual([{ page: 2, reasons: ['Traded pen'] }]);
    expect(await readChanges(idOf('South'))).toEqual([]);
    await server.send('PATCH', `/v1/dealer/updateById/${south}`, { body: { priceFormula: '+100%' } });
    expect(await readChanges(idOf('South'))).toEqual([{ page: 2, reasons: ['Traded pad'] }]);
    const { body } = await makeMany({ ids: before.map(({ _id }) => _id) });
    expect(body.message).toBe('2 catalogues made');
    expect(await readText(idOf('North'))).toContain('₹160.00');
    for (const name of ['North', 'South']) expect(await readChanges(idOf(name))).toEqual([]);
    // A dealer has one catalogue of a title.
    await makeMany({ design, dealerIds: [north] });
    expect((await list()).map(({ _id }) => _id).toSorted()).toEqual(before.map(({ _id }) => _id).toSorted());
    await server.send('PATCH', `/v1/product/updateById/${pen}`, { body: { price: 100 } });
    await server.send('PATCH', `/v1/dealer/updateById/${south}`, { body: { priceFormula: '' } });
  });

  it('without products are named, and the others get theirs', async () => {
    const { north, south } = await setUp();
    const request = {
      design: { ...design, title: 'Pens only', filter: { query: 'Traded pen' } },
      dealerIds: [north, south],
    };
    const { status, body } = await makeMany(request);
    expect([status, body.message]).toEqual([200, '1 catalogue made. South: No products match this choice.']);
    const none = await makeMany({ ...request, dealerIds: [south] });
    expect([none.status, none.body.message]).toEqual([
      409,
      'No catalogues were made. South: No products match this choice.',
    ]);
  });

  it('keep the catalogues that were made before the others were cancelled', async () => {
    const { north, south } = await setUp();
    const started = await makeMany(
      { design: { ...design, title: 'Cancelled' }, dealerIds: [north, south] },
      { prefer: 'respond-async, wait=0' },
    );
    await server.send('POST', `/v1/jobs/${started.body.jobId}/cancel`, { body: {} });
    const readState = async () =>
      jobSchema.parse((await server.send('GET', `/v1/jobs/${started.body.jobId}`)).body.data).state;
    await expect.poll(readState).toBe('cancelled');
    const made = (await server.send('GET', '/v1/catalogue/?query=Cancelled')).body.total;
    expect(made).toBeLessThan(2);
  });

  it('get price lists as workbooks', async () => {
    const { north, south } = await setUp();
    const list = { ...design, layout: 'prices', details: ['sku', 'variants', 'mrp'], validFrom: '2027-04-01' };
    const download = async (dealerIds: string[]) => {
      const response = await fetch(`${server.url}/v1/catalogue/price-list`, {
        method: 'POST',
        headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ design: list, dealerIds }),
      });
      expect(response.status).toBe(200);
      return { type: response.headers.get('content-type'), bytes: Buffer.from(await response.arrayBuffer()) };
    };
    const { bytes } = await download([south]);
    expect(await readWorkbook(bytes)).toEqual({
      Prices: [
        ['Category', 'SKU', 'Product', 'Variant', 'MRP', 'Price'],
        ['More products', 'PAD-A5', 'Traded pad', 'A5', null, 45],
      ],
      About: [
        ['About this list', null],
        ['Price list', 'Trade'],
        ['Dealer', 'South'],
        ['Validity', 'Valid from 1 Apr 2027'],
        ['Currency', 'INR'],
      ],
    });
    expect((await download([north, south])).type).toBe('application/zip');
  });

  it('converts prices to another currency, but not the MRP', async () => {
    const { pen } = await setUp();
    await server.send('PATCH', `/v1/product/updateById/${pen}`, { body: { mrp: 120 } });
    const exported = {
      ...design,
      details: ['mrp'],
      currency: 'USD',
      exchangeRate: 0.0125,
      filter: { query: 'Traded pen' },
    };
    const { body } = await server.send('POST', '/v1/catalogue/make', { body: { design: exported } });
    const text = await readText((body.data as { _id: string })._id);
    expect(text).toContain('$1.13');
    expect(text).toContain('MRP: ₹120.00');
  });

  it('rejects a template that isn’t a design, and a change of prices that isn’t one', async () => {
    const send = (name: string, body: object) => server.send('POST', `/v1/${name}/`, { body });
    const template = await send(catalogueTemplate.name, { name: 'Broken', design: '{"title":1}' });
    expect([template.status, template.body.errors?.[0]?.field]).toEqual([400, 'design']);
    const broken = await send(dealer.name, { name: 'Broken', priceFormula: 'a tenth less' });
    expect([broken.status, broken.body.errors?.[0]?.field]).toEqual([400, 'priceFormula']);
  });
});
