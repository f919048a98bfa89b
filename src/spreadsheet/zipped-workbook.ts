import { CFB, type WorkBook, type WorkSheet } from 'xlsx';
import { type ArchiveEntry, unpackedTooLargeError, unpackWorkbook } from './archive.ts';
import { uncalculated } from './cell-errors.ts';
import { unsupportedError } from './error.ts';
import type { FileLimits, SpreadsheetLimits } from './limits.ts';
import { extractMergedCells } from './merged-cells.ts';
import { findTotals, listOdsSheets, type RowMarks, xmlAttribute } from './row-marks.ts';
import { type CellReferences, openSheetXml, type SheetLine } from './sheet-xml.ts';

const textTag = /<(\/?)(?:\w+:)?(si|t|rPh)(?=[\s/>])([^<>]*)>/g;

/**
 * Reduces shared strings to one text each. SheetJS skips an empty `<si/>`, so that every later text would
 * move by one, and takes phonetic marks for text.
 */
const reduceStrings = (xml: string): string => {
  let [result, text] = ['', ''];
  let [copied, start] = [0, 0];
  let isPhonetic = false;
  for (const { 0: tag, 1: slash, 2: name, 3: rest = '', index } of xml.matchAll(textTag)) {
    const end = index + tag.length;
    const [isStart, isEnd] = [slash === '', slash !== '' || rest.endsWith('/')];
    if (name === 'rPh') isPhonetic = !isEnd;
    else if (name === 't') {
      if (!isStart && !isPhonetic) text += xml.slice(start, index);
      start = end;
    } else {
      if (isStart) {
        result += xml.slice(copied, index);
        text = '';
      }
      if (isEnd) {
        result += `<${name}><t>${text}</t></${name}>`;
        copied = end;
      }
    }
  }
  return result + xml.slice(copied);
};

/** Built-in dates of Asian locales, and a free number for a redefined General; SheetJS knows neither. */
const asianDates = [27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 57, 58];
const movedGeneral = 59;

const moveGeneral = (tag: string) => tag.replace(/(?<=\snumFmtId=["'])0(?=["'])/, String(movedGeneral));

const rewriteStyles = (xml: string): string => {
  // Conditional formats have their own format tags, after those of the cells.
  const head = xml.slice(0, xml.search(/<(?:\w+:)?cellXfs\b/));
  const formats = [...head.matchAll(/<(?:\w+:)?numFmt\s[^<>]*>/g)].map(([tag]) => tag);
  const isGeneralMoved = formats.some((tag) => xmlAttribute(tag, 'numFmtId') === '0');
  const added = asianDates.map((id) => `<numFmt numFmtId="${id}" formatCode="yyyy-mm-dd"/>`);
  return xml
    .replace(/<(?:\w+:)?xf\s[^<>]*>/g, (tag) => (isGeneralMoved ? moveGeneral(tag) : tag))
    .replace(
      /<(?:\w+:)?styleSheet\b[^<>]*>/,
      (start) => `${start}<numFmts>${[...added, ...formats.map(moveGeneral)].join('')}</numFmts>`,
    );
};

const rewriters: [RegExp, (xml: string) => string][] = [
  [/(?:^|\/)sharedStrings\d*\.xml$/i, reduceStrings],
  [/(?:^|\/)styles\d*\.xml$/i, rewriteStyles],
];

/** Rewrites what SheetJS would read wrongly in a part of an xlsx file. */
const rewriteXlsxPart = (name: string, content: Buffer): Buffer => {
  const rewrite = rewriters.find(([pattern]) => pattern.test(name))?.[1];
  // All markup is ASCII, so the bytes of other characters are kept as they are.
  return rewrite ? Buffer.from(rewrite(content.toString('latin1')), 'latin1') : content;
};

const odsEmptyCell = /<table:table-cell\b([^<>]*)\/>/g;

/** Marks formulas without a result in an ods sheet; SheetJS would silently drop these cells. */
const markOdsFormulas = (content: Buffer): Buffer => {
  if (!content.includes('table:formula=')) return content;
  const marked = content.toString('utf8').replace(odsEmptyCell, (cell, attributes: string) => {
    if (!attributes.includes(' table:formula="')) return cell;
    if (/\boffice:(?:value|string-value|date-value|time-value|boolean-value)=/.test(attributes)) return cell;
    const otherAttributes = attributes.replace(/\b(?:table:formula|office:value-type|calcext:value-type)="[^"]*"/g, '');
    return `<table:table-cell${otherAttributes} office:value-type="string"><text:p>${uncalculated}</text:p></table:table-cell>`;
  });
  return Buffer.from(marked);
};

/** A workbook for SheetJS, and what SheetJS doesn't return about its sheets. */
export type Sheets = {
  bytes: Buffer;
  isDamaged: boolean;
  isHidden: (workbook: WorkBook, index: number) => boolean;
  openLines: (workbook: WorkBook, index: number) => () => Iterable<SheetLine>;
};

export const sheetAt = ({ Sheets: sheets, SheetNames: names }: WorkBook, index: number): WorkSheet =>
  sheets[names[index] ?? ''] ?? {};

/** Returns the rows that SheetJS has read. */
export function* listLines(worksheet: WorkSheet, marks: RowMarks): Generator<SheetLine> {
  const data = worksheet['!data'] ?? [];
  // Iterate over keys: a sheet can have two cells a million empty rows apart.
  for (const key of Object.keys(data)) {
    const row = Number(key) + 1;
    const cells = data[Number(key)];
    if (cells) yield { row, cells, mark: marks.get(row) };
  }
}

const repack = (parts: ArchiveEntry[]): Buffer => {
  const container = CFB.utils.cfb_new();
  for (const { name, content } of parts) CFB.utils.cfb_add(container, `/${name}`, content, { unsafe: true });
  return CFB.write(container, { fileType: 'zip', type: 'buffer', compression: false });
};

/** Optional in an ods file, but required by SheetJS. */
const emptyStyles: ArchiveEntry = { name: 'styles.xml', content: Buffer.from('<office:document-styles/>') };

export const isHiddenSheet: Sheets['isHidden'] = (workbook, index) =>
  (workbook.Workbook?.Sheets?.[index]?.Hidden ?? 0) > 0;

const isSheet = ({ content }: ArchiveEntry): boolean =>
  /<(?:\w+:)?worksheet[\s>]/.test(content.toString('latin1', 0, 4096));

/**
 * Reduces an xlsx sheet to the number of its part, by which its cells are found, and the merges within one column.
 * Other merges and links can claim the whole sheet in a few bytes, and SheetJS would expand them cell by cell.
 */
const reduceSheet = ({ content }: ArchiveEntry, part: number): Buffer => {
  const merges = extractMergedCells(content.subarray(Math.max(0, content.lastIndexOf('sheetData'))));
  return Buffer.from(
    `<worksheet><sheetData><row r="1"><c r="A1"><v>${part}</v></c></row></sheetData>${merges}</worksheet>`,
  );
};

/** The results of reading an xlsx file that SheetJS doesn't declare. */
type XlsxWorkbook = WorkBook & {
  Strings: CellReferences['strings'];
  Styles: { CellXf?: { numFmtId?: number }[] };
  SSF: Record<number, string>;
};

const readXlsx = (parts: ArchiveEntry[]): Omit<Sheets, 'isDamaged'> => {
  const reduced = parts.map((part, index) => ({
    name: part.name,
    content: isSheet(part) ? reduceSheet(part, index) : rewriteXlsxPart(part.name, part.content),
  }));
  return {
    // The sheets' relations lead to links and images, which aren't needed.
    bytes: repack(reduced.filter(({ name }) => !/(?:^|\/)worksheets\/_rels\//.test(name))),
    isHidden: isHiddenSheet,
    openLines: (workbook, index) => {
      const { Strings: strings, Styles, SSF } = workbook as XlsxWorkbook;
      const part = parts[sheetAt(workbook, index)['!data']?.[0]?.[0]?.v as number];
      if (!part) return () => [];
      const formats = (Styles.CellXf ?? []).map(({ numFmtId = 0 }) => SSF[numFmtId] ?? '');
      const date1904 = workbook.Workbook?.WBProps?.date1904 === true;
      const readLines = openSheetXml(part.content, { strings, formats, date1904 });
      const totals = findTotals(parts, part.name);
      return function* () {
        for (const line of readLines()) yield totals.has(line.row) ? { ...line, mark: 'totals' } : line;
      };
    },
  };
};

const tagStart = /<(?:\w+:)?table-(row|cell)\b/g;

/** Lists the rows and cells with their attributes. Reads up to the next bracket, as SheetJS does. */
function* listTags(content: string): Generator<{ kind: string | undefined; attributes: string }> {
  tagStart.lastIndex = 0;
  for (let match = tagStart.exec(content); match; match = tagStart.exec(content)) {
    const end = content.indexOf('>', tagStart.lastIndex);
    if (end === -1) return;
    yield { kind: match[1], attributes: content.slice(tagStart.lastIndex, end) };
    tagStart.lastIndex = end;
  }
}

const parseRepeat = (attributes: string, name: string): number =>
  Number(new RegExp(`number-${name}-repeated="(\\d+)"`).exec(attributes)?.[1] ?? 1);

/**
 * Whether the filled cells of an ods file exceed the limits. The file stores repeat counts for rows and cells, and
 * SheetJS expands them: 600 bytes can claim billions of cells.
 */
const hasTooManyRepeats = (content: Buffer, limits: SpreadsheetLimits): boolean => {
  let rows = 1;
  let repeatedCells = 0;
  for (const { kind, attributes } of listTags(content.toString('latin1'))) {
    if (kind === 'row') rows = parseRepeat(attributes, 'rows');
    // An empty cell is self-closing; it may repeat to the end of the sheet at no cost.
    else if (!attributes.endsWith('/')) {
      const columns = parseRepeat(attributes, 'columns');
      if (columns > limits.columns || rows > limits.rows) return true;
      if (rows * columns > 1) repeatedCells += rows * columns;
    }
  }
  return repeatedCells > limits.rows * maxRepeatedColumns;
};

/** Limit of repeated columns in a sheet with the maximum of rows; a wider block of equal cells is no data table. */
const maxRepeatedColumns = 20;

const readOds = (parts: ArchiveEntry[], { fileName, limits }: FileLimits): Omit<Sheets, 'isDamaged'> => {
  const content = parts.find((part) => part.name === 'content.xml')?.content ?? Buffer.alloc(0);
  if (hasTooManyRepeats(content, limits)) throw unpackedTooLargeError(fileName);
  const readable = parts.map((part) =>
    part.name === 'content.xml' ? { ...part, content: markOdsFormulas(content) } : part,
  );
  const missing = parts.some(({ name }) => name === emptyStyles.name) ? [] : [emptyStyles];
  const sheets = listOdsSheets(content.toString('utf8'));
  return {
    bytes: repack([...readable, ...missing]),
    isHidden: (_, index) => sheets[index]?.isHidden === true,
    openLines: (workbook, index) => () => listLines(sheetAt(workbook, index), sheets[index]?.marks ?? new Map()),
  };
};

export const readZip = async (source: FileLimits & { bytes: Buffer }): Promise<Sheets> => {
  const { bytes, fileName, limits } = source;
  const parts = await unpackWorkbook(bytes, { fileName, limits });
  const has = (pattern: RegExp) => parts.some(({ name }) => pattern.test(name));
  const kind = parts.find(({ name }) => name === 'mimetype')?.content.toString('latin1') ?? '';
  const isOpenDocument = kind.startsWith('application/vnd.oasis.opendocument.spreadsheet');
  const isWorkbook = has(/^\[Content_Types\]\.xml$/) && has(/workbook\d*\.xml$/);
  if (!isWorkbook && !(isOpenDocument && has(/^content\.xml$/))) throw unsupportedError(fileName);
  const isDamaged = parts.some((part) => part.isDamaged);
  return { ...(isOpenDocument ? readOds(parts, source) : readXlsx(parts)), isDamaged };
};
