import { buffer, text } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { read } from 'xlsx';
import { escapeFormula, unescapeFormula } from './formula-escape.ts';
import { makeWorkbook, readCells, readInProcess } from './test-workbooks.ts';
import { type CellValue, writeWorkbook } from './write.ts';

const column = (key: string) => ({ header: key, key });

const write = ({
  format,
  rows,
  columns = ['a', 'b'],
}: {
  format: 'csv' | 'xlsx';
  rows: CellValue[][];
  columns?: string[];
}) =>
  writeWorkbook({
    format,
    sheets: [
      {
        name: 'Sheet',
        columns: columns.map(column),
        rows: rows.map((values) => Object.fromEntries(columns.map((key, at) => [key, values[at]]))),
      },
    ],
  });

const formats = ['csv', 'xlsx'] as const;
const dangers = ['=1+1', '+cmd', '-2+3', '@SUM(A1)', '\t=1', '\r=1'];

/** Any text, with a bias towards characters that are special in spreadsheets. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n\'"_x00D0;, aé€😀\0\u001f&<>\\'), maxLength: 12 }),
  fc.constantFrom(
    ...dangers,
    '_x000D_',
    '00042',
    '-12.5',
    'TRUE',
    '1e5',
    "'=1",
    "''@",
    'sep=;',
    '#N/A',
    "'#REF!",
    'Err:502',
  ),
);

it('an escaped text is read back unchanged', () => {
  fc.assert(
    fc.property(anyText, (value) => {
      expect(unescapeFormula(escapeFormula(value))).toBe(value);
    }),
  );
});

describe.each(formats)('%s', (format) => {
  const fileName = `export.${format}`;

  it('reads back any text as it was written', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(anyText, anyText), { minLength: 1, maxLength: 60 }), async (texts) => {
        const rows = texts.map(([one, other]) => [`x${one}`, other]);
        const bytes = await buffer(write({ format, rows }));
        const lineEnds = (cell: string) => (format === 'xlsx' ? cell.replace(/\r+\n/g, '\n') : cell);
        expect(await readCells({ bytes, fileName })).toEqual(rows.map((cells) => cells.map(lineEnds)));
      }),
      { numRuns: 100 },
    );
  });

  it.each(dangers)('writes %j as text', async (value) => {
    const bytes = await buffer(write({ format, rows: [[value, 'x']] }));
    const sheet = read(bytes, { raw: true, type: 'buffer' }).Sheets[format === 'csv' ? 'Sheet1' : 'Sheet'];
    // Only a CSV file has no types of cells, so that text there needs an apostrophe.
    expect(sheet?.A2).toMatchObject({ t: 's', v: format === 'csv' ? `'${value}` : value });
    expect(sheet?.A2.f).toBeUndefined();
    expect(await readCells({ bytes, fileName })).toEqual([[value, 'x']]);
  });

  it('keeps numbers as numbers', async () => {
    const bytes = await buffer(
      write({
        format,
        rows: [
          [-12.5, 3],
          ['-12.5', true],
          [Number.NaN, null],
        ],
      }),
    );
    expect(await readCells({ bytes, fileName })).toEqual([
      ['-12.5', '3'],
      ['-12.5', 'TRUE'],
    ]);
  });

  it('writes headers as text', async () => {
    const bytes = await buffer(write({ format, rows: [['x', 'y']], columns: ['=1+1', 'b'] }));
    expect((await readInProcess({ bytes, fileName })).columns).toEqual(['=1+1', 'b']);
  });

  it('passes on errors of the rows', async () => {
    async function* failing() {
      yield { a: 'x' };
      throw new Error('The database is gone');
    }
    const output = writeWorkbook({
      format,
      sheets: [{ name: 'A', columns: [column('a')], rows: failing() }],
    });
    await expect(buffer(output)).rejects.toThrow('The database is gone');
  });

  it('reads rows with backpressure', async () => {
    let taken = 0;
    let hasLeft = () => {};
    const left = new Promise<void>((resolve) => {
      hasLeft = resolve;
    });
    async function* endless() {
      try {
        for (;;) {
          taken += 1;
          yield { a: `${Math.random()} ${'x'.repeat(1000)}` };
        }
      } finally {
        hasLeft();
      }
    }
    const output = writeWorkbook({
      format,
      sheets: [{ name: 'A', columns: [column('a')], rows: endless() }],
    });
    for await (const _ of output) if (taken > 0) break;
    await left;
    expect(taken).toBeLessThan(50_000);
  });
});

it('CSV begins with a byte order mark', async () => {
  expect(await text(write({ format: 'csv', rows: [['Café', 'x']] }))).toBe('a,b\r\nCafé,x\r\n');
  const bytes = await buffer(write({ format: 'csv', rows: [] }));
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
});

describe('a workbook', () => {
  it('contains several sheets under valid names', async () => {
    const names = ['Products', 'a/b [c]: what is this? *a long one*', "'Tom & Jerry'"];
    const sheets = names.map((name) => ({ name, columns: [column('a')], rows: [{ a: name }] }));
    const bytes = await buffer(writeWorkbook({ format: 'xlsx', sheets }));
    const read = await readInProcess({ bytes, fileName: 'a.xlsx' });
    expect(read.sheets).toEqual(['Products', 'a b  c   what is this   a long ', ' Tom & Jerry ']);
    const last = await readCells({ bytes, fileName: 'a.xlsx', sheet: ' Tom & Jerry ' });
    expect(last).toEqual([["'Tom & Jerry'"]]);
  });

  it('is read as earlier versions wrote it, with apostrophes before formulas', async () => {
    const rows = [["'+91 98765 43210", "''=1"]];
    const bytes = makeWorkbook({ sheets: { A: [['a', 'b'], ...rows] }, type: 'xlsx' });
    expect(await readCells({ bytes, fileName: 'a.xlsx' })).toEqual([['+91 98765 43210', "'=1"]]);
  });

  it('reports a cell that is too long', async () => {
    const output = write({ format: 'xlsx', rows: [['x', 'y'.repeat(32_768)]] });
    await expect(buffer(output)).rejects.toMatchObject({
      code: 'cellTooLong',
      message: 'The text in cell B2 of sheet “Sheet” is too long for Excel. Use CSV instead.',
    });
  });
});

it.each(['csv', 'xlsx'] as const)('a large %s file is written in turns with other work', async (format) => {
  const rows = Array.from({ length: 20_000 }, (_, index) => ({ name: `Gel pen ${index}` }));
  const columns = [{ key: 'name', header: 'Name' }];
  const events: string[] = [];
  for await (const _ of writeWorkbook({ format, sheets: [{ name: 'Products', columns, rows }] })) {
    if (events.length === 0) setImmediate(() => events.push('other work'));
    events.push('chunk');
  }
  expect(events.at(-1)).toBe('chunk');
  expect(events).toContain('other work');
});
