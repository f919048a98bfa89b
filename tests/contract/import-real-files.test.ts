import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImportReport } from '../../src/shared/import.ts';
import { makeArchive, xlsxParts } from '../../src/spreadsheet/test-files.ts';
import { csv, sendSheet } from '../support/server-imports.ts';
import { startTestServer, type TestServer } from '../support/server-kit.ts';
import { getProduct } from '../support/server-products.ts';

/** Files as other programs write them, with the defects that they usually have. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer('sqlite');
});
afterAll(() => server.stop());

const bytesOf = (buffer: Buffer) => new Uint8Array(buffer);
const upload = async (
  content: string | Uint8Array<ArrayBuffer>,
  { name = 'products.csv', fields = {} }: { name?: string; fields?: Record<string, string> } = {},
): Promise<ImportReport | undefined> =>
  (await sendSheet(server, '/v1/product/upload-csv', { content, name, fields })).body.report;
const find = async (name: string) => {
  const { body } = await server.send('GET', `/v1/product/?query=${encodeURIComponent(name)}`);
  const [first] = body.data as { _id: string }[];
  return getProduct(server.send, first?._id ?? '');
};
const price = async (name: string) => (await find(name)).price;
const fromBase64 = (text: string) => bytesOf(Buffer.from(text, 'base64'));

describe('CSV that Excel saved', () => {
  it('in Germany: semicolons, Windows-1252, decimal commas', async () => {
    const content = Buffer.from(
      'Name;Artikelnummer;Price\r\nF\xfcller Gr\xf6\xdfe M;00042;1.299,00\r\nBleistift;00043;0,495\r\nHeft;00044;12,50 \x80\r\n',
      'latin1',
    );
    const fields = { columns: '{"Artikelnummer":"sku"}' };
    const refused = await upload(bytesOf(content), { fields });
    expect(refused?.errors).toMatchObject([{ cell: 'C3', value: '0,495' }]);
    const report = await upload(bytesOf(content), { fields: { ...fields, roundColumns: '["Price"]' } });
    expect(report).toMatchObject({ create: 3, failed: 0 });
    expect(await find('Füller Größe M')).toMatchObject({ sku: '00042', price: 1299 });
    expect([await price('Bleistift'), await price('Heft')]).toEqual([0.5, 12.5]);
  });

  it('in India: a company above the header, lakhs, rupees', async () => {
    const report = await upload(
      'SAYA STATIONERY PVT LTD,,\r\nPrice list from 1 Dec 2026,,\r\nProduct Name,SKU,Price\r\nLedger,L-1,"₹ 1,49,000"\r\nDesk pad,D-1,Rs. 250/-\r\nClip,C-1,"1,250"\r\n',
    );
    expect(report).toMatchObject({ create: 3, failed: 0, headerRow: 3 });
    expect([await price('Ledger'), await price('Desk pad'), await price('Clip')]).toEqual([
      149_000, 250, 1250,
    ]);
  });

  it('in Japan: Shift-JIS, yen', async () => {
    // 商品名,価格 / ボールペン,"¥1,200" / 鉛筆,80, where the yen sign has the byte of a backslash.
    const content = fromBase64('j6SVaZa8LIm/imkNCoN7gVuDi4N5g5MsIlwxLDIwMCINComUlU0sODANCg==');
    const report = await upload(content, { fields: { columns: '{"商品名":"name","価格":"price"}' } });
    expect(report).toMatchObject({ create: 2, failed: 0 });
    expect([await price('ボールペン'), await price('鉛筆')]).toEqual([1200, 80]);
  });
});

const text = (cell: string, value: string) => `<c r="${cell}" t="inlineStr"><is><t>${value}</t></is></c>`;

describe('workbooks', () => {
  it('as Google Sheets exports them: number cells, formulas with results, an empty first sheet', async () => {
    const parts = xlsxParts('<sheetData/>');
    const bytes = await makeArchive({
      ...parts,
      '[Content_Types].xml': String(parts['[Content_Types].xml']).replace(
        '</Types>',
        '<Override PartName="/xl/worksheets/sheet2.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>',
      ),
      'xl/workbook.xml': String(parts['xl/workbook.xml']).replace(
        '</sheets>',
        '<sheet name="Catalogue" sheetId="2" r:id="rId2"/></sheets>',
      ),
      'xl/_rels/workbook.xml.rels': String(parts['xl/_rels/workbook.xml.rels']).replace(
        '</Relationships>',
        '<Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet2.xml"/></Relationships>',
      ),
      'xl/worksheets/sheet2.xml': `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1">${text('A1', 'Name')}${text('B1', 'Price')}</row><row r="2">${text('A2', 'Sheets pen')}<c r="B2"><f>1+0.25</f><v>1.25</v></c></row><row r="3">${text('A3', 'Sheets ink')}<c r="B3" t="e"><f>A9/0</f><v>#DIV/0!</v></c></row><row r="4">${text('A4', 'Sheets cap')}<c r="B4"><v>1250</v></c></row></sheetData></worksheet>`,
    });
    const report = await upload(bytesOf(bytes), { name: 'Catalogue.xlsx', fields: {} });
    expect(report).toMatchObject({
      sheet: 'Catalogue',
      create: 2,
      errors: [{ cell: 'B3', value: '#DIV/0!' }],
    });
  });

  it('as LibreOffice saves them: ods with a formula that was never calculated', async () => {
    const cell = (value: string) =>
      `<table:table-cell office:value-type="string"><text:p>${value}</text:p></table:table-cell>`;
    const row = (...cells: string[]) => `<table:table-row>${cells.join('')}</table:table-row>`;
    const amount =
      '<table:table-cell table:formula="of:=1.5*2" office:value-type="float" office:value="3"><text:p>3,00</text:p></table:table-cell>';
    const rows = [
      row(cell('Name'), cell('Price')),
      row(cell('Writer pen'), amount),
      row(cell('Writer ink'), '<table:table-cell table:formula="of:=[.B2]*2"/>'),
    ];
    const bytes = await makeArchive({
      mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
      'META-INF/manifest.xml': '<manifest:manifest/>',
      'content.xml': `<office:document-content><office:body><office:spreadsheet><table:table table:name="Tabelle1">${rows.join('')}</table:table></office:spreadsheet></office:body></office:document-content>`,
    });
    const report = await upload(bytesOf(bytes), { name: 'preise.ods' });
    expect(report).toMatchObject({
      create: 1,
      errors: [{ cell: 'B3', message: expect.stringContaining('no stored result') }],
    });
  });
});

describe('Shopify exports', () => {
  const old = [
    ...['Handle', 'Title', 'Body (HTML)', 'Vendor', 'Product Category', 'Type', 'Tags', 'Published'],
    ...['Option1 Name', 'Option1 Value', 'Variant SKU', 'Variant Grams', 'Variant Price', 'Image Src'],
    ...['Image Position', 'Image Alt Text', 'Gift Card', 'Variant Image', 'Status'],
  ];
  const withPattern = { createSkus: '{product}-{n:3}' };

  it('without any SKU are refused, and imported where SKUs are created', async () => {
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

  it('with drafts and unpublished products make these inactive', async () => {
    const row = (name: string, published: string, status: string) => [
      ...[name, name, '', '', '', '', '', published, 'Title', 'Default Title', `${name}-1`, '', '5'],
      ...['', '', '', '', '', status],
    ];
    await upload(csv(old, row('Hidden', 'FALSE', 'active'), row('Draft mug', 'TRUE', 'draft')));
    expect([(await find('Hidden')).status, (await find('Draft mug')).status]).toEqual([
      'INACTIVE',
      'INACTIVE',
    ]);
  });

  it('that somebody saved in Excel with semicolons and decimal commas are read right', async () => {
    const content = [
      'Handle;Title;Option1 Name;Option1 Value;Variant SKU;Variant Price;Status',
      'scarf;Scarf;Colour;Red;SC-R;1.299,00;active',
      'scarf;;;Blue;SC-B;12,5;',
    ].join('\r\n');
    expect(await upload(`\ufeff${content}`)).toMatchObject({ create: 1, failed: 0 });
    expect((await find('Scarf')).attributeArr.map((variant) => variant.price)).toEqual([1299, 12.5]);
  });

  it('of the new form, with a price that lost its quotation marks, say so and never read a part', async () => {
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

  it('with an error of Excel for a SKU, and one title twice, name the rows', async () => {
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
});
