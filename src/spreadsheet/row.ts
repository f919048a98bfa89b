import type { TableRow } from './table.ts';

/** A row below the header. `row` is its number in the sheet, from 1. */
export type SpreadsheetRow = {
  row: number;
  /** By header; empty cells are empty strings. */
  cells: Record<string, string>;
  /** The exact values of number cells. */
  numbers?: Readonly<Record<string, string>>;
  cellErrors?: Readonly<Record<string, string>>;
  error?: string;
};

export const toNamedRow = (
  { row, cells, numbers, cellErrors, error }: TableRow,
  columns: readonly string[],
): SpreadsheetRow => {
  const byColumn = (texts: readonly [index: number, text: string][]) =>
    Object.fromEntries(texts.map(([index, text]) => [columns[index] ?? '', text]));
  return {
    row,
    cells: Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ''])),
    ...(numbers && { numbers: byColumn(numbers) }),
    ...(cellErrors && { cellErrors: byColumn(cellErrors) }),
    ...(error && { error }),
  };
};
