import { describe, expect, it } from 'vitest';
import { CFB } from 'xlsx';
import { SpreadsheetError } from './errors.ts';
import type { SpreadsheetLimits } from './limits.ts';
import { makeArchive, makeWorkbook, makeZipBomb, readAll, readInProcess, xlsxParts } from './test-workbooks.ts';

type Options = {
  fileName?: string;
  limits?: Partial<SpreadsheetLimits>;
  read?: typeof readAll | typeof readInProcess;
};

const rejectionOf = async (
  bytes: Buffer | string,
  { fileName = 'products.xlsx', limits, read = readInProcess }: Options = {},
): Promise<SpreadsheetError> => {
  const error = await read({ bytes: Buffer.from(bytes), fileName, limits }).then(
    () => new Error('It was read'),
    (error: unknown) => error,
  );
  if (error instanceof SpreadsheetError) return error;
  throw error;
};

const title = '<row r="1"><c r="A1" t="inlineStr"><is><t>name</t></is></c></row>';
const xlsx = (rows: string) => makeArchive(xlsxParts(`<sheetData>${title}${rows}</sheetData>`));
const ods = (rows: string) =>
  makeArchive({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'META-INF/manifest.xml': '<manifest:manifest/>',
    'content.xml': `<office:document-content><office:body><office:spreadsheet><table:table table:name="A">${rows}</table:table></office:spreadsheet></office:body></office:document-content>`,
  });

describe('a zip bomb', () => {
  it('is rejected before anything is unpacked', async () => {
    const bomb = makeZipBomb({ claims: 'truth' });
    expect(bomb.length).toBeLessThan(1.2 * 1024 * 1024);
    expect(await rejectionOf(bomb, { read: readAll })).toMatchObject({
      code: 'tooLarge',
      message: 'products.xlsx is too large when unpacked. Split it into smaller files.',
    });
  });

  it('is rejected when it claims to be small', async () => {
    expect((await rejectionOf(makeZipBomb({ claims: 'little' }))).code).toBe('damaged');
  });

  it('is rejected when one part is compressed too well', async () => {
    const parts = xlsxParts(`<sheetData>${title}</sheetData>${' '.repeat(11 * 1024 * 1024)}`);
    expect((await rejectionOf(await makeArchive(parts))).code).toBe('tooLarge');
  });

  it('is rejected when it has thousands of parts', async () => {
    const parts = Object.fromEntries(Array.from({ length: 2001 }, (_, at) => [`part${at}.xml`, '']));
    expect((await rejectionOf(await makeArchive(parts))).code).toBe('tooLarge');
  });
});

describe('a sheet that is too large', () => {
  it('is rejected for a cell beyond the last column', async () => {
    const row = '<row r="2"><c r="A2"><v>1</v></c><c r="XFD2"><v>1</v></c></row>';
    expect((await rejectionOf(await xlsx(row))).message).toBe('products.xlsx has more than 256 columns');
  });

  it('is rejected for 40,000 columns', async () => {
    const wide = Array.from({ length: 40_000 }, (_, at) => `c${at}`).join(',');
    expect((await rejectionOf(`${wide}\n1\n`, { fileName: 'a.csv' })).code).toBe('tooManyColumns');
    const cells = Array.from({ length: 40_000 }, () => '<c><v>1</v></c>').join('');
    expect((await rejectionOf(await xlsx(`<row r="2">${cells}</row>`))).code).toBe('tooManyColumns');
  });

  it('is rejected for one row too many', async () => {
    const lines = (count: number) => `name\n${'Pen\n'.repeat(count)}`;
    const options = { fileName: 'a.csv', limits: { rows: 1500 } };
    expect((await rejectionOf(lines(1501), options)).message).toBe(
      'a.csv has more than 1,500 rows. Split it into smaller files.',
    );
    const { rows } = await readAll({ bytes: Buffer.from(lines(1500)), ...options });
    expect(rows).toHaveLength(1500);
  });

  it('is rejected for an oversized cell', async () => {
    const cell = `<c r="B2" t="inlineStr"><is><t>${'x'.repeat(32_768)}</t></is></c>`;
    expect((await rejectionOf(await xlsx(`<row r="2">${cell}</row>`))).message).toBe(
      'products.xlsx has more than 32,767 characters in cell B2',
    );
  });

  it('is rejected for its size', async () => {
    const error = await rejectionOf('x'.repeat(2_000_000), {
      fileName: 'a.csv',
      limits: { bytes: 1_048_576 },
    });
    expect(error.message).toBe('a.csv is larger than 1 MB');
  });

  const repeated = ({ rows, columns }: { rows: number; columns: number }) =>
    ods(
      `<table:table-row table:number-rows-repeated="${rows}"><table:table-cell office:value-type="string" table:number-columns-repeated="${columns}"><text:p>x</text:p></table:table-cell></table:table-row>`,
    );

  it.each([
    { rows: 1_048_576, columns: 1 },
    { rows: 1, columns: 16_384 },
    { rows: 100_000, columns: 256 },
  ])('is rejected when an ods sheet repeats $rows x $columns cells', async (size) => {
    expect((await rejectionOf(await repeated(size), { fileName: 'a.ods' })).code).toBe('tooLarge');
  });

  it('is read when an ods sheet repeats only a few or empty cells', async () => {
    const few = (text: string) =>
      `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`;
    const empty = '<table:table-cell table:number-columns-repeated="16384"/>';
    const bytes = await ods(
      `<table:table-row>${few('name')}${empty}</table:table-row><table:table-row table:number-rows-repeated="3">${few('Pen')}</table:table-row><table:table-row table:number-rows-repeated="1048572">${empty}</table:table-row>`,
    );
    const { rows } = await readInProcess({ bytes, fileName: 'a.ods' });
    expect(rows.map(({ row, cells }) => [row, cells.name])).toEqual([
      [2, 'Pen'],
      [3, 'Pen'],
      [4, 'Pen'],
    ]);
  });
});

describe('the worker', () => {
  const many = makeWorkbook({
    sheets: { A: [['name'], ...Array.from({ length: 60_000 }, (_, at) => [`Pen ${at}`, at, at])] },
    type: 'xlsx',
  });

  it('ends when it exceeds its memory limit', async () => {
    expect(await rejectionOf(many, { limits: { memoryMegabytes: 16 }, read: readAll })).toMatchObject({
      code: 'tooLarge',
      message: 'products.xlsx is too large to read. Split it into smaller files.',
    });
  });

  it('ends when it exceeds its time limit', async () => {
    expect(await rejectionOf(many, { limits: { milliseconds: 1 }, read: readAll })).toMatchObject({
      code: 'timeLimit',
      message: 'products.xlsx takes too long to read. Split it into smaller files.',
    });
  });

  it('ends when the caller cancels', async () => {
    const controller = new AbortController();
    const reading = readAll({ bytes: many, fileName: 'a.xlsx', signal: controller.signal });
    controller.abort(new Error('Cancelled by the person'));
    await expect(reading).rejects.toThrow('Cancelled by the person');
    const again = readAll({ bytes: many, fileName: 'a.xlsx', signal: controller.signal });
    await expect(again).rejects.toThrow('Cancelled by the person');
  });
});

describe('other content', () => {
  const png = Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010802000000', 'hex');
  const allowed = 'Use a CSV, XLSX, XLS or ODS file.';

  it.each([
    ['a picture', png, 'a.csv', `a.csv isn’t a spreadsheet. It looks like a PNG file. ${allowed}`],
    ['a PDF', '%PDF-1.7\n', 'a.csv', `a.csv isn’t a spreadsheet. It looks like a PDF file. ${allowed}`],
    [
      'a program',
      Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0]),
      'a.xlsx',
      `a.xlsx isn’t a spreadsheet. It looks like a ELF file. ${allowed}`,
    ],
    [
      'anything else that is no text',
      Buffer.from([1, 0, 2, 0, 0, 7, 9, 0, 1]),
      'a.csv',
      `a.csv isn’t a spreadsheet. Its content is neither text nor a workbook. ${allowed}`,
    ],
    [
      'a web page under the name of a workbook',
      ' <html><table><tr><td>name</td></tr></table></html>',
      'a.xls',
      `a.xls is a web page or XML file. Open it in a spreadsheet app and save it as XLSX. ${allowed}`,
    ],
    [
      'text of another name',
      '{"name": "Pen"}',
      'a.json',
      `a.json isn’t a spreadsheet. It’s a plain text file. If it holds a table, rename it to end in .csv. ${allowed}`,
    ],
  ])('%s is rejected', async (_what, bytes, fileName, message) => {
    expect(await rejectionOf(bytes, { fileName })).toMatchObject({ code: 'unsupported', message });
  });

  it('another archive is rejected', async () => {
    const word = await makeArchive({
      '[Content_Types].xml': '<Types/>',
      'word/document.xml': '<w:document/>',
    });
    expect((await rejectionOf(word)).message).toBe(`products.xlsx isn’t a supported spreadsheet. ${allowed}`);
  });

  it('another old Office document is rejected', async () => {
    const container = CFB.utils.cfb_new();
    CFB.utils.cfb_add(container, '/WordDocument', Buffer.alloc(5000));
    const bytes = CFB.write(container, { type: 'buffer' });
    expect((await rejectionOf(bytes, { fileName: 'a.xls' })).code).toBe('unsupported');
  });

  it.each(['a.csv', 'a.xlsx', 'a.xls', 'a.ods'])('an empty file named %s is rejected', async (fileName) => {
    expect(await rejectionOf('', { fileName })).toMatchObject({
      code: 'empty',
      message: `${fileName} is empty`,
    });
  });

  it('a sheet with only empty cells is rejected', async () => {
    expect((await rejectionOf(' ,\n\n,,\n', { fileName: 'a.csv' })).message).toBe(
      'a.csv has no data. The first row must contain column titles.',
    );
    expect((await rejectionOf(makeWorkbook({ sheets: { A: [] }, type: 'xlsx' }))).code).toBe('empty');
  });
});

describe('an unreadable workbook', () => {
  const rows = [['name'], ...Array.from({ length: 300 }, (_, at) => [`Pen ${at}`])];

  it.each(['xlsx', 'ods'] as const)('is rejected when an %s file is truncated', async (type) => {
    const bytes = makeWorkbook({ sheets: { A: rows }, type });
    for (const part of [0.1, 0.5, 0.99]) {
      const error = await rejectionOf(bytes.subarray(0, Math.floor(bytes.length * part)));
      expect(error.code).toBe('damaged');
    }
  });

  it('is rejected when an xls file is truncated', async () => {
    const bytes = makeWorkbook({ sheets: { A: rows }, type: 'biff8' });
    expect((await rejectionOf(bytes.subarray(0, 600), { fileName: 'a.xls' })).code).toBe('damaged');
  });

  it('is rejected when it has a password', async () => {
    const container = CFB.utils.cfb_new();
    CFB.utils.cfb_add(container, '/EncryptionInfo', Buffer.alloc(100));
    CFB.utils.cfb_add(container, '/EncryptedPackage', Buffer.alloc(5000));
    expect(await rejectionOf(CFB.write(container, { type: 'buffer' }))).toMatchObject({
      code: 'encrypted',
      message: 'products.xlsx is password-protected. Remove the password and try again.',
    });
    // In an xls file, a FilePass record (0x2F) after the first record marks encryption.
    const old = CFB.read(makeWorkbook({ sheets: { A: rows }, type: 'biff8' }), { type: 'buffer' });
    const content: Buffer = CFB.find(old, '/Workbook').content;
    const afterFirst = 4 + content.readUInt16LE(2);
    const mark = Buffer.from('2f00060000000000aabb', 'hex');
    const marked = Buffer.concat([content.subarray(0, afterFirst), mark, content.subarray(afterFirst)]);
    const other = CFB.utils.cfb_new();
    CFB.utils.cfb_add(other, '/Workbook', marked);
    expect((await rejectionOf(CFB.write(other, { type: 'buffer' }), { fileName: 'a.xls' })).code).toBe('encrypted');
    // In a ZIP archive, bit 0 of the flags in both headers of each part marks encryption.
    const archive = await xlsx('');
    for (const [header, flags] of [
      ['PK\x03\x04', 6],
      ['PK\x01\x02', 8],
    ] as const) {
      for (let at = archive.indexOf(header); at >= 0; at = archive.indexOf(header, at + 4)) {
        archive.writeUInt16LE(archive.readUInt16LE(at + flags) | 1, at + flags);
      }
    }
    expect((await rejectionOf(archive)).code).toBe('encrypted');
  });
});

it('is rejected for its total unpacked size', async () => {
  const bytes = makeWorkbook({ sheets: { Sheet: [['Name'], ['x']] }, type: 'xlsx' });
  const read = (unpackedBytes: number) => readInProcess({ bytes, fileName: 'a.xlsx', limits: { unpackedBytes } });
  await expect(read(1000)).rejects.toMatchObject({ code: 'tooLarge' });
  expect((await read(1_000_000)).rows).toHaveLength(1);
});
