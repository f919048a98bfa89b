import type { Correction, ImportReport } from '#shared/import.ts';

/** Cell text that the user typed, by row and title, and the rows to skip. */
export type Corrections = {
  cells: Readonly<Record<number, Readonly<Record<string, string>>>>;
  leftOut: readonly number[];
};

export const noCorrections: Corrections = { cells: {}, leftOut: [] };

export const correctCell = (
  { cells, leftOut }: Corrections,
  { row, column, text }: { row: number; column: string; text: string },
): Corrections => ({ cells: { ...cells, [row]: { ...cells[row], [column]: text } }, leftOut });

export const leaveOut = (
  { cells, leftOut }: Corrections,
  { row, isLeftOut }: { row: number; isLeftOut: boolean },
): Corrections => {
  const others = leftOut.filter((other) => other !== row);
  return { cells, leftOut: isLeftOut ? [...others, row] : others };
};

export const sentCorrections = ({ cells, leftOut }: Corrections): Correction[] => [
  ...Object.entries(cells)
    .filter(([row]) => !leftOut.includes(Number(row)))
    .flatMap(([row, texts]) =>
      Object.entries(texts).map(([column, text]) => ({ row: Number(row), column, text })),
    ),
  ...leftOut.map((row) => ({ row, isLeftOut: true as const })),
];

type FailedRow = ImportReport['failedRows'][number];

/** A failed row with its errors by column; `otherErrors` belong to no cell. */
export type RowToMend = FailedRow & { errors: Readonly<Record<string, string>>; otherErrors: string[] };

export const rowsToMend = ({
  failedRows,
  errors,
}: Pick<ImportReport, 'failedRows' | 'errors'>): RowToMend[] =>
  failedRows.map((failed) => {
    const inCells: Record<string, string> = {};
    const otherErrors: string[] = [];
    for (const { column, cell, message } of errors.filter(({ row }) => row === failed.row)) {
      if (!(column in failed.cells)) otherErrors.push(column === '' ? message : `${column}: ${message}`);
      else inCells[column] = column in inCells ? `${inCells[column]}. ${message}` : `${cell}: ${message}`;
    }
    return { ...failed, errors: inCells, otherErrors };
  });
