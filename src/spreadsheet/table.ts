import { isKnownTitle } from '#shared/import-columns.ts';
import { damagedTextMessage, encodingMessage, SpreadsheetError, toWidthMessage } from './errors.ts';
import { unescapeFormula } from './formula-escape.ts';
import type { FileLimits } from './limits.ts';
import { columnLetter, isBlank, type RawRow, type RawSheet, visible } from './raw-sheet.ts';

/** A row below the header as the worker sends it: one cell per titled column, by which everything is numbered. */
export type TableRow = Omit<RawRow, 'mark'>;

export type Table = {
  headerRow: number;
  columns: string[];
  letters: string[];
  topRows: { row: number; cells: string[] }[];
  rowsAbove: number;
  /** Titles by position in the sheet, empty where there is none. */
  names: string[];
  /** Reads the rows below the header, each call from the first one. */
  readRows: (listener?: RowListener) => AsyncGenerator<TableRow[]>;
};

type RowListener = { add: (raw: RawRow) => void; note: (row: number, message: string) => void };

export type TableOptions = FileLimits & {
  headerRow?: number | undefined;
  knownTitles?: readonly string[] | undefined;
};

const formatCount = (value: number) => value.toLocaleString('en-US');

export const tooManyColumnsError = ({ fileName, limits }: FileLimits): SpreadsheetError =>
  new SpreadsheetError('tooManyColumns', `${fileName} has more than ${formatCount(limits.columns)} columns`);

const tooManyRowsError = ({ fileName, limits }: FileLimits) => {
  const rows = formatCount(limits.rows);
  return new SpreadsheetError('tooManyRows', `${fileName} has more than ${rows} rows. Split it into smaller files.`);
};

const assertWithinLimits = ({ row, cells }: RawRow, { fileName, limits }: FileLimits): void => {
  const used = cells.findLastIndex((cell) => cell !== '') + 1;
  if (used > limits.columns) throw tooManyColumnsError({ fileName, limits });
  const tooLong = cells.findIndex((cell) => cell.length > limits.cellCharacters);
  if (tooLong < 0) return;
  const limit = formatCount(limits.cellCharacters);
  const cell = `${columnLetter(tooLong)}${row}`;
  throw new SpreadsheetError('cellTooLong', `${fileName} has more than ${limit} characters in cell ${cell}`);
};

const uniqueHeaders = (headers: string[]): string[] => {
  const usedNames = new Set<string>();
  return headers.map((raw) => {
    const title = unescapeFormula(raw).replace(/\s+/g, ' ').trim();
    if (title === '') return '';
    let name = title;
    for (let count = 2; usedNames.has(name); count += 1) name = `${title} (${count})`;
    usedNames.add(name);
    return name;
  });
};

type Layout = {
  names: string[];
  /** Positions in the sheet of the columns with a title. */
  titled: number[];
  /** Number of header cells in a text file. Every row may have `spare` more, empty. */
  width: number | null;
  spare: number;
  isDamaged: boolean;
};

const findWidthError = ({ cells }: RawRow, { titled, width, spare }: Layout): string | undefined => {
  if (width === null) return undefined;
  const isTooShort = cells.length <= (titled.at(-1) ?? -1);
  const isTooLong = cells.length > width + spare || cells.slice(width).some((cell) => cell.trim() !== '');
  return isTooShort || isTooLong ? toWidthMessage({ cells: cells.length, columns: width }) : undefined;
};

const damagedCells = (cells: readonly string[], { width }: Layout): [number, string][] =>
  cells.flatMap((text, index): [number, string][] =>
    text.includes('\ufffd') ? [[index, width === null ? damagedTextMessage : encodingMessage]] : [],
  );

const toTableRow = (raw: RawRow, layout: Layout): TableRow => {
  const { titled } = layout;
  const toPosition = ([index, text]: [number, string]): [number, string][] =>
    titled.includes(index) ? [[titled.indexOf(index), text]] : [];
  const numbers = raw.numbers?.flatMap(toPosition);
  const damaged = layout.isDamaged ? damagedCells(raw.cells, layout) : [];
  const cellErrors = [...(raw.cellErrors ?? []), ...damaged].flatMap(toPosition);
  const error = raw.error ?? findWidthError(raw, layout);
  return {
    row: raw.row,
    cells: titled.map((index) => unescapeFormula(raw.cells[index] ?? '')),
    ...(numbers && numbers.length > 0 && { numbers }),
    ...(cellErrors.length > 0 && { cellErrors }),
    ...(error && { error }),
  };
};

const isRepeatedHeader = ({ cells }: RawRow, names: readonly string[]): boolean => {
  const isTitle = (title: string, at: number) => title.toLowerCase() === names[at]?.toLowerCase();
  const first = cells.findIndex((cell) => visible.test(cell));
  // Most rows differ at their first cell, and cleaning all cells takes longer than reading them.
  if (!uniqueHeaders(cells.slice(first, first + 1)).some((title) => isTitle(title, first))) return false;
  const titles = uniqueHeaders(cells);
  const filled = titles.filter((title) => title !== '').length;
  return filled >= Math.min(2, names.length) && titles.every((title, at) => title === '' || isTitle(title, at));
};

/** The reason why a row is no record; undefined if it can be one. */
const findSkipReason = (raw: RawRow, { names }: Layout): string | undefined => {
  if (raw.mark === 'totals' || isTotalsRow(raw)) return 'Row of totals, skipped';
  return isRepeatedHeader(raw, names) ? 'Repeated column titles, skipped' : undefined;
};

type RowsBelow = FileLimits & { headerRow: number; layout: Layout; listener?: RowListener | undefined };

async function* rowsBelow(
  sheet: RawSheet,
  { headerRow, fileName, limits, layout, listener }: RowsBelow,
): AsyncGenerator<TableRow[]> {
  let count = 0;
  for await (const batch of sheet.readRows()) {
    const rows: TableRow[] = [];
    for (const raw of batch) {
      if (raw.row <= headerRow) continue;
      assertWithinLimits(raw, { fileName, limits });
      if (isBlank(raw)) continue;
      const skipReason = findSkipReason(raw, layout);
      if (skipReason) listener?.note(raw.row, skipReason);
      if (skipReason) continue;
      if (raw.mark === 'hidden') listener?.note(raw.row, 'Hidden row, imported');
      count += 1;
      if (count > limits.rows) throw tooManyRowsError({ fileName, limits });
      listener?.add(raw);
      rows.push(toTableRow(raw, layout));
    }
    yield rows;
  }
}

async function* singleRows(sheet: RawSheet): AsyncGenerator<RawRow> {
  for await (const batch of sheet.readRows()) yield* batch;
}

const getFilledCells = ({ cells }: RawRow) => cells.filter((cell) => cell.trim() !== '');

const number = /^[\s.,'’\p{Sc}%/-]*\d[\s\d.,'’\p{Sc}%/-]*$/u;

const hasNumber = ({ cells, numbers }: RawRow) => (numbers?.length ?? 0) > 0 || cells.some((cell) => number.test(cell));

const totalsLabel = /^\s*(?:(?:grand |sub-?)?totals?|sum):?\s*$/i;

/** Whether a row has nothing but a label such as Total and numbers. */
const isTotalsRow = (row: RawRow): boolean => {
  if (!row.cells.some((cell) => totalsLabel.test(cell))) return false;
  const [label = '', ...values] = getFilledCells(row);
  return totalsLabel.test(label) && values.length > 0 && values.every((cell) => number.test(cell));
};

const findRowWithKnownTitles = (
  rows: readonly RawRow[],
  knownTitles: ReadonlySet<string>,
): { row: RawRow; known: number } | undefined => {
  let best: { row: RawRow; known: number } | undefined;
  for (const row of rows) {
    const known = row.cells.filter((cell) => isKnownTitle(cell, knownTitles)).length;
    const isLikely = known >= 2 || (known === 1 && (row === rows[0] || getFilledCells(row).length === 1));
    if (isLikely && known > (best?.known ?? 0)) best = { row, known };
  }
  return best;
};

/** How well the first rows of a sheet fit: 2 if a header starts it or has several known titles, else 1 or 0. */
export const rateTitles = (rows: readonly RawRow[], knownTitles: readonly string[]): number => {
  const best = findRowWithKnownTitles(rows, new Set(knownTitles));
  if (!best) return 0;
  return best.known > 1 || best.row === rows[0] ? 2 : 1;
};

/**
 * Returns the header: the row with the most known titles; else the first row without numbers that is nearly as wide as
 * the widest row, because company names and dates may precede it; else the first row.
 */
const findHeaderRow = (rows: readonly RawRow[], knownTitles: readonly string[]): RawRow | undefined => {
  const known = findRowWithKnownTitles(rows, new Set(knownTitles));
  if (known) return known.row;
  const widest = Math.max(...rows.map((row) => getFilledCells(row).length));
  const [first] = rows;
  if (!first || getFilledCells(first).length > 1 || widest < 3) return first;
  return rows.find((row) => getFilledCells(row).length >= 0.7 * widest && !hasNumber(row)) ?? first;
};

/** Number of rows that are searched for the header and offered as a header. */
export const topRowCount = 25;

const readTop = async (
  sheet: RawSheet,
  { headerRow, fileName, limits }: TableOptions,
): Promise<{ top: RawRow[]; header: RawRow | undefined; rowsAbove: number }> => {
  const top: RawRow[] = [];
  let rowsAbove = 0;
  let header: RawRow | undefined;
  for await (const raw of singleRows(sheet)) {
    if (top.length >= topRowCount && (headerRow === undefined || raw.row > headerRow)) break;
    assertWithinLimits(raw, { fileName, limits });
    if (isBlank(raw)) continue;
    if (raw.row === headerRow) header = raw;
    if (headerRow !== undefined && raw.row < headerRow) rowsAbove += 1;
    if (top.length < topRowCount) top.push(raw);
  }
  return { top, header, rowsAbove };
};

const chooseHeader = async (sheet: RawSheet, options: TableOptions) => {
  const { fileName, headerRow, knownTitles = [] } = options;
  const { top, header, rowsAbove } = await readTop(sheet, options);
  if (top.length === 0) {
    throw new SpreadsheetError('empty', `${fileName} has no data. The first row must contain column titles.`);
  }
  const chosen = headerRow === undefined ? findHeaderRow(top, knownTitles) : header;
  if (!chosen) {
    const message = `${fileName} has nothing in row ${headerRow}. Choose another header row.`;
    throw new SpreadsheetError('noHeaderRow', message);
  }
  return { top, header: chosen, rowsAbove: headerRow === undefined ? top.indexOf(chosen) : rowsAbove };
};

/** Some programs end every row of a text file with additional separators, and thus empty cells. */
const spareCells = (top: readonly RawRow[], header: RawRow): number => {
  const below = top.filter(({ row }) => row > header.row).map(({ cells }) => cells.length);
  return below.length < 2 ? 0 : Math.max(0, Math.min(...below) - header.cells.length);
};

const buildLayout = (sheet: RawSheet, { top, header }: { top: readonly RawRow[]; header: RawRow }): Layout => {
  const names = uniqueHeaders(header.cells);
  return {
    names,
    titled: [...names.keys()].filter((index) => names[index] !== ''),
    width: sheet.isDelimited ? header.cells.length : null,
    spare: spareCells(top, header),
    isDamaged: sheet.isDamaged === true,
  };
};

export const readTable = async (sheet: RawSheet, { limits: all, ...rest }: TableOptions): Promise<Table> => {
  // The limit of a workbook's cells: text files have longer ones.
  const limits = sheet.isDelimited ? { ...all, cellCharacters: Number.POSITIVE_INFINITY } : all;
  const options = { ...rest, limits };
  const { top, header, rowsAbove } = await chooseHeader(sheet, options);
  const layout = buildLayout(sheet, { top, header });
  return {
    headerRow: header.row,
    columns: layout.names.filter((name) => name !== ''),
    letters: layout.titled.map(columnLetter),
    topRows: top.map(({ row, cells }) => ({ row, cells })),
    rowsAbove,
    names: layout.names,
    readRows: (listener) => rowsBelow(sheet, { ...options, headerRow: header.row, layout, listener }),
  };
};
