import { create } from 'zustand';
import type { ImportReport, Job, SpreadsheetPreview } from '#shared/import.ts';
import type { Delimiter, Encoding } from '#shared/import-encodings.ts';
import { defaultSkuPattern } from '#shared/product/sku-pattern.ts';
import type { LocalFile } from '../../platform/index.ts';
import type { ColumnMapping } from './column-mapping.ts';
import { noCorrections } from './corrections.ts';
import type { NumberFormats } from './number-questions.ts';

export type RunKind = 'dryRun' | 'import';

export type ImportRun = {
  id: string;
  kind: RunKind;
  phase: 'sending' | Job['progress']['phase'];
  done: number;
  /** Null while unknown. */
  total: number | null;
  isCancelling: boolean;
  cancel: () => void;
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
  corrections: noCorrections,
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
