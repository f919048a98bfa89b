import fc from 'fast-check';
import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { utils, write } from 'xlsx';
import { damagedTextMessage } from './errors.ts';
import {
  main,
  makeArchive,
  makeWorkbook,
  makeXlsx,
  readAllWithNotices,
  readCells,
  readInProcess,
  relationships,
  sheetRow,
  textCell,
} from './test-workbooks.ts';

const fileName = 'a.xlsx';

describe('shared strings', () => {
  const empty = fc.constantFrom(
    ...['<si/>', '<si />', '<si></si>', '<si> </si>', '<si><t/></si>', '<si><t></t></si>'],
    '<si><t/><phoneticPr fontId="1"/></si>',
  );
  const filled = fc.constantFrom(
    ...['<si><t>Pen</t></si>', '<si><t xml:space="preserve"> Ink </t></si>', '<si><t>a &lt; b &amp;amp; c</t></si>'],
    '<si><r><t>Fine</t></r><r><rPr><b/></rPr><t xml:space="preserve"> tip</t></r></si>',
    '<si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/></si>',
    '<si><r><t>Red</t></r><r><t/></r></si>',
    '<si count="1"><t>Cap</t></si>',
  );

  /** An independent reader of shared strings, in a parsed document. */
  const readStrings = (strings: string): string[] => {
    const { document } = new JSDOM(`<sst>${strings}</sst>`, { contentType: 'text/xml' }).window;
    return [...document.querySelectorAll('si')].map((item) =>
      [...item.querySelectorAll('t')]
        .filter((part) => part.closest('rPh') === null)
        .map((part) => part.textContent)
        .join(''),
    );
  };

  it('are read like by a second reader in 20 workbooks', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(empty, filled), { minLength: 1, maxLength: 30 }), async (items) => {
        const strings = ['<si><t>Name</t></si>', '<si><t>Number</t></si>', ...items].join('');
        const rows = items.map((_, at) =>
          sheetRow(at + 2, `<c r="A${at + 2}" t="s"><v>${at + 2}</v></c>${textCell(`B${at + 2}`, `No ${at}`)}`),
        );
        const titles = sheetRow(1, '<c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c>');
        const bytes = await makeXlsx({ sheet: titles + rows.join(''), strings });
        const expected = readStrings(strings).slice(2);
        expect(await readCells({ bytes, fileName })).toEqual(expected.map((value, at) => [value, `No ${at}`]));
      }),
      { numRuns: 20 },
    );
  });
});

describe('the chosen sheet', () => {
  const knownTitles = ['name', 'sku', 'price'];
  const products = [
    ['Name', 'SKU', 'Price'],
    ['Marker', 'MK-1', 2],
  ];

  it.each([
    ['xlsx', 1],
    ['xlsx', 2],
    ['biff8', 1],
    ['biff8', 2],
  ] as const)('is visible in a file of type %s whose first sheet has the state %d', async (type, Hidden) => {
    const book = utils.book_new();
    utils.book_append_sheet(
      book,
      utils.aoa_to_sheet([
        ['Name', 'SKU'],
        ['Old marker', 'OLD-1'],
      ]),
      '_lists',
    );
    utils.book_append_sheet(book, utils.aoa_to_sheet(products), 'Products');
    book.Workbook = { Sheets: [{ Hidden }, { Hidden: 0 }] };
    const bytes = write(book, { bookType: type, type: 'buffer' });
    expect((await readInProcess({ bytes, fileName, knownTitles })).sheet).toBe('Products');
  });

  const odsSheet = (name: string, { style = '', rows = '' }) =>
    `<table:table table:name="${name}" table:style-name="${style}"><table:table-row><table:table-cell office:value-type="string"><text:p>Name</text:p></table:table-cell></table:table-row>${rows}</table:table>`;
  const makeOds = (sheets: string) =>
    makeArchive({
      mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
      'META-INF/manifest.xml': '<manifest:manifest/>',
      'content.xml': `<office:document-content><office:automatic-styles><style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style></office:automatic-styles><office:body><office:spreadsheet>${sheets}</office:spreadsheet></office:body></office:document-content>`,
    });

  it('is visible in an ods file', async () => {
    const bytes = await makeOds(odsSheet('Lists', { style: 'ta2' }) + odsSheet('Products', { style: 'ta1' }));
    expect((await readInProcess({ bytes, fileName })).sheet).toBe('Products');
  });

  it('is the one with known titles behind a sheet of instructions', async () => {
    const readMe = [['How to use this file'], ['Name'], ['Fill in the sheet Products']];
    const sheets = { 'Read me': readMe, Products: products, Archive: products };
    const bytes = makeWorkbook({ sheets, type: 'xlsx' });
    expect((await readInProcess({ bytes, fileName, knownTitles })).sheet).toBe('Products');
  });

  it('is the first one if none has known titles', async () => {
    const bytes = makeWorkbook({
      sheets: { One: [['Artikel'], ['x']], Two: [['Teil'], ['y']] },
      type: 'xlsx',
    });
    expect((await readInProcess({ bytes, fileName, knownTitles })).sheet).toBe('One');
  });

  it('names hidden rows of an ods file', async () => {
    const cells = (value: string) =>
      `<table:table-cell office:value-type="string"><text:p>${value}</text:p></table:table-cell>`;
    const rows = `<table:table-row>${cells('Pen')}</table:table-row><table:table-row table:visibility="filter">${cells('Ink')}</table:table-row>`;
    const bytes = await makeOds(odsSheet('Products', { rows }));
    expect((await readAllWithNotices({ bytes, fileName })).rowNotices).toEqual([
      { row: 3, message: 'Hidden row, imported' },
    ]);
  });
});

describe('number formats', () => {
  it('that redefine a built-in one are used', async () => {
    const formats = [
      [0, 'dd\\.mm\\.yyyy'],
      [14, '0000'],
      [2, '&quot;MK-&quot;0000'],
    ].map(([id, code]) => `<numFmt numFmtId="${id}" formatCode="${code}"/>`);
    const xfs = [0, 14, 2, 31].map((id) => `<xf numFmtId="${id}" applyNumberFormat="1"/>`);
    const bytes = await makeXlsx({
      sheet:
        sheetRow(1, ['A', 'B', 'C', 'D', 'E'].map((column) => textCell(`${column}1`, column)).join('')) +
        sheetRow(
          2,
          '<c r="A2" s="0"><v>46353</v></c><c r="B2" s="1"><v>12</v></c><c r="C2" s="2"><v>12</v></c><c r="D2" s="3"><v>46353</v></c><c r="E2"><v>4.5</v></c>',
        ),
      styles: `<numFmts count="3">${formats.join('')}</numFmts><cellXfs count="4">${xfs.join('')}</cellXfs>`,
    });
    expect(await readCells({ bytes, fileName })).toEqual([['2026-11-27', '0012', 'MK-0012', '2026-11-27', '4.5']]);
  });
});

describe('rows that are no records', () => {
  const noticesOf = async (bytes: Buffer, name = fileName) => {
    const { rows, rowNotices } = await readAllWithNotices({ bytes, fileName: name });
    return {
      rows: rows.map((each) => each.row),
      notices: rowNotices.map(({ row: at, message }) => `${at}: ${message}`),
    };
  };

  it('are skipped if they are the totals row of a table', async () => {
    const cells = ['Name', 'Marker', 'Stapler', 'Anything'].map((value, at) =>
      sheetRow(at + 1, textCell(`A${at + 1}`, value)),
    );
    const bytes = await makeXlsx(
      { sheet: cells.join('') },
      {
        'xl/tables/table1.xml': `<table xmlns="${main}" id="1" ref="A1:A4" totalsRowCount="1"/>`,
        'xl/worksheets/_rels/sheet1.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Type="${relationships}/table" Target="../tables/table1.xml" Id="rId1"/></Relationships>`,
      },
    );
    expect(await noticesOf(bytes)).toEqual({ rows: [2, 3], notices: ['4: Row of totals, skipped'] });
  });

  it.each(['csv', 'xlsx'] as const)('are skipped in a file of type %s, with a notice', async (type) => {
    const rows = [
      ['Name', 'SKU', 'Price'],
      ['Pen', 'P-1', '1.00'],
      ['name', 'SKU', 'Price'],
      ['Total', 'T-1', '2.00'],
      ['Grand total', '', '3.00'],
      ['\u001a'],
    ];
    const bytes = type === 'csv' ? Buffer.from(rows.join('\n')) : makeWorkbook({ sheets: { A: rows }, type: 'xlsx' });
    expect(await noticesOf(bytes, `a.${type}`)).toEqual({
      rows: [2, 4],
      notices: ['3: Repeated column titles, skipped', '5: Row of totals, skipped'],
    });
  });

  it('are imported with a notice if they are hidden', async () => {
    const sheet = utils.aoa_to_sheet([
      ['Name', 'SKU'],
      ['Marker', 'MK-1'],
      ['Stapler', 'ST-1'],
      ['Ruler', 'RL-1'],
    ]);
    sheet['!rows'] = [{}, {}, { hidden: true }];
    const book = utils.book_new();
    utils.book_append_sheet(book, sheet, 'Products');
    const bytes = write(book, { bookType: 'xlsx', type: 'buffer' });
    expect(await noticesOf(bytes)).toEqual({ rows: [2, 3, 4], notices: ['3: Hidden row, imported'] });
  });
});

it('an end-of-file mark is no part of the last cell', async () => {
  const bytes = Buffer.from('Name,SKU\nPen,P-1\u001a');
  expect(await readCells({ bytes, fileName: 'a.csv' })).toEqual([['Pen', 'P-1']]);
});

describe('XML', () => {
  const cells = (value: string) =>
    `<?xml version="1.0" encoding="ENCODING"?><worksheet xmlns="${main}"><sheetData>${sheetRow(1, textCell('A1', 'Name'))}${sheetRow(2, textCell('A2', value))}</sheetData></worksheet>`;
  const read = async (content: Buffer) => {
    const bytes = await makeXlsx({ sheet: '' }, { 'xl/worksheets/sheet1.xml': content });
    const { rows } = await readInProcess({ bytes, fileName });
    return [rows[0]?.cells.Name, rows[0]?.cellErrors?.Name];
  };

  it.each([
    ['UTF-8', 'utf8'],
    ['ISO-8859-1', 'latin1'],
    ['ISO-8859-1', 'utf8'],
    ['UTF-16', 'utf8'],
    ['UTF-16', 'utf16le'],
    ['UTF-8', 'utf16le'],
  ] as const)('that claims to be %s and is %s is read', async (claimed, encoding) => {
    const content = Buffer.from(cells('Käse').replace('ENCODING', claimed), encoding);
    expect(await read(content)).toEqual(['Käse', undefined]);
  });

  it('with bytes that its encoding lacks names the cell', async () => {
    const content = Buffer.from(cells('Käse').replace('ENCODING', 'UTF-8'), 'latin1');
    expect(await read(content)).toEqual(['K\ufffdse', damagedTextMessage]);
  });

  it('with a numeric reference to an emoji is read', async () => {
    expect(await read(Buffer.from(cells('&#x1F58A; &#128396;')))).toEqual(['🖊 🖌', undefined]);
  });
});

it('an empty boolean cell is empty', async () => {
  const booleans = [
    '<c r="B2" t="b"/>',
    '<c r="B3" t="b"><v></v></c>',
    '<c r="B4" t="b"><v>TRUE</v></c>',
    '<c r="B5" t="b"><v>0</v></c>',
  ];
  const rows = booleans.map((cell, at) => sheetRow(at + 2, textCell(`A${at + 2}`, 'x') + cell));
  const bytes = await makeXlsx({
    sheet: sheetRow(1, textCell('A1', 'Name') + textCell('B1', 'New')) + rows.join(''),
  });
  expect(await readCells({ bytes, fileName })).toEqual([
    ['x', ''],
    ['x', ''],
    ['x', 'TRUE'],
    ['x', 'FALSE'],
  ]);
});
