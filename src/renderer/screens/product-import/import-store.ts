import { create } from 'zustand';
import type { Correction, ImportReport, Job, SpreadsheetPreview } from '#shared/import.ts';
import type { Delimiter, Encoding } from '#shared/import-columns.ts';
import type { DecimalSeparator } from '#shared/import-numbers.ts';
import { defaultSkuPattern } from '#shared/product/skus.ts';
import type { LocalFile } from '../../platform/index.ts';
import type { ColumnMapping } from './column-mapping.ts';

type CellCorrection = Extract<Correction, { text: string }>;

const isOfCell = (
  correction: Correction,
  { row, column }: Omit<CellCorrection, 'text'>,
): correction is CellCorrection => 'text' in correction && correction.row === row && correction.column === column;

/** The text that the user typed into a cell. */
export const findCorrectedText = (corrections: readonly Correction[], cell: Omit<CellCorrection, 'text'>) =>
  corrections.find((correction) => isOfCell(correction, cell))?.text;

export const correctCell = (corrections: readonly Correction[], cell: CellCorrection): Correction[] => [
  ...corrections.filter((correction) => !isOfCell(correction, cell)),
  cell,
];

export const listSkippedRows = (corrections: readonly Correction[]): number[] =>
  corrections.flatMap((correction) => ('isSkipped' in correction ? correction.row : []));

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

export type RunKind = 'dryRun' | 'import';

export type ImportRun = {
  kind: RunKind;
  phase: 'sending' | Job['progress']['phase'];
  done: number;
  /** Null while unknown. */
  total: number | null;
  isCancelling: boolean;
  controller: AbortController;
};

/** Decimal separators by column title, and the columns to round. */
export type NumberFormats = {
  separators: Readonly<Record<string, DecimalSeparator>>;
  rounded: readonly string[];
};

export type FileFormat = { sheet?: string; headerRow?: number; encoding?: Encoding; delimiter?: Delimiter };

type ImportResult = {
  report: ImportReport;
  /** The job on the server, which stores the errors. */
  jobId: string;
  /** The state's revision when the run started; the report is stale once they differ. */
  revision: number;
};

const initialState = {
  file: null as LocalFile | null,
  fileError: null as string | null,
  isReading: false,
  preview: null as SpreadsheetPreview | null,
  format: {} as FileFormat,
  mapping: {} as ColumnMapping,
  numberFormats: { separators: {}, rounded: [] } as NumberFormats,
  productOptions: { isCreatingSkus: true, skuPattern: defaultSkuPattern, isDownloading: false },
  /** Cells that the user corrected, and rows to skip, which keep their corrected cells. */
  corrections: [] as readonly Correction[],
  /** Incremented by every change that makes the report stale. */
  revision: 0,
  run: null as ImportRun | null,
  outcome: null as ImportResult | null,
  runError: null as string | null,
  undoImport: 'idle' as 'idle' | 'running' | 'done',
};

export type ImportState = typeof initialState;

/** Lives outside the screen, so that the import survives navigation. */
export const useImportStore = create<ImportState>(() => initialState);

export const getImportState = useImportStore.getState;
export const updateImport = (change: Partial<ImportState>): void => useImportStore.setState(change);

/** Changes an input of the import, which makes the report stale. */
export const changeInput = (change: Partial<ImportState>): void =>
  useImportStore.setState(({ revision }) => ({ ...change, revision: revision + 1 }));

export const resetImport = (file: LocalFile | null): void => useImportStore.setState({ ...initialState, file });

/** Whether the columns and amounts can't be changed at the moment. */
export const isLocked = ({ run, isReading }: ImportState): boolean => run !== null || isReading;

/** Whether the file and its format can't be changed, which a check doesn't prevent. */
export const isFileLocked = ({ run, isReading }: ImportState): boolean => run?.kind === 'import' || isReading;

/** Whether the report matches the current settings. */
export const isReportCurrent = ({ outcome, revision }: ImportState): boolean => outcome?.revision === revision;
