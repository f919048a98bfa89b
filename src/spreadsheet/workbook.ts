import { type CellObject, CFB, read, set_cptable, type WorkBook, type WorkSheet } from 'xlsx';
import { readCell } from './cell-text.ts';
import { SpreadsheetError, unsupportedError } from './error.ts';
import { rateTitles } from './header-row.ts';
import type { FileLimits } from './limits.ts';
import { fillMerged } from './merged-cells.ts';
import { inBatches, type RawRow, type RawSheet } from './raw-sheet.ts';
import type { RowMarks } from './row-marks.ts';
import { isBlank, tooManyColumnsError, topRowCount } from './table.ts';
import { isHiddenSheet, readZip, type Sheets } from './zipped-workbook.ts';

type Source = FileLimits & {
  bytes: Buffer;
  sheet?: string | undefined;
  knownTitles?: readonly string[] | undefined;
};

const encryptedError = (fileName: string) =>
  new SpreadsheetError('encrypted', `${fileName} is password-protected. Remove the password and try again.`);

const findXlsMarks: Sheets['findMarks'] = (workbook, index) => {
  const rows = workbook.Sheets[workbook.SheetNames[index] ?? '']?.['!rows'] ?? [];
  return new Map(rows.flatMap((row, at) => (row?.hidden ? [[at + 1, 'hidden'] as const] : [])));
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
  const numbers: [number, string][] = [];
  const cellErrors: [number, string][] = [];
  const cells = Array.from(line.slice(0, limits.columns), (cell, index) => {
    if (!cell) return '';
    const { text, number, error } = readCell({ cell, date1904 });
    if (number !== undefined) numbers.push([index, number]);
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

function* listLines({ worksheet }: SheetContext): Generator<[row: number, line: CellObject[]]> {
  const data = worksheet['!data'] ?? [];
  // Iterate over keys: a sheet can have two cells a million empty rows apart.
  for (const key of Object.keys(data)) {
    const line = data[Number(key)];
    if (line) yield [Number(key) + 1, line];
  }
}

function* readRows(context: SheetContext, marks: RowMarks): Generator<RawRow> {
  const fill = fillMerged(context.worksheet['!merges'] ?? [], context.limits);
  for (const [row, line] of listLines(context)) {
    assertWidth(line, context);
    const mark = marks.get(row);
    yield { ...fill(toRawRow(row, line, context)), ...(mark && { mark }) };
  }
}

/** The first rows that aren't blank, among which is the header. */
const readTopRows = (context: SheetContext): RawRow[] => {
  const rows: RawRow[] = [];
  for (const [number, line] of listLines(context)) {
    const row = toRawRow(number, line, context);
    if (!isBlank(row)) rows.push(row);
    if (rows.length === topRowCount) break;
  }
  return rows;
};

const maxSheetsTried = 20;

/** Chooses the first visible sheet with known titles, else the first visible one with data. */
const chooseSheet = (
  { bytes, isHidden }: Pick<Sheets, 'bytes' | 'isHidden'>,
  source: Source,
): { workbook: WorkBook; index: number } => {
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
    const worksheet = workbook.Sheets[names[index] ?? ''] ?? {};
    const rows = readTopRows({ worksheet, date1904: false, fileName, limits });
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
  return { bytes: source.bytes, isDamaged: false, isHidden: isHiddenSheet, findMarks: findXlsMarks };
};

export const openWorkbook = async (source: Source & { isZip: boolean }): Promise<RawSheet> => {
  const { fileName, limits } = source;
  try {
    const { isDamaged, findMarks, ...sheets } = await openSheets(source);
    const { workbook, index } = chooseSheet(sheets, source);
    const sheet = workbook.SheetNames[index] ?? '';
    const worksheet = workbook.Sheets[sheet] ?? {};
    const marks = findMarks(workbook, index);
    const date1904 = workbook.Workbook?.WBProps?.date1904 === true;
    const context = { worksheet, date1904, fileName, limits };
    return {
      sheets: workbook.SheetNames,
      sheet,
      isDamaged,
      readRows: () => inBatches(readRows(context, marks)),
    };
  } catch (cause) {
    if (cause instanceof SpreadsheetError) throw cause;
    if (/password|encrypt/i.test(String(cause))) throw encryptedError(fileName);
    // SheetJS throws various errors for damaged files; the user needs only one message.
    const message = `${fileName} is damaged or incomplete. Open it in a spreadsheet app and save it again.`;
    throw new SpreadsheetError('damaged', message, { cause });
  }
};
