import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { type Options, stringify } from 'csv-stringify/sync';
import { ZipFile } from 'yazl';
import { SpreadsheetError } from './errors.ts';
import { escapeFormula, escapeTextCell } from './formula-escape.ts';
import { defaultLimits } from './limits.ts';
import { columnLetter } from './raw-sheet.ts';

/** Value to write to a cell. Dates are ISO text, the format in which they are read. */
export type CellValue = string | number | boolean | null | undefined;

type Column = { header: string; key: string; width?: number };

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

const namespace = 'http://schemas.openxmlformats.org';
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const codeUnit = (character: string) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;

/** Encodes characters that XML can't contain as `_xHHHH_`, like Excel, and escapes text that looks like such a code. */
const escapeText = (text: string): string =>
  text
    .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    // Characters that XML can't hold.
    .replace(/[^\t\n -\ufffd]/g, codeUnit)
    .replace(/[&<>"]/g, (character) => entities[character] ?? character);

const cellXml = ({ value, reference, style }: { value: CellValue; reference: string; style: string }) => {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'boolean') return `<c r="${reference}" t="b"><v>${value ? 1 : 0}</v></c>`;
  if (typeof value === 'number') {
    return Number.isFinite(value) ? `<c r="${reference}"><v>${value}</v></c>` : '';
  }
  // Excel separates lines in a cell by a line feed alone.
  const text = escapeText(escapeTextCell(value.replace(/(?<!\r)\r+\n/g, '\n')));
  return `<c r="${reference}" t="inlineStr"${style}><is><t xml:space="preserve">${text}</t></is></c>`;
};

/** The XML of a row. The first one has the titles, in bold. */
const rowXml = (values: CellValue[], row: number): string => {
  const style = row === 1 ? ' s="1"' : '';
  const cells = values.map((value, index) => cellXml({ value, reference: `${columnLetter(index)}${row}`, style }));
  return `<row r="${row}">${cells.join('')}</row>`;
};

const usualWidth = 20;

/** The XML of a sheet before its rows. The header row is frozen. */
const sheetStart = (columns: Column[]): string => {
  const widths = columns.map(
    ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width ?? usualWidth}" customWidth="1"/>`,
  );
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  return `${declaration}<worksheet xmlns="${namespace}/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>`;
};

const sheetEnd = '</sheetData></worksheet>';

/** Fits a name to Excel's rules: at most 31 characters, and no special characters of formulas. */
const sheetName = (name: string) =>
  name
    .replace(/[[\]:*?/\\]/g, ' ')
    .replace(/^'|'$/g, ' ')
    .slice(0, 31);

/** Numbered in their order: the first is `rId1`. */
const relationships = (targets: readonly (readonly [type: string, target: string])[]) => {
  const entries = targets.map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${namespace}/officeDocument/2006/relationships/${type}" Target="${target}"/>`,
  );
  return `${declaration}<Relationships xmlns="${namespace}/package/2006/relationships">${entries.join('')}</Relationships>`;
};

const contentType = (part: string, type: string) =>
  `<Override PartName="/xl/${part}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`;

const styles = `${declaration}<styleSheet xmlns="${namespace}/spreadsheetml/2006/main"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs></styleSheet>`;

const sheetPath = (number: number): string => `xl/worksheets/sheet${number}.xml`;

const workbookParts = (names: string[]): { name: string; content: string }[] => {
  const parts = names.map((_, index) => `worksheets/sheet${index + 1}`);
  const sheets = names.map(
    (name, index) => `<sheet name="${escapeText(sheetName(name))}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  return [
    {
      name: '[Content_Types].xml',
      content: `${declaration}<Types xmlns="${namespace}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${contentType('workbook', 'sheet.main')}${contentType('styles', 'styles')}${parts.map((part) => contentType(part, 'worksheet')).join('')}</Types>`,
    },
    { name: '_rels/.rels', content: relationships([['officeDocument', 'xl/workbook.xml']]) },
    {
      name: 'xl/workbook.xml',
      content: `${declaration}<workbook xmlns="${namespace}/spreadsheetml/2006/main" xmlns:r="${namespace}/officeDocument/2006/relationships"><sheets>${sheets.join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relationships([...parts.map((part) => ['worksheet', `${part}.xml`] as const), ['styles', 'styles.xml']]),
    },
    { name: 'xl/styles.xml', content: styles },
  ];
};

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
