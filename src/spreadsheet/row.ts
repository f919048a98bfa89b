import type { TableRow } from './table.ts';

/** A row below the header. `row` is its number in the sheet, from 1. */
export type SpreadsheetRow = {
  row: number;
  /** By header; empty cells are empty strings. */
  cells: Record<string, string>;
  numbers?: ReadonlySet<string>;
  cellErrors?: Readonly<Record<string, string>>;
  error?: string;
};

export const toNamedRow = (
  { row, cells, numbers, cellErrors, error }: TableRow,
  columns: readonly string[],
): SpreadsheetRow => ({
  row,
  cells: Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ''])),
  ...(numbers && { numbers: new Set(numbers.map((index) => columns[index] ?? '')) }),
  ...(cellErrors && {
    cellErrors: Object.fromEntries(cellErrors.map(([index, message]) => [columns[index] ?? '', message])),
  }),
  ...(error && { error }),
});
