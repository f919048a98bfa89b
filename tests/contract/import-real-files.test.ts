import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeArchive, makeWorkbook, xlsxParts } from '../../src/spreadsheet/test-workbooks.ts';
import { productFiles } from '../support/product-files.ts';
import { setUpTestServer } from '../support/test-server.ts';

/** Files as other programs write them, with their usual defects. */
const server = setUpTestServer('sqlite');

const bytesOf = (buffer: Buffer) => new Uint8Array(buffer);
const { upload, find } = productFiles(server);
const price = async (name: string) => (await find(name)).price;
const fromBase64 = (text: string) => bytesOf(Buffer.from(text, 'base64'));

const insertBefore = (tag: string, part: unknown, text: string) => String(part).replace(tag, text + tag);

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

  it.each([
    ['with a line that names the separator', 'sep=;\r\nName;SKU;Price\r\nF\xfcller A;A-1;1.299,50\r\n', 'latin1'],
    ['as Unicode text', '\ufeffName\tSKU\tPrice\r\nF\xfcller B\tB-1\t1.299,50\r\n', 'utf16le'],
  ] as const)('in Germany, %s', async (_what, content, encoding) => {
    const report = await upload(bytesOf(Buffer.from(content, encoding)), { name: 'liste.txt' });
    expect(report).toMatchObject({ create: 1, failed: 0 });
    expect(await price(content.includes('A-1') ? 'Füller A' : 'Füller B')).toBe(1299.5);
  });

  it('in India, with a rupee sign that Windows-1252 lacks', async () => {
    const report = await upload(
      'GSTIN 27AAAPL1234C1ZV,,,\r\nName,SKU,MRP (Rs.),GST %\r\nRegister,R-1,"1,49,000.00",18%\r\nPin,P-1,? 25/-,12%\r\n',
      { fields: { columns: '{"MRP (Rs.)":"price"}' } },
    );
    expect(report).toMatchObject({ headerRow: 2, create: 1, errors: [{ cell: 'C4', value: '? 25/-' }] });
  });

  it('in Japan: full-width characters', async () => {
    // 商品名,品番,価格 / ノート①,ＮＢ－１,"１，２００円" / 糊,KG-3,"￥1,500"
    const content = fromBase64(
      'j6SVaZa8LJVplNQsib+KaQ0Kg22BW4Nnh0Asgm2CYYF8glAsIoJQgUOCUYJPgk+JfiINCozQLEtHLTMsIoGPMSw1MDAiDQo=',
    );
    const fields = { columns: '{"商品名":"name","価格":"price","品番":"sku"}' };
    expect(await upload(content, { fields })).toMatchObject({ create: 2, failed: 0 });
    expect([await price('ノート①'), await price('糊')]).toEqual([1200, 1500]);
  });

  it('in India: a company above the header, lakhs, rupees', async () => {
    const report = await upload(
      'SAYA STATIONERY PVT LTD,,\r\nPrice list from 1 Dec 2026,,\r\nProduct Name,SKU,Price\r\nLedger,L-1,"₹ 1,49,000"\r\nDesk pad,D-1,Rs. 250/-\r\nClip,C-1,"1,250"\r\n',
    );
    expect(report).toMatchObject({ create: 3, failed: 0, headerRow: 3 });
    expect([await price('Ledger'), await price('Desk pad'), await price('Clip')]).toEqual([149_000, 250, 1250]);
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
  it.each(['ods', 'xlsx', 'xls'])('that LibreOffice Calc 7.4 saved as %s', async (type) => {
    // An empty sheet, a merged title, cells merged down a column, text and number SKUs, formulas and one error.
    const content = await readFile(join(import.meta.dirname, 'files', `libreoffice.${type}`));
    const report = await upload(new Uint8Array(content), {
      name: `libreoffice.${type}`,
      fields: { columns: '{"Brand":"materialType"}' },
    });
    expect(report).toMatchObject({
      sheet: 'Preise',
      headerRow: 2,
      total: 4,
      failed: 2,
      errors: [
        { cell: 'C4', value: '1.299', message: 'Price can have up to two decimal places' },
        { cell: 'C6', value: '#DIV/0!' },
      ],
    });
  });

  it('as Google Sheets exports them: shared texts, its own functions, checkboxes, empty styled rows', async () => {
    const parts = xlsxParts(
      '<sheetPr><outlinePr summaryBelow="0" summaryRight="0"/></sheetPr><sheetData>' +
        '<row r="1"><c r="A1" s="1" t="s"><v>0</v></c><c r="B1" s="1" t="s"><v>1</v></c><c r="C1" s="1" t="s"><v>2</v></c></row>' +
        '<row r="2"><c r="A2" t="s"><v>3</v></c><c r="B2"><f>IFERROR(__xludf.DUMMYFUNCTION("GOOGLEFINANCE(""INR"")"),83.25)</f><v>83.25</v></c><c r="C2" t="b"><v>1</v></c></row>' +
        '<row r="3"><c r="A3" s="2"/><c r="B3" s="2"/></row></sheetData>',
    );
    const bytes = await makeArchive({
      ...parts,
      '[Content_Types].xml': insertBefore(
        '</Types>',
        parts['[Content_Types].xml'],
        '<Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/>',
      ),
      'xl/_rels/workbook.xml.rels': insertBefore(
        '</Relationships>',
        parts['xl/_rels/workbook.xml.rels'],
        '<Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings" Target="sharedStrings.xml"/>',
      ),
      'xl/sharedStrings.xml':
        '<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" count="4" uniqueCount="4"><si><t>Name</t></si><si><t>Price</t></si><si><t>Best Seller</t></si><si><t xml:space="preserve">Rollerball  set</t></si></sst>',
    });
    const report = await upload(bytesOf(bytes), { name: 'Untitled spreadsheet.xlsx' });
    expect(report).toMatchObject({ create: 1, failed: 0, total: 1 });
    expect(await find('Rollerball')).toMatchObject({ price: 83.25, isBestSeller: true });
  });

  it('as Google Sheets exports them: number cells, formulas with results, an empty first sheet', async () => {
    const parts = xlsxParts('<sheetData/>');
    const bytes = await makeArchive({
      ...parts,
      '[Content_Types].xml': insertBefore(
        '</Types>',
        parts['[Content_Types].xml'],
        '<Override PartName="/xl/worksheets/sheet2.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>',
      ),
      'xl/workbook.xml': insertBefore(
        '</sheets>',
        parts['xl/workbook.xml'],
        '<sheet name="Catalogue" sheetId="2" r:id="rId2"/>',
      ),
      'xl/_rels/workbook.xml.rels': insertBefore(
        '</Relationships>',
        parts['xl/_rels/workbook.xml.rels'],
        '<Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet2.xml"/>',
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

  const book = (...rows: unknown[][]) => bytesOf(makeWorkbook({ sheets: { Products: rows }, type: 'xlsx' }));
  const number = (v: number, z: string) => ({ t: 'n', v, z });

  it('with SKUs that a number format completes, and prices that one rounds', async () => {
    const report = await upload(
      book(
        ['Name', 'SKU', 'Price', 'Attribute: Recycled', 'Attribute: Since', 'Variant SKU'],
        ['Format pen', number(12, '"MK-"0000'), number(12.5, '0'), number(0.5, '0%'), number(46_307, 'd-mmm'), 'V-1'],
      ),
      { name: 'a.xlsx' },
    );
    expect(report).toMatchObject({ create: 1, failed: 0 });
    const product = await find('Format pen');
    expect(product).toMatchObject({ sku: 'MK-0012', price: 12.5 });
    expect(JSON.stringify(product)).toMatch(/"50%".*"12-Oct"/);
  });

  it('reports exact prices, and texts as they are shown', async () => {
    const report = await upload(
      book(
        ['Name', 'SKU', 'Price'],
        ['Exact pen', number(123_456, '000-000'), number(1.005, '0.00')],
        ['Half pen', 'H-1', number(0.5, '0%')],
      ),
      { name: 'a.xlsx' },
    );
    expect(report).toMatchObject({
      errors: [
        { cell: 'C2', value: '1.005' },
        { cell: 'C3', value: '50%' },
      ],
      failedRows: [{ cells: { SKU: '123-456', Price: '1.005' } }, { cells: { Price: '50%' } }],
    });
  });

  it('names rows that are skipped or hidden', async () => {
    const file = xlsxParts(
      `<sheetData><row r="1">${text('A1', 'Name')}${text('B1', 'SKU')}</row><row r="2" hidden="1">${text('A2', 'Unseen pen')}${text('B2', 'U-1')}</row><row r="3">${text('A3', 'Name')}${text('B3', 'SKU')}</row><row r="4">${text('A4', 'Total')}<c r="B4"><v>1</v></c></row></sheetData>`,
    );
    const report = await upload(bytesOf(await makeArchive(file)), { name: 'a.xlsx' });
    expect(report).toMatchObject({ rows: 1, create: 1 });
    expect(report?.notices).toEqual([
      { column: '', message: 'Hidden row, imported', count: 1, cells: ['row 2'] },
      { column: '', message: 'Repeated column titles, skipped', count: 1, cells: ['row 3'] },
      { column: '', message: 'Row of totals, skipped', count: 1, cells: ['row 4'] },
    ]);
  });
});
