import { describe, expect, it } from 'vitest';
import { csv } from '../support/import-client.ts';
import { productFiles } from '../support/product-files.ts';
import { setUpTestServer } from '../support/test-server.ts';

/** Exports of real shops, with their usual defects. */
const server = setUpTestServer('sqlite');

const bytesOf = (buffer: Buffer) => new Uint8Array(buffer);
const { upload, find } = productFiles(server);

describe('Shopify exports', () => {
  const old = [
    ...['Handle', 'Title', 'Body (HTML)', 'Vendor', 'Product Category', 'Type', 'Tags', 'Published'],
    ...['Option1 Name', 'Option1 Value', 'Variant SKU', 'Variant Grams', 'Variant Price', 'Image Src'],
    ...['Image Position', 'Image Alt Text', 'Gift Card', 'Variant Image', 'Status'],
  ];
  const withPattern = { createSkus: '{product}-{n:3}' };

  it('without SKUs are imported only if SKUs are created', async () => {
    const rows = [
      [
        'bag',
        'Bag',
        '<p>Soft</p>',
        'Us',
        '',
        'Bags',
        'new',
        'TRUE',
        'Size',
        'S',
        '',
        '0',
        '10',
        '',
        '',
        '',
        'FALSE',
        '',
        'active',
      ],
      ['bag', '', '', '', '', '', '', '', '', 'L', '', '0', '12.50', '', '', '', '', '', ''],
    ];
    expect(await upload(csv(old, ...rows))).toMatchObject({ failed: 1, missingSkus: 2 });
    const report = await upload(csv(old, ...rows), { fields: withPattern });
    expect(report).toMatchObject({ create: 1, createdSkus: 2 });
    const skipped = report?.columns.filter(({ field, filled }) => field === null && filled > 0);
    expect(skipped?.map(({ title, filled }) => [title, filled])).toEqual([
      ['Vendor', 1],
      ['Tags', 1],
      ['Variant Grams', 2],
      ['Gift Card', 1],
    ]);
  });

  it('with unpublished products are imported as inactive', async () => {
    const row = (name: string, published: string, status: string) => [
      ...[name, name, '', '', '', '', '', published, 'Title', 'Default Title', `${name}-1`, '', '5'],
      ...['', '', '', '', '', status],
    ];
    await upload(csv(old, row('Hidden', 'FALSE', 'active'), row('Draft mug', 'TRUE', 'draft')));
    expect([(await find('Hidden')).status, (await find('Draft mug')).status]).toEqual(['INACTIVE', 'INACTIVE']);
  });

  it('are read after Excel saved them with semicolons', async () => {
    const content = [
      'Handle;Title;Option1 Name;Option1 Value;Variant SKU;Variant Price;Status',
      'scarf;Scarf;Colour;Red;SC-R;1.299,00;active',
      'scarf;;;Blue;SC-B;12,5;',
    ].join('\r\n');
    expect(await upload(`\ufeff${content}`)).toMatchObject({ create: 1, failed: 0 });
    expect((await find('Scarf')).attributeArr.map((variant) => variant.price)).toEqual([1299, 12.5]);
  });

  it('of the new format with an unquoted price are rejected', async () => {
    const content = [
      'Title,URL handle,Description,Status,SKU,Option1 name,Option1 value,Price,Product image URL',
      'Desk,desk,Big,Active,DESK-1,Size,S,1,299.00,',
      'Chair,chair,Small,Active,CHAIR-1,Size,S,99.00,',
    ].join('\n');
    const report = await upload(content);
    expect(report).toMatchObject({
      create: 1,
      failed: 1,
      errors: [{ row: 2, message: expect.stringContaining('has 10 cells, but the header has 9') }],
    });
  });

  it('with invalid cells name the rows', async () => {
    const content = csv(
      ['Handle', 'Title', 'Option1 Name', 'Option1 Value', 'Variant SKU', 'Variant Price'],
      ['lamp', 'Lamp', 'Size', 'S', '#NAME?', '5'],
      ['rug', 'Rug', 'Size', 'S', 'RUG-1', '5'],
      ['rug', 'Rug two', 'Size', 'M', 'RUG-2', '5'],
    );
    const report = await upload(content);
    expect(report?.errors).toMatchObject([
      { cell: 'E2', value: '#NAME?' },
      { cell: 'B4', value: 'Rug two', message: 'Row 3 has a different value for the same product' },
    ]);
  });

  const titles = [
    ...['Handle', 'Title', 'Body (HTML)', 'Option1 Name', 'Option1 Value', 'Variant SKU', 'Variant Price'],
    ...['Image Src', 'Image Position'],
  ];

  it('with unusual cells are read', async () => {
    const body = '<p>Big,\nround</p><table><tbody><tr><td>a</td></tr></tbody></table>';
    const report = await upload(
      csv(
        titles,
        ['stein', 'Stein "XL"', body, 'Size', 'S', 'STEIN-S', '9.90', '', ''],
        ['stein', '', '', '', 'L', 'STEIN-L', '10.90', '', ''],
        ['stein', '', '', '', '', '', '', 'https://cdn.shopify.com/a.jpg', '2'],
        ['', '', '', '', '', '', '', '', ''],
      ),
    );
    expect(report).toMatchObject({ create: 1, failed: 0, webImages: 1 });
    const { description, attributeArr } = await find('Stein "XL"');
    expect(description).toBe(body);
    expect(attributeArr.map(({ sku }) => sku)).toEqual(['STEIN-S', 'STEIN-L']);
  });

  it('sorted by price keep the variants of a product together', async () => {
    const report = await upload(
      csv(
        titles,
        ['wool', '', '', '', 'M', 'WOOL-M', '5', '', ''],
        ['silk', 'Silk', '', 'Size', 'S', 'SILK-S', '6', '', ''],
        ['wool', 'Wool', '', 'Size', 'S', 'WOOL-S', '7', '', ''],
      ),
    );
    expect(report).toMatchObject({ create: 2, failed: 0 });
    expect((await find('Wool')).attributeArr.map(({ sku }) => sku)).toEqual(['WOOL-M', 'WOOL-S']);
  });

  it('with SKUs that Excel truncated are reported', async () => {
    const row = ['torch', 'Torch', '', 'Title', 'Default Title', '8.90123E+12', '5', '', ''];
    expect(await upload(csv(titles, row))).toMatchObject({
      create: 1,
      notices: [
        {
          column: 'Variant SKU',
          message: '“8.90123E+12” looks like a number that was cut short',
          count: 1,
          cells: ['F2'],
        },
      ],
    });
  });

  it('from a Mac are read in its encoding', async () => {
    const text = csv(titles, ['creme', 'Cr\x8fme', '', 'Title', 'Default Title', 'CR-1', '5', '', '']);
    const content = Buffer.from(text.replaceAll('\r\n', '\r'), 'latin1');
    expect(await upload(bytesOf(content))).toMatchObject({ create: 1, failed: 0 });
    expect((await find('Crème')).sku).toBe('CR-1');
  });
});
