import { describe, expect, it } from 'vitest';
import { formulaMessage, toErrorMessage } from './errors.ts';
import { previewSpreadsheet } from './read.ts';
import { makeArchive, makeWorkbook, readCells, readInProcess, xlsxParts } from './test-workbooks.ts';

const csv = (content: string | Buffer, fileName = 'products.csv') => ({
  bytes: Buffer.from(content),
  fileName,
});
const xlsx = async (sheetXml: string, parts: Record<string, string> = {}) => ({
  bytes: await makeArchive({ ...xlsxParts(sheetXml), ...parts }),
  fileName: 'products.xlsx',
});
const text = (reference: string, value: string) => `<c r="${reference}" t="inlineStr"><is><t>${value}</t></is></c>`;

describe('a row with more cells than the header', () => {
  const problemsOf = async (content: string) =>
    (await readInProcess(csv(content))).rows.map(({ error }) => error?.slice(0, 48));

  it('is an error if a value was split', async () => {
    const wrong = 'The row has 4 cells, but the header has 3: a val';
    expect(await problemsOf('Name,Price,Note\nPen,1,299.00,\nInk,1.00,x\nBox,1,299.00,x\nCap,2,\n')).toEqual([
      wrong,
      undefined,
      wrong,
      undefined,
    ]);
    expect(await problemsOf('Name,Price,Note\nPen,1,299.00,\n')).toEqual([wrong]);
  });

  it('is valid if every row ends with an extra separator', async () => {
    expect(await problemsOf('Name,Price\nPen,1,\nInk,2,\n')).toEqual([undefined, undefined]);
  });

  it('is valid in a workbook', async () => {
    const rows = [['Name'], ['Pen', 'a remark']];
    const { rows: read } = await readInProcess({
      bytes: makeWorkbook({ sheets: { A: rows }, type: 'xlsx' }),
      fileName: 'a.xlsx',
    });
    expect(read).toEqual([{ row: 2, cells: { Name: 'Pen' } }]);
  });
});

describe('errors of formulas', () => {
  it('are errors of their cells', async () => {
    const expected = [{ Name: toErrorMessage('#REF!') }, { Price: toErrorMessage('#N/A') }, undefined];
    const { rows } = await readInProcess(csv("Name,Price\n#REF!,1\nPen,#N/A\n'#N/A,2\n"));
    expect(rows.map(({ cellErrors }) => cellErrors)).toEqual(expected);
    expect(rows[2]?.cells.Name).toBe('#N/A');
    const book = await xlsx(
      `<sheetData><row r="1">${text('A1', 'Name')}${text('B1', 'Price')}</row><row r="2"><c r="A2" t="e"><v>#REF!</v></c><c r="B2"><v>1</v></c></row><row r="3">${text('A3', 'Pen')}<c r="B3" t="e"><f>1+X</f><v>#N/A</v></c></row></sheetData>`,
    );
    expect((await readInProcess(book)).rows.map(({ cellErrors }) => cellErrors)).toEqual(expected.slice(0, 2));
  });
});

describe('formulas without a stored result', () => {
  it.each([
    ['none at all', '<c r="A2"><f>1+1</f></c>'],
    ['an empty one', '<c r="A2"><f>1+1</f><v></v></c>'],
    ['a closed one', '<c r="A2" s="1"><f>1+1</f><v/></c>'],
    ['a text', '<c r="A2" t="str"><f>"a"</f></c>'],
    ['a shared formula', '<c r="A2"><f t="shared" si="0"/></c>'],
  ])('are errors of their cells: %s', async (_what, cell) => {
    const { rows } = await readInProcess(
      await xlsx(`<sheetData><row r="1">${text('A1', 'Name')}</row><row r="2">${cell}</row></sheetData>`),
    );
    expect(rows).toMatchObject([{ row: 2, cells: { Name: '' }, cellErrors: { Name: formulaMessage } }]);
  });

  it('are errors in an ods file', async () => {
    const cell = (inside: string) => `<table:table-row>${inside}</table:table-row>`;
    const title =
      '<table:table-cell office:value-type="string"><text:p>Name</text:p></table:table-cell><table:table-cell office:value-type="string"><text:p>B</text:p></table:table-cell>';
    const rows = `${cell(title)}${cell('<table:table-cell table:formula="of:=1+1"/><table:table-cell table:formula="of:=1" office:value-type="float" office:value="1"><text:p>1</text:p></table:table-cell>')}`;
    const bytes = await makeArchive({
      mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
      'META-INF/manifest.xml': '<manifest:manifest/>',
      'content.xml': `<office:document-content><office:body><office:spreadsheet><table:table table:name="A">${rows}</table:table></office:spreadsheet></office:body></office:document-content>`,
    });
    const read = await readInProcess({ bytes, fileName: 'a.ods' });
    expect(read.rows).toMatchObject([{ cells: { Name: '', B: '1' }, cellErrors: { Name: formulaMessage } }]);
    const empty = await readInProcess(
      await xlsx(
        `<sheetData><row r="1">${text('A1', 'Name')}${text('B1', 'B')}</row><row r="2"><c r="A2" t="str"><f>""</f><v></v></c>${text('B2', 'x')}</row></sheetData>`,
      ),
    );
    expect(empty.rows).toEqual([{ row: 2, cells: { Name: '', B: 'x' } }]);
  });
});

describe('the header row', () => {
  const knownTitles = ['name', 'sku', 'price', 'colour'];
  const priceList =
    'SAYA STATIONERY PVT LTD – PRICE LIST,,,\nValid from 1 Dec 2026,,,\nItem,Item code,Name,Price\nPen,P1,x,8.00\n';

  it('is found below introductory rows', async () => {
    for (const headers of [knownTitles, []]) {
      const { columns, rows } = await readInProcess({ ...csv(priceList), knownTitles: headers });
      expect(columns).toEqual(['Item', 'Item code', 'Name', 'Price']);
      expect(rows.map(({ row }) => row)).toEqual([4]);
    }
  });

  it('is the row with known headers', async () => {
    const { columns } = await readInProcess({
      ...csv('Goods,,Money,\nName,SKU,Price,Old price\nPen,P1,1,2\n'),
      knownTitles,
    });
    expect(columns).toEqual(['Name', 'SKU', 'Price', 'Old price']);
  });

  it('is the chosen row', async () => {
    const { columns, rows } = await readInProcess({ ...csv(priceList), knownTitles, headerRow: 4 });
    expect([columns, rows]).toEqual([['Pen', 'P1', 'x', '8.00'], []]);
    await expect(readInProcess({ ...csv(priceList), headerRow: 9 })).rejects.toMatchObject({
      code: 'noHeaderRow',
      message: 'products.csv has nothing in row 9. Choose another header row.',
    });
  });
});

describe('a workbook', () => {
  it('is read from its first sheet with data', async () => {
    const sheets = { Cover: [], Blank: [[' ']], Products: [['Name'], ['Pen']], Notes: [['x']] };
    const file = { bytes: makeWorkbook({ sheets, type: 'xlsx' }), fileName: 'a.xlsx' };
    expect(await readInProcess(file)).toMatchObject({ sheet: 'Products', columns: ['Name'] });
    expect(await readInProcess({ ...file, sheet: 'Notes' })).toMatchObject({
      sheet: 'Notes',
      columns: ['x'],
    });
    await expect(readInProcess({ ...file, sheet: 'Cover' })).rejects.toMatchObject({ code: 'empty' });
  });

  it('repeats the value of merged cells in every row', async () => {
    const file = await xlsx(
      `<sheetData><row r="1">${text('A1', 'Name')}${text('B1', 'Colour')}</row><row r="2">${text('A2', 'Pen')}${text('B2', 'Red')}</row><row r="3"><c r="A3"/>${text('B3', 'Blue')}</row><row r="4">${text('A4', 'Ink')}${text('B4', 'Black')}</row></sheetData><mergeCells count="2"><mergeCell ref="A2:A3"/><mergeCell ref="A1:XFD1"/></mergeCells>`,
    );
    expect(await readCells(file)).toEqual([
      ['Pen', 'Red'],
      ['Pen', 'Blue'],
      ['Ink', 'Black'],
    ]);
  });

  it('is read without its styles', async () => {
    const file = await xlsx(
      `<sheetData><row r="1">${text('A1', 'Name')}</row><row r="2"><c r="A2" s="7"><v>4.5</v></c></row></sheetData>`,
      {
        'xl/_rels/workbook.xml.rels':
          '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>',
      },
    );
    expect(await readCells(file)).toEqual([['4.5']]);
  });

  it('is read under another file extension', async () => {
    const bytes = makeWorkbook({ sheets: { A: [['Name'], ['Pen']] }, type: 'xlsx' });
    for (const fileName of ['a.csv', 'a.xls', 'a.ods']) {
      expect([fileName, await readCells({ bytes, fileName })]).toEqual([fileName, [['Pen']]]);
    }
    for (const fileName of ['a.xlsx', 'a.xls', 'a.ods']) {
      expect([fileName, await readCells(csv('Name;B\nPen;1\n', fileName))]).toEqual([fileName, [['Pen', '1']]]);
    }
  });
});

describe('a text file', () => {
  it('is read as the user chooses', async () => {
    const bytes = Buffer.from('name|price\nCaf\x8e|1\n', 'latin1');
    expect(await readCells({ ...csv(bytes), encoding: 'windows-1252' })).toEqual([['CafŽ', '1']]);
    expect(await readCells({ ...csv(bytes), encoding: 'macintosh' })).toEqual([['Café', '1']]);
    expect((await readInProcess({ ...csv(bytes), delimiter: ';' })).columns).toEqual(['name|price']);
  });

  it.each([
    'Report of October\n\nName;Price;Colour;Tip\nPen;1,250;Blue;Fine\nInk;2,50;Red;Fine\n',
    'Report, October\n\nName;Price;Colour;Tip\nPen;1,250;Blue;Fine\nInk;2,50;Red;Fine\n',
    'Name;Price;Colour;Tip\nPen;1,250;Blue;Fine\nInk;2,50;Red;Fine\n',
  ])('finds the separator that most rows share in %j', async (text) => {
    expect(await readInProcess(csv(text))).toMatchObject({
      columns: ['Name', 'Price', 'Colour', 'Tip'],
      rows: [{ cells: { Name: 'Pen', Price: '1,250' } }, { cells: { Name: 'Ink', Price: '2,50' } }],
    });
  });

  it('reports cells with invalid bytes', async () => {
    const bytes = Buffer.concat([
      Buffer.from('Name;Farbe\nFüller Größe M;grün\nCaf'),
      Buffer.from([0xe9]),
      Buffer.from(';rot\n'),
    ]);
    const { rows } = await readInProcess(csv(bytes));
    expect(rows.map(({ cellErrors }) => Object.keys(cellErrors ?? {}))).toEqual([[], ['Name']]);
    const { rows: valid } = await readInProcess(csv('Name\nlost\ufffd\n'));
    expect(valid[0]?.cellErrors).toBeUndefined();
  });
});

describe('the preview', () => {
  it('describes every column', async () => {
    const preview = await previewSpreadsheet({
      ...csv('My list;;\nName;;Preis;\nPen;blue;1,250;\nInk;;0,495;\n'),
      knownTitles: ['name', 'preis'],
    });
    expect(preview).toMatchObject({
      headerRow: 2,
      rowCount: 2,
      encoding: 'utf-8',
      delimiter: ';',
      topRows: [{ row: 1 }, { row: 2 }, { row: 3 }, { row: 4 }],
      columnProfiles: [
        { letter: 'A', title: 'Name', filled: 2, samples: ['Pen', 'Ink'] },
        { letter: 'B', title: '', filled: 1, samples: ['blue'] },
        { letter: 'C', title: 'Preis', filled: 2, numbers: { unclearComma: 1, comma: 1, long: 1 } },
      ],
    });
  });

  it('counts number cells of a workbook', async () => {
    const sheets = { A: [['Price'], [1.234], ['1,250']] };
    const bytes = makeWorkbook({ sheets, type: 'xlsx' });
    const { columnProfiles } = await previewSpreadsheet({ bytes, fileName: 'a.xlsx' });
    expect(columnProfiles[0]?.numbers).toEqual({
      point: 0,
      comma: 0,
      unclearPoint: 0,
      unclearComma: 1,
      long: 1,
    });
  });
});
