import { type CellObject, CFB, type Range, read, set_cptable, type WorkBook } from 'xlsx';
import { readCell, type WorkbookCell } from './cell-text.ts';
import { SpreadsheetError, unsupportedError } from './error.ts';
import { rateTitles } from './header-row.ts';
import type { FileLimits } from './limits.ts';
import { fillMerged } from './merged-cells.ts';
import { inBatches, type RawRow, type RawSheet } from './raw-sheet.ts';
import type { SheetLine } from './sheet-xml.ts';
import { isBlank, tooManyColumnsError, topRowCount } from './table.ts';
import { isHiddenSheet, listLines, readZip, type Sheets, sheetAt } from './zipped-workbook.ts';

type Source = FileLimits & {
  bytes: Buffer;
  sheet?: string | undefined;
  knownTitles?: readonly string[] | undefined;
};

const encryptedError = (fileName: string) =>
  new SpreadsheetError('encrypted', `${fileName} is password-protected. Remove the password and try again.`);

const openXlsLines: Sheets['openLines'] = (workbook, index) => () => {
  const worksheet = sheetAt(workbook, index);
  const rows = worksheet['!rows'] ?? [];
  return listLines(worksheet, new Map(rows.flatMap((row, at) => (row?.hidden ? [[at + 1, 'hidden'] as const] : []))));
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

type SheetContext = FileLimits & { readLines: () => Iterable<SheetLine>; date1904: boolean };

const assertWidth = (line: CellObject[], { date1904, fileName, limits }: SheetContext): void => {
  if (line.length <= limits.columns) return;
  const isFilled = (index: string) => {
    const cell = Number(index) >= limits.columns ? line[Number(index)] : undefined;
    return cell !== undefined && readCell({ cell, date1904 }).text !== '';
  };
  if (Object.keys(line).some(isFilled)) throw tooManyColumnsError({ fileName, limits });
};

const toRawRow = (row: number, line: CellObject[], { date1904, limits }: SheetContext): RawRow => {
  const numbers: [number, string][] = [];
  const cellErrors: [number, string][] = [];
  const cells: string[] = [];
  for (let index = 0; index < Math.min(line.length, limits.columns); index += 1) {
    const cell = line[index];
    const { text, number, error }: WorkbookCell = cell ? readCell({ cell, date1904 }) : { text: '' };
    cells.push(text);
    if (number !== undefined) numbers.push([index, number]);
    if (error) cellErrors.push([index, error]);
  }
  return {
    row,
    cells,
    ...(numbers.length > 0 && { numbers }),
    ...(cellErrors.length > 0 && { cellErrors }),
  };
};

function* readRows(context: SheetContext, merges: readonly Range[]): Generator<RawRow> {
  const fill = fillMerged(merges, context.limits);
  for (const { row, cells, mark } of context.readLines()) {
    assertWidth(cells, context);
    yield { ...fill(toRawRow(row, cells, context)), ...(mark && { mark }) };
  }
}

/** The first rows that aren't blank, among which is the header. */
const readTopRows = (context: SheetContext): RawRow[] => {
  const rows: RawRow[] = [];
  for (const line of context.readLines()) {
    const row = toRawRow(line.row, line.cells, context);
    if (!isBlank(row)) rows.push(row);
    if (rows.length === topRowCount) break;
  }
  return rows;
};

const maxSheetsTried = 20;

/** Chooses the first visible sheet with known titles, else the first visible one with data. */
const chooseSheet = ({ bytes, isHidden, openLines }: Sheets, source: Source): { workbook: WorkBook; index: number } => {
  const { sheet, fileName, limits, knownTitles = [] } = source;
  const first = parse({ bytes, sheet: sheet ?? 0 });
  const names = first.SheetNames;
  if (sheet !== undefined && !names.includes(sheet)) {
    const message = `${fileName} has no sheet named “${sheet}”. Available sheets: ${names.join(', ')}`;
    throw new SpreadsheetError('noSuchSheet', message);
  }
  if (sheet !== undefined) return { workbook: first, index: names.indexOf(sheet) };
  const visible = [...names.keys()].filter((index) => !isHidden(first, index));
  let best = { workbook: first, index: visible[0] ?? 0, rating: -1 };
  for (const index of visible.slice(0, maxSheetsTried)) {
    const workbook = index === 0 ? first : parse({ bytes, sheet: index });
    const rows = readTopRows({ readLines: openLines(workbook, index), date1904: false, fileName, limits });
    const rating = rows.length === 0 ? -1 : rateTitles(rows, knownTitles);
    if (rating > best.rating || index === visible[0]) best = { workbook, index, rating };
    if (rating === 2) break;
  }
  return best;
};

const openSheets = async (source: Source & { isZip: boolean }): Promise<Sheets> => {
  if (source.isZip) return readZip(source);
  set_cptable(await import('xlsx/dist/cpexcel.full.mjs'));
  assertXlsWorkbook(source);
  return { bytes: source.bytes, isDamaged: false, isHidden: isHiddenSheet, openLines: openXlsLines };
};

export const openWorkbook = async (source: Source & { isZip: boolean }): Promise<RawSheet> => {
  const { fileName, limits } = source;
  try {
    const sheets = await openSheets(source);
    const { workbook, index } = chooseSheet(sheets, source);
    const readLines = sheets.openLines(workbook, index);
    const date1904 = workbook.Workbook?.WBProps?.date1904 === true;
    const context = { readLines, date1904, fileName, limits };
    const merges = sheetAt(workbook, index)['!merges'] ?? [];
    return {
      sheets: workbook.SheetNames,
      sheet: workbook.SheetNames[index] ?? '',
      isDamaged: sheets.isDamaged,
      readRows: () => inBatches(readRows(context, merges)),
    };
  } catch (cause) {
    if (cause instanceof SpreadsheetError) throw cause;
    if (/password|encrypt/i.test(String(cause))) throw encryptedError(fileName);
    // SheetJS throws various errors for damaged files; the user needs only one message.
    const message = `${fileName} is damaged or incomplete. Open it in a spreadsheet app and save it again.`;
    throw new SpreadsheetError('damaged', message, { cause });
  }
};
