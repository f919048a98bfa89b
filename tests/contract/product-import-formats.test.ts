import { beforeEach, describe, expect, it } from 'vitest';
import { makeWorkbook, readAll } from '../../src/spreadsheet/test-workbooks.ts';
import { csv, importProducts, uploadSpreadsheet } from '../support/import-client.ts';
import { buildVariant, createProduct, createProductClient } from '../support/product-factory.ts';
import { setUpTestServer } from '../support/test-server.ts';

describe('on sqlite', () => {
  const server = setUpTestServer('sqlite');
  let round = 0;
  beforeEach(() => {
    round += 1;
  });
  const upload = (content: string, query = '') => importProducts(server, content, query);
  const { find } = createProductClient(server);

  it.each([
    [
      '<ul><li>Tip: 0.5 mm</li><li>R&amp;D, 12&nbsp;g</li></ul><p>Dries <b>fast</b></p>',
      'Tip: 0.5 mm\nR&D, 12 g\nDries fast',
    ],
    ['Tip < 1 mm\r\nR&D', 'Tip < 1 mm\nR&D'],
  ])('reads the specification %j as lines of text', async (text, specification) => {
    const name = `Specified ${round}`;
    await upload(csv(['name', 'specification'], [name, text]));
    expect(await find(name)).toMatchObject([{ specification }]);
    await uploadSpreadsheet(server, '/v1/product/upload-csv', {
      content: csv(
        ['Handle', 'Title', 'Option1 Name', 'Option1 Value', 'Details'],
        [`specified-${round}`, `Shop ${name}`, 'Title', 'Default Title', text],
      ),
      fields: { columns: JSON.stringify({ Details: 'specification' }) },
    });
    expect(await find(`Shop ${name}`)).toMatchObject([{ specification }]);
  });

  it('reads a Shopify export', async () => {
    const file = csv(
      [
        'Handle',
        'Title',
        'Body (HTML)',
        'Vendor',
        'Type',
        'Option1 Name',
        'Option1 Value',
        'Option2 Name',
        'Option2 Value',
        'Variant SKU',
        'Variant Price',
        'Image Src',
        'Image Position',
        'Variant Image',
        'Status',
      ],
      [
        `tee-${round}`,
        `Tee ${round}`,
        '<p>Soft</p>',
        'Us',
        'Shirts',
        'Size',
        'S',
        'Colour',
        'Red',
        `TEE-${round}-S`,
        '10.00',
        'https://cdn.example/1.jpg',
        1,
        'https://cdn.example/1.jpg',
        'draft',
      ],
      [
        `tee-${round}`,
        '',
        '',
        '',
        '',
        '',
        'M',
        '',
        'Red',
        `TEE-${round}-M`,
        '11.00',
        'https://cdn.example/2.jpg',
        2,
        '',
        '',
      ],
      [`tee-${round}`, '', '', '', '', '', '', '', '', '', '', 'https://cdn.example/3.jpg', 3, '', ''],
      [
        `mug-${round}`,
        `Mug ${round}`,
        '',
        'Us',
        '',
        'Title',
        'Default Title',
        '',
        '',
        `MUG-${round}`,
        '5.5',
        '',
        '',
        '',
        'active',
      ],
    );
    const { status, body } = await upload(file);
    expect([status, body.report]).toMatchObject([200, { create: 2, failed: 0, rows: 4 }]);
    expect(body.report?.notices.map(({ column }) => column)).toEqual(
      expect.arrayContaining(['Image Src', 'Variant Image', 'Type']),
    );
    const [tee] = await find(`Tee ${round}`);
    expect(tee).toMatchObject({ description: '<p>Soft</p>', status: 'INACTIVE', sku: '', categoryId: null });
    expect(
      tee?.attributeArr.map(({ name, sku, price, attributeValueArr }) => [
        name,
        sku,
        price,
        attributeValueArr.map((value) => value.attributeName),
      ]),
    ).toEqual([
      ['S-Red', `TEE-${round}-S`, 10, ['Size', 'Colour']],
      ['M-Red', `TEE-${round}-M`, 11, ['Size', 'Colour']],
    ]);
    const [mug] = await find(`Mug ${round}`);
    expect(mug).toMatchObject({ sku: `MUG-${round}`, price: 5.5, attributeArr: [], status: 'ACTIVE' });
    expect((await upload(file)).body.report).toMatchObject({ unchanged: 2 });
  });

  it('accepts only names of stored images', async () => {
    const { attributeArr } = await createProduct(server.send, { attributeArr: [buildVariant()] });
    const stored = attributeArr[0]?.imagesArr[0]?.image;
    const titles = ['Name', 'Thumbnail', 'Attribute: Image', 'Variant SKU', 'Variant Images'];
    const refused = await upload(
      csv(titles, [`Img ${round}`, 'gone.png', 'A', `IMG-${round}`, `${stored}; ${'0'.repeat(32)}.png`]),
    );
    expect(refused.body.report?.errors.map(({ row, column }) => [row, column])).toEqual([
      [2, 'Thumbnail'],
      [2, 'Variant Images'],
    ]);
    const made = await upload(
      csv(titles, [`Img ${round}`, 'https://x.example/y.png', 'A', `IMG-${round}`, `${stored}`]),
    );
    expect(made.body.report?.notices).toMatchObject([{ column: 'Thumbnail', count: 1 }]);
    const [product] = await find(`Img ${round}`);
    expect([product?.imageUrl, product?.thumbnail]).toEqual([stored, null]);
  });

  it('returns a template that can be imported', async () => {
    const response = await fetch(`${server.url}/v1/product/import-template`, {
      headers: { authorization: `Bearer ${server.token}` },
    });
    expect(response.headers.get('content-type')).toContain('spreadsheetml');
    const bytes = new Uint8Array(await response.arrayBuffer());
    const sheet = await readAll({ bytes, fileName: 'template.xlsx' });
    expect(sheet.sheets).toEqual(['Products', 'Notes']);
    expect(sheet.rows).toEqual([]);
    const { columns } = sheet;
    expect(columns).toEqual(expect.arrayContaining(['Name', 'SKU', 'Attribute: Colour', 'Variant SKU']));
    const filled = csv(
      columns,
      columns.map((column) => (column === 'Name' ? `Tmpl ${round}` : '')),
    );
    const { body } = await upload(filled);
    expect(body.report).toMatchObject({ create: 1, notices: [] });
    const empty = await uploadSpreadsheet(server, '/v1/product/upload-csv', {
      content: bytes,
      name: 'template.xlsx',
    });
    expect([empty.status, empty.body.report?.total]).toEqual([200, 0]);
  });

  it('reads columns as requested', async () => {
    const content = csv(['Titel', 'Preis', 'Name'], [`Told ${round}`, '7', 'other']);
    const columns = JSON.stringify({ Titel: 'name', Preis: 'price', Name: '' });
    const { body } = await uploadSpreadsheet(server, '/v1/product/upload-csv', {
      content,
      fields: { columns },
    });
    expect(body.report).toMatchObject({
      create: 1,
      columns: [
        { title: 'Titel', field: 'name' },
        { title: 'Preis', field: 'price' },
        { title: 'Name', field: null },
      ],
    });
    expect((await find(`Told ${round}`))[0]).toMatchObject({ price: 7 });
    for (const invalid of ['x', '[]', '{"Titel":"nonsense"}']) {
      const response = await uploadSpreadsheet(server, '/v1/product/upload-csv', {
        content,
        fields: { columns: invalid },
      });
      expect([invalid, response.status]).toEqual([invalid, 400]);
    }
  });

  it('reads the requested sheet', async () => {
    const book = makeWorkbook({
      sheets: { First: [['Name'], [`First ${round}`]], Second: [['Name'], [`Second ${round}`]] },
      type: 'xlsx',
    });
    const send = (sheet: string) =>
      uploadSpreadsheet(server, '/v1/product/upload-csv', {
        content: new Uint8Array(book),
        name: 'book.xlsx',
        fields: { sheet },
      });
    expect((await send('Second')).body.report).toMatchObject({
      sheet: 'Second',
      sheets: ['First', 'Second'],
      create: 1,
    });
    expect((await find(`first ${round}`)).length).toBe(0);
    expect((await send('Nowhere')).status).toBe(400);
  });
});
