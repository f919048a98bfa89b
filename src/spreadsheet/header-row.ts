import { isKnownTitle } from '#shared/import-columns.ts';
import type { RawRow } from './raw-sheet.ts';

const getFilledCells = ({ cells }: RawRow) => cells.filter((cell) => cell.trim() !== '');

const hasNumber = ({ cells, numbers }: RawRow) =>
  (numbers?.length ?? 0) > 0 ||
  cells.some((cell) => /^[\s.,'’\p{Sc}%/-]*\d[\s\d.,'’\p{Sc}%/-]*$/u.test(cell));

const findRowWithKnownTitles = (
  rows: readonly RawRow[],
  knownTitles: ReadonlySet<string>,
): RawRow | undefined => {
  let best: { row: RawRow; known: number } | undefined;
  for (const row of rows) {
    const known = row.cells.filter((cell) => isKnownTitle(cell, knownTitles)).length;
    const isLikely = known >= 2 || (known === 1 && (row === rows[0] || getFilledCells(row).length === 1));
    if (isLikely && known > (best?.known ?? 0)) best = { row, known };
  }
  return best?.row;
};

/**
 * Returns the header: the row with the most known titles; else the first row without numbers that is nearly as wide as
 * the widest row, because company names and dates may precede it; else the first row.
 */
export const findHeaderRow = (
  rows: readonly RawRow[],
  knownTitles: readonly string[],
): RawRow | undefined => {
  const known = findRowWithKnownTitles(rows, new Set(knownTitles));
  if (known) return known;
  const widest = Math.max(...rows.map((row) => getFilledCells(row).length));
  const [first] = rows;
  if (!first || getFilledCells(first).length > 1 || widest < 3) return first;
  return rows.find((row) => getFilledCells(row).length >= 0.7 * widest && !hasNumber(row)) ?? first;
};
