import { once } from 'node:events';
import { deflateRawSync } from 'node:zlib';
import { type BookType, utils, write } from 'xlsx';
import { ZipFile } from 'yazl';
import { defaultLimits, type SpreadsheetLimits } from './limits.ts';
import { openSpreadsheet, type SpreadsheetChoices } from './open.ts';
import { type ReadSpreadsheetOptions, readSpreadsheet } from './read.ts';
import { readTable, type TableRow } from './table.ts';

export const collect = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
  const taken: Item[] = [];
  for await (const item of items) taken.push(item);
  return taken;
};

/** A row with its texts by the titles of the columns. */
const toNamedRow = ({ row, cells, numbers, cellErrors, error }: TableRow, columns: readonly string[]) => {
  const byColumn = (texts: readonly [index: number, text: string][]) =>
    Object.fromEntries(texts.map(([index, text]) => [columns[index] ?? '', text]));
  return {
    row,
    cells: Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ''])),
    ...(numbers && { numbers: byColumn(numbers) }),
    ...(cellErrors && { cellErrors: byColumn(cellErrors) }),
    ...(error && { error }),
  };
};

/** Reads a complete spreadsheet in a worker, like the product. */
export const readAll = async (options: ReadSpreadsheetOptions) => {
  const { sheets, sheet, columns, batches } = await readSpreadsheet(options);
  const rows = (await collect(batches)).flat();
  return { sheets, sheet, columns, rows: rows.map((row) => toNamedRow(row, columns)) };
};

export const readAllWithNotices = async (options: ReadSpreadsheetOptions) => {
  const { profile, batches } = await readSpreadsheet(options);
  return { rows: (await collect(batches)).flat(), rowNotices: profile.rowNotices };
};

type FileInMemory = {
  bytes: Buffer;
  fileName: string;
  limits?: Partial<SpreadsheetLimits>;
  knownTitles?: string[];
} & SpreadsheetChoices;

/** Reads a complete spreadsheet without the worker, which takes longer to start than a small file to read. */
export const readInProcess = async ({ bytes, limits: changed, sheet: wanted, ...options }: FileInMemory) => {
  const limits = { ...defaultLimits, ...changed };
  const opened = await openSpreadsheet({ bytes, sheet: wanted, limits, ...options });
  const { columns, readRows } = await readTable(opened, { limits, ...options });
  const taken = (await collect(readRows())).flat();
  const { sheets, sheet } = opened;
  return { sheets, sheet, columns, rows: taken.map((row) => toNamedRow(row, columns)) };
};

export const readCells = async (options: FileInMemory) => {
  const { columns, rows } = await readInProcess(options);
  return rows.map(({ cells }) => columns.map((column) => cells[column]));
};

type WorkbookContent = { sheets: Record<string, unknown[][]>; type: BookType };

export const makeWorkbook = ({ sheets, type }: WorkbookContent): Buffer => {
  const book = utils.book_new();
  for (const [name, rows] of Object.entries(sheets)) {
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows), name);
  }
  return write(book, { bookType: type, type: 'buffer', compression: true });
};

export const makeArchive = async (parts: Record<string, string | Buffer>): Promise<Buffer> => {
  const archive = new ZipFile();
  for (const [name, content] of Object.entries(parts)) archive.addBuffer(Buffer.from(content), name);
  archive.end();
  const chunks: Buffer[] = [];
  archive.outputStream.on('data', (chunk) => chunks.push(chunk));
  await once(archive.outputStream, 'end');
  return Buffer.concat(chunks);
};

export const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
export const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

export const xlsxParts = (sheetXml: string): Record<string, string> => ({
  '[Content_Types].xml':
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>',
  '_rels/.rels':
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
  'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Products" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels':
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
  'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}">${sheetXml}</worksheet>`,
});

type XlsxContent = { sheet: string; strings?: string; styles?: string };

/** A workbook with the given cells, shared strings and styles. */
export const makeXlsx = ({ sheet, strings, styles }: XlsxContent, more: Record<string, string | Buffer> = {}) => {
  const parts = xlsxParts(`<sheetData>${sheet}</sheetData>`);
  const add = (part: 'sharedStrings' | 'styles', content: string | undefined) => {
    if (content === undefined) return;
    parts['[Content_Types].xml'] = String(parts['[Content_Types].xml']).replace(
      '</Types>',
      `<Override PartName="/xl/${part}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${part}+xml"/></Types>`,
    );
    parts['xl/_rels/workbook.xml.rels'] = String(parts['xl/_rels/workbook.xml.rels']).replace(
      '</Relationships>',
      `<Relationship Id="${part}" Type="${relationships}/${part}" Target="${part}.xml"/></Relationships>`,
    );
    parts[`xl/${part}.xml`] = content;
  };
  add('sharedStrings', strings && `<sst xmlns="${main}">${strings}</sst>`);
  add('styles', styles && `<styleSheet xmlns="${main}">${styles}</styleSheet>`);
  return makeArchive({ ...parts, ...more });
};

export const sheetRow = (number: number, cells: string) => `<row r="${number}">${cells}</row>`;
export const textCell = (reference: string, value: string) =>
  `<c r="${reference}" t="inlineStr"><is><t>${value}</t></is></c>`;

/** A 1 MB archive whose sheet unpacks to 1 GB of zeros; `claims` says whether its header admits that. */
export const makeZipBomb = ({ claims }: { claims: 'truth' | 'little' }): Buffer => {
  const name = Buffer.from('xl/worksheets/sheet1.xml');
  const unpacked = 1024 ** 3;
  const packed = packZeros(unpacked);
  const claimed = claims === 'truth' ? unpacked : 1000;
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE(8, 4);
  common.writeUInt32LE(packed.length, 14);
  common.writeUInt32LE(claimed, 18);
  common.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, name, packed]);
  const central = Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, Buffer.alloc(14), name]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
};

/** Deflates one block of zeros and repeats it, to be fast. */
const packZeros = (length: number): Buffer => {
  const block = 64 * 1024 * 1024;
  const packed = deflateRawSync(Buffer.alloc(block), { finishFlush: 2, level: 9 });
  const blocks = Array.from({ length: length / block }, () => packed);
  return Buffer.concat([...blocks, deflateRawSync(Buffer.alloc(0))]);
};
