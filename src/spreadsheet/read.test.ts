import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { formulaMessage } from './errors.ts';
import { readSpreadsheet } from './read.ts';
import { collect, makeArchive, makeWorkbook, readAll, readCells, readInProcess, xlsxParts } from './test-workbooks.ts';

const csv = (content: string | Buffer, fileName = 'products.csv') => ({
  bytes: Buffer.from(content),
  fileName,
});

describe('CSV', () => {
  const rows = [
    ['Café “Noir”', '1.5', 'two\nlines'],
    ['Pen €', '', 'a "quote"'],
  ];

  it.each([',', ';', '\t'])('is read with %j between the cells', async (mark) => {
    const lines = ['name|price|text', 'Café “Noir”|1.5|"two\nlines"', 'Pen €||"a ""quote"""'];
    expect(await readCells(csv(lines.join('\r\n').replaceAll('|', mark)))).toEqual(rows);
  });

  const text = 'name;price\r\nCafé – “Noir”;1,5\r\n';
  const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16();
  it.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16 with a mark', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16 the other way round', swapped(Buffer.from(`\ufeff${text}`, 'utf16le'))],
    ['Windows-1252', Buffer.from('name;price\r\nCaf\xe9 \x96 \x93Noir\x94;1,5\r\n', 'latin1')],
  ])('is read in %s', async (_encoding, bytes) => {
    expect(await readInProcess(csv(bytes))).toEqual({
      sheets: ['products'],
      sheet: 'products',
      columns: ['name', 'price'],
      rows: [{ row: 2, cells: { name: 'Café – “Noir”', price: '1,5' } }],
    });
  });

  it('is read in UTF-16 without a mark', async () => {
    expect(await readCells(csv(Buffer.from('name;price\r\nPen;2\r\n', 'utf16le')))).toEqual([['Pen', '2']]);
  });

  it('keeps numbers as text', async () => {
    expect(await readCells(csv('sku,price\n00042,1.50\n8901234567890123456,1E5\n'))).toEqual([
      ['00042', '1.50'],
      ['8901234567890123456', '1E5'],
    ]);
  });

  it('reads a quotation mark inside a cell as an inch mark', async () => {
    expect(await readCells(csv('name;size\nFolder;5" wide\nBox;"7"" wide"\n'))).toEqual([
      ['Folder', '5" wide'],
      ['Box', '7" wide'],
    ]);
  });

  it('skips empty rows but counts them', async () => {
    const { rows: read } = await readInProcess(csv('\nname,price\n\nPen,1\n"a\nb",2\n,\nInk,3\n'));
    expect(read.map(({ row, cells }) => [row, cells.name])).toEqual([
      [4, 'Pen'],
      [5, 'a\nb'],
      [7, 'Ink'],
    ]);
  });

  it('reads the separator line of Excel', async () => {
    expect(await readCells(csv('sep=;\r\na,b;c\r\n1,2;3\r\n'))).toEqual([['1,2', '3']]);
  });

  it('is read as text even if it begins like an image', async () => {
    expect(await readCells(csv('BMW,price\nPen,1\n'))).toEqual([['Pen', '1']]);
  });

  it('reports the row of an unclosed quotation mark and reads the others', async () => {
    const { rows: read } = await readInProcess(csv('name,price\nPen,1\n"Ink,2\nBox,3\n'));
    expect(read.map(({ cells, error }) => [cells.name, error?.slice(0, 55)])).toEqual([
      ['Pen', undefined],
      ['"Ink', 'The quotation mark at the start of A3 isn’t closed. Che'],
      ['Box', undefined],
    ]);
  });
});

describe('headers', () => {
  it('become unique', async () => {
    const { columns, rows } = await readInProcess(csv(' name ,"the\nprice",name,name (2)\n1,2,3,4\n'));
    expect(columns).toEqual(['name', 'the price', 'name (2)', 'name (2) (2)']);
    expect(rows[0]?.cells).toEqual({ name: '1', 'the price': '2', 'name (2)': '3', 'name (2) (2)': '4' });
  });

  it('may be any word', async () => {
    const { rows } = await readInProcess(csv('__proto__,constructor,toString\n1,2,3\n'));
    expect(Object.entries(rows[0]?.cells ?? {})).toEqual([
      ['__proto__', '1'],
      ['constructor', '2'],
      ['toString', '3'],
    ]);
  });

  it('may be missing without losing their columns', async () => {
    const { columns, rows } = await readInProcess(csv('name,,price\nPen,blue,1,surplus\nInk\n'));
    expect(columns).toEqual(['name', 'price']);
    expect(rows).toEqual([
      {
        row: 2,
        cells: { name: 'Pen', price: '1' },
        error: expect.stringContaining('The row has 4 cells, but the header has 3'),
      },
      {
        row: 3,
        cells: { name: 'Ink', price: '' },
        error: expect.stringContaining('The row has 1 cell, but the header has 3'),
      },
    ]);
  });
});

describe.each(['xlsx', 'biff8', 'ods'] as const)('a workbook of type %s', (type) => {
  const fileName = `products.${type === 'biff8' ? 'xls' : type}`;

  it('is read cell by cell', async () => {
    const sheets = {
      Products: [['name', 'price', 'new'], [], ['Café “Noir”', 19.99, true], ['00042', 8_901_234_567_890, false]],
      Other: [['x'], ['y']],
    };
    expect(await readInProcess({ bytes: makeWorkbook({ sheets, type }), fileName })).toEqual({
      sheets: ['Products', 'Other'],
      sheet: 'Products',
      columns: ['name', 'price', 'new'],
      rows: [
        {
          row: 3,
          cells: { name: 'Café “Noir”', price: '19.99', new: 'TRUE' },
          numbers: { price: '19.99' },
        },
        {
          row: 4,
          cells: { name: '00042', price: '8901234567890', new: 'FALSE' },
          numbers: { price: '8901234567890' },
        },
      ],
    });
  });

  it('returns the requested sheet', async () => {
    const bytes = makeWorkbook({ sheets: { One: [['a'], ['1']], Two: [['b'], ['2']] }, type });
    expect(await readInProcess({ bytes, fileName, sheet: 'Two' })).toMatchObject({
      sheet: 'Two',
      columns: ['b'],
    });
    await expect(readInProcess({ bytes, fileName, sheet: 'Three' })).rejects.toMatchObject({
      code: 'noSuchSheet',
      message: `${fileName} has no sheet named “Three”. Available sheets: One, Two`,
    });
  });

  it('returns complete dates and the results of formulas', async () => {
    const rows = [
      ['date', 'formula'],
      [
        { t: 'n', v: 45_352, z: 'm/d/yy' },
        { t: 'n', v: 3, f: '1+1' },
      ],
    ];
    expect(await readCells({ bytes: makeWorkbook({ sheets: { A: rows }, type }), fileName })).toEqual([
      ['2024-03-01', '3'],
    ]);
  });
});

describe('an xlsx workbook', () => {
  const read = async (sheetXml: string) =>
    readAll({ bytes: await makeArchive(xlsxParts(sheetXml)), fileName: 'products.xlsx' });
  const title = '<row r="1"><c r="A1" t="inlineStr"><is><t>name</t></is></c></row>';

  it('evaluates no formulas', async () => {
    const { rows } = await read(
      `<sheetData>${title}<row r="2"><c r="A2"><f>1+1</f></c></row><row r="3"><c r="A3" t="str"><f>"a"&amp;"b"</f><v>stored</v></c></row></sheetData>`,
    );
    const cellErrors = { name: formulaMessage };
    expect(rows).toEqual([
      { row: 2, cells: { name: '' }, cellErrors },
      { row: 3, cells: { name: 'stored' } },
    ]);
  });

  it('is read whatever size it claims', async () => {
    const everything = 'A1:XFD1048576';
    const { columns, rows } = await read(
      `<dimension ref="${everything}"/><sheetData>${title}<row r="1048576"><c r="A1048576"><v>7</v></c></row></sheetData><mergeCells><mergeCell ref="${everything}"/></mergeCells><hyperlinks><hyperlink ref="${everything}" location="A1"/></hyperlinks>`,
    );
    expect(columns).toEqual(['name']);
    expect(rows).toMatchObject([{ row: 1_048_576, cells: { name: '7' } }]);
  });
});

describe('a file on disk', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'spreadsheet-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('is read by its path', async () => {
    const path = join(folder, 'upload-1');
    await writeFile(path, 'name\nPen\n');
    const { rows } = await readAll({ path, fileName: 'products.csv' });
    expect(rows).toEqual([{ row: 2, cells: { name: 'Pen' } }]);
  });

  it('is named in messages as it was sent', async () => {
    const path = join(folder, 'upload-1');
    await writeFile(path, '');
    await expect(readAll({ path, fileName: 'products.csv' })).rejects.toThrow('products.csv is empty');
  });
});

describe('batches', () => {
  const count = 50_000;
  const rows = Array.from({ length: count }, (_, row) => Array.from({ length: 15 }, (_, at) => `${row}-${at}`));
  const headers = Array.from({ length: 15 }, (_, at) => `column ${at}`);
  const bytes = Buffer.from([headers, ...rows].map((cells) => cells.join(',')).join('\n'));

  it('return 50,000 rows in order', async () => {
    const { batches } = await readSpreadsheet(csv(bytes));
    const read = (await collect(batches)).flat();
    expect(read).toHaveLength(count);
    expect(read.every(({ row, cells }, at) => row === at + 2 && cells[14] === `${at}-14`)).toBe(true);
  });

  it('stop when the caller cancels', async () => {
    const controller = new AbortController();
    const { batches } = await readSpreadsheet({ ...csv(bytes), signal: controller.signal });
    let seen = 0;
    const reading = (async () => {
      for await (const _ of batches) {
        seen += 1;
        if (seen === 3) controller.abort(new Error('Cancelled by the person'));
      }
    })();
    await expect(reading).rejects.toThrow('Cancelled by the person');
    expect(seen).toBe(3);
  });

  it('end when the loop is left', async () => {
    const left = await readSpreadsheet(csv(bytes));
    for await (const _ of left.batches) break;
    expect(await collect(left.batches)).toEqual([]);

    const closed = await readSpreadsheet(csv(bytes));
    await closed.close();
    await expect(collect(closed.batches)).rejects.toThrow('The spreadsheet is closed');
  });
});
