import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { type Options, stringify } from 'csv-stringify/sync';
import { ZipFile } from 'yazl';
import { type CellValue, type Column, columnLetter } from './column.ts';
import { SpreadsheetError } from './errors.ts';
import { escapeFormula, escapeTextCell } from './formula-escape.ts';
import { defaultLimits } from './limits.ts';
import { rowXml, sheetEnd, sheetPath, sheetStart, workbookParts } from './xlsx-xml.ts';

type Row = Record<string, CellValue>;

export const mimeTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
} as const;

type SheetToWrite = { name: string; columns: Column[]; rows: Iterable<Row> | AsyncIterable<Row> };

/** A CSV file has one sheet, a workbook any number. */
export type WriteWorkbookOptions =
  | { format: 'xlsx'; sheets: SheetToWrite[] }
  | { format: 'csv'; sheets: [SheetToWrite] };

async function* lines(sheet: SheetToWrite): AsyncGenerator<CellValue[]> {
  yield sheet.columns.map((column) => column.header);
  for await (const row of sheet.rows) yield sheet.columns.map(({ key }) => row[key]);
}

const chunkCharacters = 64 * 1024;

/** Milliseconds after which other work takes its turn. A fast reader of the file would leave it none. */
const sliceMilliseconds = 15;

/** Joins small pieces, because each chunk of a stream has overhead. */
async function* inChunks(pieces: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let chunk = '';
  let sliceStart = performance.now();
  for await (const piece of pieces) {
    chunk += piece;
    if (performance.now() - sliceStart > sliceMilliseconds) {
      await setImmediate();
      sliceStart = performance.now();
    }
    if (chunk.length < chunkCharacters) continue;
    yield Buffer.from(chunk);
    chunk = '';
  }
  yield Buffer.from(chunk);
}

const csvOptions: Options = {
  record_delimiter: 'windows',
  // Apps guess delimiters and line ends, and some trim cells.
  quoted_match: /[;|\t\r\n]|^\s|\s$/,
  cast: {
    string: escapeFormula,
    number: (value) => (Number.isFinite(value) ? String(value) : ''),
    boolean: (value) => (value ? 'TRUE' : 'FALSE'),
  },
};

/** Tells Excel that the text is UTF-8. */
const byteOrderMark = '\ufeff';

async function* csvPieces(sheet: SheetToWrite): AsyncGenerator<string> {
  yield byteOrderMark;
  for await (const values of lines(sheet)) yield stringify([values], csvOptions);
}

const excelRows = 1_048_576;

const assertFits = (values: CellValue[], { row, name }: { row: number; name: string }) => {
  const limit = defaultLimits.cellCharacters;
  const tooLong = values.findIndex((value) => typeof value === 'string' && escapeTextCell(value).length > limit);
  if (tooLong >= 0) {
    const cell = `cell ${columnLetter(tooLong)}${row} of sheet “${name}”`;
    throw new SpreadsheetError('cellTooLong', `The text in ${cell} is too long for Excel. Use CSV instead.`);
  }
  if (row > excelRows) {
    const message = `Sheet “${name}” has too many rows for Excel. Use CSV instead.`;
    throw new SpreadsheetError('tooManyRows', message);
  }
};

async function* sheetPieces(sheet: SheetToWrite): AsyncGenerator<string> {
  yield sheetStart(sheet.columns);
  let row = 0;
  for await (const values of lines(sheet)) {
    row += 1;
    assertFits(values, { row, name: sheet.name });
    yield rowXml(values, row);
  }
  yield sheetEnd;
}

const writeXlsx = (sheets: SheetToWrite[]): Readable => {
  const archive = new ZipFile();
  const output = new PassThrough();
  for (const { name, content } of workbookParts(sheets.map((sheet) => sheet.name))) {
    archive.addBuffer(Buffer.from(content), name);
  }
  for (const [index, sheet] of sheets.entries()) {
    // Open lazily, so that no rows wait while another sheet is written.
    archive.addReadStreamLazy(sheetPath(index + 1), (deliver) => {
      if (output.destroyed) return;
      const pieces = Readable.from(inChunks(sheetPieces(sheet)), { objectMode: false });
      pieces.on('error', (error) => output.destroy(error));
      output.once('close', () => pieces.destroy());
      deliver(null, pieces);
    });
  }
  archive.on('error', (error) => output.destroy(error));
  archive.end();
  // Forward the error to the output stream, which its consumer reads.
  pipeline(archive.outputStream, output).catch((error) => output.destroy(error));
  return output;
};

/**
 * Streams rows into a file in constant memory. An error of the rows becomes the stream's error; destroying the stream
 * ends the iteration of the rows.
 */
export const writeWorkbook = (options: WriteWorkbookOptions): Readable =>
  options.format === 'csv'
    ? Readable.from(inChunks(csvPieces(options.sheets[0])), { objectMode: false })
    : writeXlsx(options.sheets);
