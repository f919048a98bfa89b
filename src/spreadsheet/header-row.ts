import { isKnownTitle } from '#shared/import-columns.ts';
import type { RawRow } from './raw-sheet.ts';

const getFilledCells = ({ cells }: RawRow) => cells.filter((cell) => cell.trim() !== '');

const number = /^[\s.,'’\p{Sc}%/-]*\d[\s\d.,'’\p{Sc}%/-]*$/u;

const hasNumber = ({ cells, numbers }: RawRow) => (numbers?.length ?? 0) > 0 || cells.some((cell) => number.test(cell));

const totalsLabel = /^\s*(?:(?:grand |sub-?)?totals?|sum):?\s*$/i;

/** Whether a row has nothing but a label such as Total and numbers. */
export const isTotalsRow = (row: RawRow): boolean => {
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
export const findHeaderRow = (rows: readonly RawRow[], knownTitles: readonly string[]): RawRow | undefined => {
  const known = findRowWithKnownTitles(rows, new Set(knownTitles));
  if (known) return known.row;
  const widest = Math.max(...rows.map((row) => getFilledCells(row).length));
  const [first] = rows;
  if (!first || getFilledCells(first).length > 1 || widest < 3) return first;
  return rows.find((row) => getFilledCells(row).length >= 0.7 * widest && !hasNumber(row)) ?? first;
};
