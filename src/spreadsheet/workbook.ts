import { type CellObject, CFB, read, set_cptable, type WorkBook, type WorkSheet } from 'xlsx';
import { type ArchiveEntry, unpackedTooLargeError, unpackWorkbook } from './archive.ts';
import { readCell } from './cell-text.ts';
import { SpreadsheetError } from './error.ts';
import type { FileLimits } from './limits.ts';
import { extractMergedCells, fillMerged } from './merged-cells.ts';
import { hasTooManyRepeats } from './ods-repeats.ts';
import type { RawRow, RawSheet } from './raw-sheet.ts';
import { tooManyColumnsError } from './table.ts';
import { markOdsFormulas, markXlsxFormulas } from './uncalculated.ts';

type Source = FileLimits & { bytes: Buffer; sheet?: string | undefined };

const damagedError = (fileName: string, cause: unknown) => {
  const message = `${fileName} is damaged or incomplete. Open it in a spreadsheet app and save it again.`;
  return new SpreadsheetError('damaged', message, { cause });
};

const encryptedError = (fileName: string) =>
  new SpreadsheetError('encrypted', `${fileName} is password-protected. Remove the password and try again.`);

const unsupportedError = (fileName: string) => {
  const message = `${fileName} isn’t a supported spreadsheet. Use a CSV, XLSX, XLS or ODS file.`;
  return new SpreadsheetError('unsupported', message);
};

/** SheetJS throws various errors for damaged files; the user needs only one message. */
const withReadErrors = async <Result>(
  fileName: string,
  work: () => Result | Promise<Result>,
): Promise<Result> => {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof SpreadsheetError) throw cause;
    if (/password|encrypt/i.test(String(cause))) throw encryptedError(fileName);
    throw damagedError(fileName, cause);
  }
};

/**
 * Removes everything but the cells and the merges within one column from an xlsx sheet. Other merges and links can
 * claim the whole sheet in a few bytes, and SheetJS would expand them cell by cell.
 */
const keepCellsOnly = ({ name, content }: ArchiveEntry): ArchiveEntry => {
  if (!/(?:^|\/)worksheets\//.test(name)) return { name, content };
  const lastMention = content.lastIndexOf('sheetData');
  const end = lastMention < 0 ? -1 : content.indexOf('>', lastMention);
  if (end < 0) return { name, content };
  const cells = markXlsxFormulas(content.subarray(0, end + 1));
  return { name, content: Buffer.concat([cells, extractMergedCells(content.subarray(end + 1))]) };
};

const repack = (parts: ArchiveEntry[]): Buffer => {
  const container = CFB.utils.cfb_new();
  for (const { name, content } of parts) CFB.utils.cfb_add(container, `/${name}`, content, { unsafe: true });
  return CFB.write(container, { fileType: 'zip', type: 'buffer', compression: false });
};

/** Optional in an ods file, but required by SheetJS. */
const emptyStyles: ArchiveEntry = { name: 'styles.xml', content: Buffer.from('<office:document-styles/>') };

const readZip = async ({ bytes, fileName, limits }: Source): Promise<Buffer> => {
  const parts = await unpackWorkbook(bytes, { fileName, limits });
  const names = new Set(parts.map((part) => part.name));
  const kind = parts.find((part) => part.name === 'mimetype')?.content.toString('latin1') ?? '';
  const isOpenDocument = kind.startsWith('application/vnd.oasis.opendocument.spreadsheet');
  const isWorkbook =
    names.has('[Content_Types].xml') && [...names].some((name) => /workbook\d*\.xml$/.test(name));
  if (!isWorkbook && !(isOpenDocument && names.has('content.xml'))) throw unsupportedError(fileName);
  const content = isOpenDocument ? parts.find((part) => part.name === 'content.xml')?.content : undefined;
  if (content && hasTooManyRepeats(content, limits)) throw unpackedTooLargeError(fileName);
  const missing = isOpenDocument && !names.has(emptyStyles.name) ? [emptyStyles] : [];
  const readable = isOpenDocument
    ? parts.map((part) =>
        part.name === 'content.xml' ? { ...part, content: markOdsFormulas(part.content) } : part,
      )
    : parts.map(keepCellsOnly);
  return repack([...readable, ...missing]);
};

const assertXlsWorkbook = ({ bytes, fileName }: Source) => {
  const container = CFB.read(bytes, { type: 'buffer' });
  if (CFB.find(container, '/EncryptedPackage')) throw encryptedError(fileName);
  if (!CFB.find(container, '/Workbook') && !CFB.find(container, '/Book')) throw unsupportedError(fileName);
};

const parse = ({ bytes, sheet }: { bytes: Buffer; sheet: string | number }): WorkBook =>
  read(bytes, {
    type: 'buffer',
    dense: true,
    sheets: sheet,
    cellFormula: false,
    cellHTML: false,
    cellText: false,
    cellNF: true,
    // Ignore the dimensions that the sheet claims, and use its cells.
    nodim: true,
  });

type SheetContext = FileLimits & { worksheet: WorkSheet; date1904: boolean };

const assertWidth = (line: CellObject[], { date1904, fileName, limits }: SheetContext): void => {
  if (line.length <= limits.columns) return;
  const isFilled = (index: string) => {
    const cell = Number(index) >= limits.columns ? line[Number(index)] : undefined;
    return cell !== undefined && readCell({ cell, date1904 }).text !== '';
  };
  if (Object.keys(line).some(isFilled)) throw tooManyColumnsError({ fileName, limits });
};

const toRawRow = (row: number, line: CellObject[], { date1904, limits }: SheetContext): RawRow => {
  const numbers: number[] = [];
  const cellErrors: [number, string][] = [];
  const cells = Array.from(line.slice(0, limits.columns), (cell, index) => {
    if (!cell) return '';
    const { text, isNumber, error } = readCell({ cell, date1904 });
    if (isNumber) numbers.push(index);
    if (error) cellErrors.push([index, error]);
    return text;
  });
  return {
    row,
    cells,
    ...(numbers.length > 0 && { numbers }),
    ...(cellErrors.length > 0 && { cellErrors }),
  };
};

const batchSize = 100;

async function* readRows(context: SheetContext): AsyncGenerator<RawRow[]> {
  const { worksheet, limits } = context;
  const data = worksheet['!data'] ?? [];
  const fill = fillMerged(worksheet['!merges'] ?? [], limits);
  let batch: RawRow[] = [];
  // Iterate over keys: a sheet can have two cells a million empty rows apart.
  for (const key of Object.keys(data)) {
    const line = data[Number(key)];
    if (!line) continue;
    assertWidth(line, context);
    batch.push(fill(toRawRow(Number(key) + 1, line, context)));
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

const hasData = (context: SheetContext): boolean => {
  const { worksheet, date1904 } = context;
  const data = worksheet['!data'] ?? [];
  return Object.keys(data).some((key) =>
    Object.values(data[Number(key)] ?? {}).some((cell) => {
      const { text, error } = readCell({ cell, date1904 });
      return text.trim() !== '' || error !== undefined;
    }),
  );
};

const maxSheetsTried = 20;

const chooseSheet = (bytes: Buffer, source: Source): { workbook: WorkBook; sheet: string } => {
  const { sheet, fileName, limits } = source;
  const first = parse({ bytes, sheet: sheet ?? 0 });
  const sheets = first.SheetNames;
  if (sheet !== undefined && !sheets.includes(sheet)) {
    const message = `${fileName} has no sheet named “${sheet}”. Available sheets: ${sheets.join(', ')}`;
    throw new SpreadsheetError('noSuchSheet', message);
  }
  for (const [index, name] of sheets.slice(0, maxSheetsTried).entries()) {
    if (sheet !== undefined) break;
    const workbook = index === 0 ? first : parse({ bytes, sheet: index });
    const worksheet = workbook.Sheets[name] ?? {};
    if (hasData({ worksheet, date1904: false, fileName, limits })) return { workbook, sheet: name };
  }
  return { workbook: first, sheet: sheet ?? sheets[0] ?? '' };
};

export const openWorkbook = async (source: Source & { isZip: boolean }): Promise<RawSheet> => {
  const { fileName, limits, isZip } = source;
  const { workbook, sheet } = await withReadErrors(fileName, async () => {
    if (isZip) return chooseSheet(await readZip(source), source);
    set_cptable(await import('xlsx/dist/cpexcel.full.mjs'));
    assertXlsWorkbook(source);
    return chooseSheet(source.bytes, source);
  });
  const worksheet = workbook.Sheets[sheet] ?? {};
  const date1904 = workbook.Workbook?.WBProps?.date1904 === true;
  const context = { worksheet, date1904, fileName, limits };
  return { sheets: workbook.SheetNames, sheet, readRows: () => readRows(context) };
};
