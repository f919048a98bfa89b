import type { Correction, ImportReport } from '#shared/import.ts';

/** Cell text that the user typed, by row and title, and the rows to skip. */
export type Corrections = {
  cells: Readonly<Record<number, Readonly<Record<string, string>>>>;
  skippedRows: readonly number[];
};

export const noCorrections: Corrections = { cells: {}, skippedRows: [] };

export const correctCell = (
  { cells, skippedRows }: Corrections,
  { row, column, text }: { row: number; column: string; text: string },
): Corrections => ({ cells: { ...cells, [row]: { ...cells[row], [column]: text } }, skippedRows });

export const setRowSkipped = (
  { cells, skippedRows }: Corrections,
  { row, isSkipped }: { row: number; isSkipped: boolean },
): Corrections => {
  const otherRows = skippedRows.filter((other) => other !== row);
  return { cells, skippedRows: isSkipped ? [...otherRows, row] : otherRows };
};

export const toCorrectionRequest = ({ cells, skippedRows }: Corrections): Correction[] => [
  ...Object.entries(cells)
    .filter(([row]) => !skippedRows.includes(Number(row)))
    .flatMap(([row, texts]) => Object.entries(texts).map(([column, text]) => ({ row: Number(row), column, text }))),
  ...skippedRows.map((row) => ({ row, isSkipped: true as const })),
];

type FailedRow = ImportReport['failedRows'][number];

/** A failed row with its errors by column; `otherErrors` belong to no cell. */
export type RowWithErrors = FailedRow & { errors: Readonly<Record<string, string>>; otherErrors: string[] };

export const getRowsWithErrors = ({
  failedRows,
  errors,
}: Pick<ImportReport, 'failedRows' | 'errors'>): RowWithErrors[] =>
  failedRows.map((failed) => {
    const cellErrors: Record<string, string> = {};
    const otherErrors: string[] = [];
    for (const { column, cell, message } of errors.filter(({ row }) => row === failed.row)) {
      if (!(column in failed.cells)) otherErrors.push(column === '' ? message : `${column}: ${message}`);
      else cellErrors[column] = column in cellErrors ? `${cellErrors[column]}. ${message}` : `${cell}: ${message}`;
    }
    return { ...failed, errors: cellErrors, otherErrors };
  });
