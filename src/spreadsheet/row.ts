import type { TableRow } from './table.ts';

/** A row below the header. `row` is its number in the sheet, from 1. */
export type SpreadsheetRow = {
  row: number;
  /** By header; empty cells are empty strings. */
  cells: Record<string, string>;
  numbers?: ReadonlySet<string>;
  problems?: Readonly<Record<string, string>>;
  problem?: string;
};

export const toNamedRow = (
  { row, cells, numbers, problems, problem }: TableRow,
  columns: readonly string[],
): SpreadsheetRow => ({
  row,
  cells: Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ''])),
  ...(numbers && { numbers: new Set(numbers.map((index) => columns[index] ?? '')) }),
  ...(problems && {
    problems: Object.fromEntries(problems.map(([index, message]) => [columns[index] ?? '', message])),
  }),
  ...(problem && { problem }),
});
