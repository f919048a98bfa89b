import { CFB, type WorkBook } from 'xlsx';
import { type ArchiveEntry, unpackedTooLargeError, unpackWorkbook } from './archive.ts';
import { unsupportedError } from './error.ts';
import type { FileLimits, SpreadsheetLimits } from './limits.ts';
import { extractMergedCells } from './merged-cells.ts';
import { rewriteXlsxPart } from './rewrite-xlsx.ts';
import { findXlsxMarks, listOdsSheets, type RowMarks } from './row-marks.ts';
import { markOdsFormulas, markXlsxFormulas } from './uncalculated.ts';

/** A workbook for SheetJS, and what SheetJS doesn't return about its sheets. */
export type Sheets = {
  bytes: Buffer;
  isDamaged: boolean;
  isHidden: (workbook: WorkBook, index: number) => boolean;
  findMarks: (workbook: WorkBook, index: number) => RowMarks;
};

/**
 * Removes everything but the cells and the merges within one column from an xlsx sheet. Other merges and links can
 * claim the whole sheet in a few bytes, and SheetJS would expand them cell by cell.
 */
const keepCellsOnly = ({ name, content }: ArchiveEntry): ArchiveEntry => {
  const lastMention = content.lastIndexOf('sheetData');
  const end = lastMention < 0 ? -1 : content.indexOf('>', lastMention);
  const isSheet = /(?:^|\/)worksheets\//.test(name);
  if (!isSheet || end < 0) return { name, content: rewriteXlsxPart(name, content) };
  const cells = rewriteXlsxPart(name, markXlsxFormulas(content.subarray(0, end + 1)));
  return { name, content: Buffer.concat([cells, extractMergedCells(content.subarray(end + 1))]) };
};

const repack = (parts: ArchiveEntry[]): Buffer => {
  const container = CFB.utils.cfb_new();
  for (const { name, content } of parts) CFB.utils.cfb_add(container, `/${name}`, content, { unsafe: true });
  return CFB.write(container, { fileType: 'zip', type: 'buffer', compression: false });
};

/** Optional in an ods file, but required by SheetJS. */
const emptyStyles: ArchiveEntry = { name: 'styles.xml', content: Buffer.from('<office:document-styles/>') };

export const isHiddenSheet: Sheets['isHidden'] = (workbook, index) =>
  (workbook.Workbook?.Sheets?.[index]?.Hidden ?? 0) > 0;

const readXlsx = (parts: ArchiveEntry[]): Omit<Sheets, 'isDamaged'> => ({
  // The sheets' relations lead to links and images, which aren't needed.
  bytes: repack(parts.filter(({ name }) => !/(?:^|\/)worksheets\/_rels\//.test(name)).map(keepCellsOnly)),
  isHidden: isHiddenSheet,
  findMarks: (workbook, index) => {
    const properties: { Hidden?: number; id?: string } = workbook.Workbook?.Sheets?.[index] ?? {};
    return findXlsxMarks(parts, properties.id);
  },
});

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
    findMarks: (_, index) => sheets[index]?.marks ?? new Map(),
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
