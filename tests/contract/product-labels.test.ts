import { describe, expect, it } from 'vitest';
import { type LabelPreview, labelSheets } from '../../src/shared/product-labels.ts';
import { anyDatabase } from '../support/databases.ts';
import { pagesOfPdf } from '../support/pdf-pages.ts';
import { buildVariant, createProduct } from '../support/product-factory.ts';
import { setUpTestServer } from '../support/test-server.ts';

describe.each(anyDatabase)('on %s', (kind) => {
  const server = setUpTestServer(kind);
  const sheet = labelSheets.L7160?.sheet;
  const texts = ['sku', 'mrp', 'netQuantity'];

  const print = async (choice: object) => {
    const response = await fetch(`${server.url}/v1/product/labels`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ sheet, texts, ...choice }),
    });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    return pagesOfPdf(new Uint8Array(await response.arrayBuffer()));
  };
  const preview = async (choice: object) => {
    const { status, body } = await server.send('POST', '/v1/product/labels/preview', {
      body: { sheet, texts, ...choice },
    });
    return { status, body, data: body.data as LabelPreview };
  };

  it('prints a label for each product and variant, from the chosen place of the first sheet', async () => {
    const pen = await createProduct(server.send, {
      name: 'Glide',
      gtin: '4006381333931',
      sku: '0042',
      mrp: 120,
      netQuantity: '10 pieces',
    });
    const pad = await createProduct(server.send, {
      name: 'Pad',
      attributeArr: ['A4', 'A5'].map((name) => ({
        ...buildVariant({ name, sku: `PAD-${name}` }),
        gtin: name === 'A4' ? '036000291452' : '',
      })),
    });
    const ids = [pen._id, pad._id];
    const pages = await print({ ids, start: 20 });
    expect(pages).toHaveLength(2);
    expect(pages[0]).toContain('Glide');
    expect(pages[0]).toContain('0042 · 10 pieces');
    expect(pages[0]).toContain('MRP ₹120.00');
    expect(pages[0]).toContain('4006381333931');
    expect(pages.join(' ')).toContain('Pad · A5');
    expect(pages.join(' ')).toContain('036000291452');
    const { data } = await preview({ ids, copies: 2 });
    expect(data).toMatchObject({
      labelCount: 6,
      pageCount: 1,
      notices: ['2 labels without a barcode: they have no GTIN'],
    });
    expect((await print({ ids, code: 'sku' })).join(' ')).toContain('PAD-A4');
  });

  it('says which choice can’t be printed', async () => {
    const { status, body } = await preview({ sheet: { ...sheet, columns: 4 }, filter: {}, start: 29 });
    expect([status, body.errors]).toEqual([
      400,
      [
        { field: 'sheet.width', message: 'The labels are 58.8 mm wider than the paper' },
        { field: 'start', message: 'The sheet has 28 labels' },
      ],
    ]);
    const none = await preview({ filter: { query: 'nothing of this name' } });
    expect([none.status, none.body.message]).toEqual([400, 'No products match this choice']);
    const long = await createProduct(server.send, {
      name: 'Long',
      sku: 'A-VERY-LONG-SKU-THAT-NO-LABEL-HOLDS-0123456789',
    });
    const { data } = await preview({ ids: [long._id], code: 'sku' });
    expect(data.notices).toEqual([
      '1 label without a barcode: it would be too narrow to be read. Choose larger labels',
    ]);
  });
});
