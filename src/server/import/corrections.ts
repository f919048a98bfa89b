import type { Correction, ImportReport } from '#shared/import.ts';
import type { ImportField } from '#shared/import-columns.ts';
import { type ReadSpreadsheetOptions, readSpreadsheet } from '../../spreadsheet/read.ts';
import type { TableRow } from '../../spreadsheet/table.ts';
import { findContent, readWritten } from './columns.ts';

/** Corrections by row number: cell text by header, or null to skip the row. */
export type Corrections = ReadonlyMap<number, ReadonlyMap<string, string> | null>;

export const toCorrections = (corrections: readonly Correction[]): Corrections => {
  const byRow = new Map<number, Map<string, string> | null>();
  for (const correction of corrections) {
    const { row } = correction;
    if ('isSkipped' in correction) byRow.set(row, null);
    else if (byRow.get(row) !== null) {
      byRow.set(row, (byRow.get(row) ?? new Map()).set(correction.column, correction.text));
    }
  }
  return byRow;
};

type Correcting = { corrections: Corrections; headers: readonly string[] };

const isBlank = ({ cells, cellErrors = [] }: TableRow) =>
  cellErrors.length === 0 && cells.every((text) => text.trim() === '');

/** Applies corrections to a row; null if the row is skipped or becomes blank. */
export const applyCorrections = (source: TableRow, { corrections, headers }: Correcting): TableRow | null => {
  const correction = corrections.get(source.row);
  if (correction === null) return null;
  if (!correction) return source;
  const isCorrected = (index: number) => correction.has(headers[index] ?? '');
  const row: TableRow = {
    ...source,
    cells: headers.map((title, index) => correction.get(title) ?? source.cells[index] ?? ''),
  };
  // A corrected row has been reviewed, so its row error is resolved.
  delete row.error;
  if (source.numbers) row.numbers = source.numbers.filter(([index]) => !isCorrected(index));
  if (source.cellErrors) row.cellErrors = source.cellErrors.filter(([index]) => !isCorrected(index));
  return isBlank(row) ? null : row;
};

const maxRows = 500;
const maxCharacters = 300_000;

type FailedRowsOptions = { corrections: Corrections; fields: readonly ImportField[] };

/** Reads the rows with errors again, so that the user can correct them. Limited in rows and characters. */
export const readFailedRows = async (
  { errors, columns }: Pick<ImportReport, 'errors' | 'columns'>,
  { corrections, fields, ...options }: ReadSpreadsheetOptions & FailedRowsOptions,
): Promise<ImportReport['failedRows']> => {
  const failedRowNumbers = new Set(errors.map(({ row }) => row));
  if (failedRowNumbers.size === 0) return [];
  const last = Math.max(...failedRowNumbers);
  const mapped = columns.filter(({ field }) => field !== null);
  const failedRows: ImportReport['failedRows'] = [];
  let characters = 0;
  const spreadsheet = await readSpreadsheet(options);
  const headers = spreadsheet.columns;
  try {
    for await (const batch of spreadsheet.batches) {
      for (const source of batch) {
        if (source.row > last || failedRows.length === maxRows) return failedRows;
        const row = failedRowNumbers.has(source.row) ? applyCorrections(source, { corrections, headers }) : null;
        if (!row) continue;
        const cells = Object.fromEntries(
          mapped.map(({ title, field }) => [
            title,
            readWritten(row, { index: headers.indexOf(title), content: findContent(fields, field) }),
          ]),
        );
        characters += Object.values(cells).reduce((sum, text) => sum + text.length, 0);
        if (characters > maxCharacters) return failedRows;
        failedRows.push({ row: source.row, cells });
      }
    }
    return failedRows;
  } finally {
    await spreadsheet.close();
  }
};
