import type { TableRow } from './table.ts';

/** A row below the titles. `row` is its number in the sheet, counted from 1. */
export type SpreadsheetRow = {
  row: number;
  /** Every column has its cell: an empty one is an empty text. */
  cells: Record<string, string>;
  /** Text that stands in a column without a title, by the column's letter. */
  untitled: Record<string, string>;
  /** The columns whose cells are numbers in the workbook. */
  numbers?: ReadonlySet<string>;
  /** Problems of cells, by column. */
  problems?: Readonly<Record<string, string>>;
  /** Problem of the whole row. */
  problem?: string;
};

export const nameCells = ({
  columns,
  row: { row, cells, untitled, numbers, problems, problem },
}: {
  columns: string[];
  row: TableRow;
}): SpreadsheetRow => ({
  row,
  cells: Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ''])),
  untitled: Object.fromEntries(untitled),
  ...(numbers && { numbers: new Set(numbers.map((index) => columns[index] ?? '')) }),
  ...(problems && {
    problems: Object.fromEntries(problems.map(([index, message]) => [columns[index] ?? '', message])),
  }),
  ...(problem && { problem }),
});
