import type { Range } from 'xlsx';
import type { SpreadsheetLimits } from './limits.ts';
import type { RawRow } from './raw-sheet.ts';

const maxMerges = 20_000;

/** Extracts the merges within one column from the XML after a sheet's cells. */
export const extractMergedCells = (rest: Buffer): string => {
  const found: string[] = [];
  for (const [, from = '', fromRow = '', to = '', toRow = ''] of rest
    .toString('latin1')
    .matchAll(/<(?:\w+:)?mergeCell\b[^<>]*\bref="([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})"/g)) {
    if (from === to && found.length < maxMerges) {
      found.push(`<mergeCell ref="${from}${fromRow}:${to}${toRow}"/>`);
    }
  }
  return `<mergeCells>${found.join('')}</mergeCells>`;
};

type ActiveMerge = { lastRow: number; row: RawRow; index: number };

/** Copies the value of vertically merged cells to each row. Rows must come in order; empty rows are not added. */
export const fillMerged = (merges: readonly Range[], { columns }: SpreadsheetLimits) => {
  const byStart = new Map<number, Range[]>();
  for (const merge of merges.slice(0, maxMerges)) {
    const { s: start, e: end } = merge;
    if (start.c !== end.c || start.r >= end.r || start.c >= columns) continue;
    byStart.set(start.r + 1, [...(byStart.get(start.r + 1) ?? []), merge]);
  }
  let active: ActiveMerge[] = [];
  return (raw: RawRow): RawRow => {
    active = active.filter(({ lastRow }) => lastRow >= raw.row);
    let filled = raw;
    for (const { row, index } of active) filled = withCell(filled, { from: row, index });
    for (const { s: start, e: end } of byStart.get(raw.row) ?? []) {
      active.push({ lastRow: end.r + 1, row: raw, index: start.c });
    }
    return filled;
  };
};

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
