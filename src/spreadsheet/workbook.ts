import type { CellObject, Range } from 'xlsx';
import { unpackWorkbook } from './archive.ts';
import { readCell, type WorkbookCell } from './cell-text.ts';
import { SpreadsheetError, unsupportedError } from './errors.ts';
import type { FileLimits } from './limits.ts';
import { openOds } from './ods.ts';
import { inBatches, isBlank, type RawRow, type RawSheet } from './raw-sheet.ts';
import { encryptedError, openXls, type SheetLine, type Workbook } from './sheetjs.ts';
import { rateTitles, tooManyColumnsError, topRowCount } from './table.ts';
import { openXlsx } from './xlsx.ts';

type Source = FileLimits & {
  bytes: Buffer;
  isZip: boolean;
  sheet?: string | undefined;
  knownTitles?: readonly string[] | undefined;
};

type SheetContext = FileLimits & { date1904: boolean };

const assertWidth = (cells: CellObject[], { date1904, fileName, limits }: SheetContext): void => {
  if (cells.length <= limits.columns) return;
  const isFilled = (index: string) => {
    const cell = Number(index) >= limits.columns ? cells[Number(index)] : undefined;
    return cell !== undefined && readCell({ cell, date1904 }).text !== '';
  };
  if (Object.keys(cells).some(isFilled)) throw tooManyColumnsError({ fileName, limits });
};

const toRawRow = ({ row, cells: line, mark }: SheetLine, { date1904, limits }: SheetContext): RawRow => {
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
    ...(mark && { mark }),
  };
};

/** Copies a cell of another row, unless the row has its own. */
const withCell = (raw: RawRow, { from, index }: { from: RawRow; index: number }): RawRow => {
  if ((raw.cells[index] ?? '') !== '') return raw;
  const cells = Array.from({ length: Math.max(raw.cells.length, index + 1) }, (_, at) => raw.cells[at] ?? '');
  cells[index] = from.cells[index] ?? '';
  const error = from.cellErrors?.find(([at]) => at === index);
  const number = from.numbers?.find(([at]) => at === index);
  return {
    ...raw,
    cells,
    ...(number && { numbers: [...(raw.numbers ?? []), number] }),
    ...(error && { cellErrors: [...(raw.cellErrors ?? []), error] }),
  };
};

const maxMerges = 20_000;

/**
 * Copies the value of vertically merged cells to each row; empty rows are not added. Other merges can claim the whole
 * sheet in a few bytes.
 */
function* fillMerged(rows: Iterable<RawRow>, merges: readonly Range[]): Generator<RawRow> {
  const byStart = new Map<number, Range[]>();
  for (const merge of merges) {
    const row = merge.s.r + 1;
    byStart.set(row, [...(byStart.get(row) ?? []), merge]);
  }
  let active: { lastRow: number; from: RawRow; index: number }[] = [];
  for (const raw of rows) {
    active = active.filter(({ lastRow }) => lastRow >= raw.row);
    yield active.reduce(withCell, raw);
    for (const { s: start, e: end } of byStart.get(raw.row) ?? []) {
      active.push({ lastRow: end.r + 1, from: raw, index: start.c });
    }
  }
}

const listVerticalMerges = (merges: Iterable<Range>, { limits }: SheetContext): Range[] => {
  const vertical: Range[] = [];
  for (const merge of merges) {
    const { s: start, e: end } = merge;
    if (start.c === end.c && start.r < end.r && start.c < limits.columns) vertical.push(merge);
    if (vertical.length === maxMerges) break;
  }
  return vertical;
};

function* readRows(lines: Iterable<SheetLine>, context: SheetContext): Generator<RawRow> {
  for (const line of lines) {
    assertWidth(line.cells, context);
    yield toRawRow(line, context);
  }
}

const maxSheetsTried = 20;

/** Chooses the first visible sheet with known titles, else the first visible one with data. */
const chooseSheet = (workbook: Workbook, { sheet, fileName, limits, knownTitles = [] }: Source) => {
  const { names, date1904, isHidden, openSheet } = workbook;
  if (sheet !== undefined && !names.includes(sheet)) {
    const message = `${fileName} has no sheet named “${sheet}”. Available sheets: ${names.join(', ')}`;
    throw new SpreadsheetError('noSuchSheet', message);
  }
  if (sheet !== undefined) return { index: names.indexOf(sheet), opened: openSheet(names.indexOf(sheet)) };
  const rate = (lines: Iterable<SheetLine>): number => {
    const top: RawRow[] = [];
    for (const line of lines) {
      const row = toRawRow(line, { date1904, fileName, limits });
      if (!isBlank(row)) top.push(row);
      if (top.length === topRowCount) break;
    }
    return top.length === 0 ? -1 : rateTitles(top, knownTitles);
  };
  const visible = [...names.keys()].filter((index) => !isHidden(index));
  const [first = 0, ...others] = visible.slice(0, maxSheetsTried);
  let best = { index: first, opened: openSheet(first) };
  let bestRating = rate(best.opened.readLines());
  for (const index of others) {
    if (bestRating === 2) break;
    const opened = openSheet(index);
    const rating = rate(opened.readLines());
    if (rating <= bestRating) continue;
    best = { index, opened };
    bestRating = rating;
  }
  return best;
};

const openByType = async ({ bytes, isZip, fileName, limits }: Source) => {
  if (!isZip) return { workbook: await openXls(bytes, fileName), isDamaged: false };
  const parts = await unpackWorkbook(bytes, { fileName, limits });
  const has = (pattern: RegExp) => parts.some(({ name }) => pattern.test(name));
  const isDamaged = parts.some((part) => part.isDamaged);
  const kind = parts.find(({ name }) => name === 'mimetype')?.content.toString('latin1') ?? '';
  if (kind.startsWith('application/vnd.oasis.opendocument.spreadsheet') && has(/^content\.xml$/)) {
    return { workbook: openOds(parts, { fileName, limits }), isDamaged };
  }
  if (has(/^\[Content_Types\]\.xml$/) && has(/workbook\d*\.xml$/)) return { workbook: openXlsx(parts), isDamaged };
  throw unsupportedError(fileName);
};

export const openWorkbook = async (source: Source): Promise<RawSheet> => {
  const { fileName, limits } = source;
  try {
    const { workbook, isDamaged } = await openByType(source);
    const { names, date1904 } = workbook;
    const { index, opened } = chooseSheet(workbook, source);
    const context = { date1904, fileName, limits };
    const merges = listVerticalMerges(opened.merges, context);
    return {
      sheets: names,
      sheet: names[index] ?? '',
      isDamaged,
      readRows: () => inBatches(fillMerged(readRows(opened.readLines(), context), merges)),
    };
  } catch (cause) {
    if (cause instanceof SpreadsheetError) throw cause;
    if (/password|encrypt/i.test(String(cause))) throw encryptedError(fileName);
    // SheetJS throws various errors for damaged files; the user needs only one message.
    const message = `${fileName} is damaged or incomplete. Open it in a spreadsheet app and save it again.`;
    throw new SpreadsheetError('damaged', message, { cause });
  }
};
