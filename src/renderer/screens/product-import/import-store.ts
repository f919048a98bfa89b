import { create } from 'zustand';
import type { ImportReport, Job, SpreadsheetPreview } from '#shared/import.ts';
import { defaultSkuPattern } from '#shared/product/sku-pattern.ts';
import type { LocalFile } from '../../platform/index.ts';
import type { ColumnMapping } from './column-mapping.ts';
import { type Corrections, noCorrections } from './corrections.ts';
import type { FormatChange } from './first-rows.tsx';
import type { NumberChoices } from './number-questions.ts';

/** What the server is asked for: only what would happen, or the import itself. */
export type RunKind = 'check' | 'import';

/** Options of a product import beyond the column mapping. */
export type ProductOptions = { isCreatingSkus: boolean; skuPattern: string; isDownloading: boolean };

/** What is under way. */
export type ImportRun = {
  id: string;
  kind: RunKind;
  phase: 'sending' | Job['progress']['phase'];
  done: number;
  /** Null as long as nobody knows. */
  total: number | null;
  isCancelling: boolean;
  cancel: () => void;
};

/** What the last run found. */
type Outcome = {
  kind: RunKind;
  report: ImportReport;
  /** The import on the server, which keeps the errors. */
  jobId: string;
  /** Of what the report speaks: what a person changed since is not in it. */
  revision: number;
};

type ImportState = {
  file: LocalFile | null;
  /** Why there is no file that can be used. */
  fileProblem: string | null;
  isReading: boolean;
  preview: SpreadsheetPreview | null;
  /** Chosen sheet, header row and text format. */
  format: FormatChange & { sheet?: string };
  mapping: ColumnMapping;
  numbers: NumberChoices;
  productOptions: ProductOptions;
  corrections: Corrections;
  /** Counts what a person changed. */
  revision: number;
  run: ImportRun | null;
  outcome: Outcome | null;
  /** Why the last run gave no report. */
  failure: string | null;
  takeBack: 'possible' | 'running' | 'done';
};

const initialState: ImportState = {
  file: null,
  fileProblem: null,
  isReading: false,
  preview: null,
  format: {},
  mapping: {},
  numbers: { separators: {}, rounded: [] },
  productOptions: { isCreatingSkus: true, skuPattern: defaultSkuPattern, isDownloading: false },
  corrections: noCorrections,
  revision: 0,
  run: null,
  outcome: null,
  failure: null,
  takeBack: 'possible',
};

/** The import as it stands. It outlives the screen: whoever looks something up elsewhere finds it as it was. */
export const useImportStore = create<ImportState>(() => initialState);

export const getImport = useImportStore.getState;
export const changeImport = (change: Partial<ImportState>): void => useImportStore.setState(change);

/** Begins anew, with this file. */
export const resetImport = (file: LocalFile | null): void =>
  useImportStore.setState({ ...initialState, file });

/** Whether the report speaks of what is on the screen now. */
export const isCurrent = ({ outcome, revision }: ImportState): boolean => outcome?.revision === revision;
