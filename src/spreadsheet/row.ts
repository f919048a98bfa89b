import type { TableRow } from './table.ts';

/** A row below the titles. `row` is its number in the sheet, counted from 1. */
export type SpreadsheetRow = {
  row: number;
  /** Every column has its cell: an empty one is an empty text. */
  cells: Record<string, string>;
  /** Text that stands in a column without a title, by the column's letter. */
  untitled: Record<string, string>;
};

/** Gives each cell of a row the name of its column. */
export const nameCells = ({
  columns,
  row: { row, cells, untitled },
}: {
  columns: string[];
  row: TableRow;
}): SpreadsheetRow => ({
  row,
  cells: Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ''])),
  untitled: Object.fromEntries(untitled),
});
