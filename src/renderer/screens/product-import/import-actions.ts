import { v4 } from 'uuid';
import type { Job, SpreadsheetPreview } from '#shared/import.ts';
import type { DecimalSeparator } from '#shared/import-numbers.ts';
import { texts } from '#shared/texts.ts';
import { FileUnavailableError, type LocalFile, platform } from '../../platform/index.ts';
import { getErrorMessage } from '../../resource-kit/errors.ts';
import { cancelJob, pollJob } from '../../resource-kit/long-change.ts';
import { invalidateResource } from '../../resource-kit/query-client.ts';
import { showError, showInfo, showSuccess } from '../../ui/toasts.tsx';
import {
  getMappingOverrides,
  initialMapping,
  loadSavedMapping,
  mapColumn,
  storeSavedMapping,
  updateSavedMapping,
} from './column-mapping.ts';
import { startImport } from './import-client.ts';
import {
  type Corrections,
  changeInput,
  type FileFormat,
  getImportState,
  type ImportRun,
  type ImportState,
  type RunKind,
  resetImport,
  toCorrectionRequest,
  updateImport,
} from './import-store.ts';

export const chooseSeparator = async (title: string, separator: DecimalSeparator): Promise<void> => {
  const { numberFormats } = getImportState();
  changeInput({
    numberFormats: { ...numberFormats, separators: { ...numberFormats.separators, [title]: separator } },
  });
  await runImport('dryRun');
};

export const chooseRounding = async (title: string, isRounded: boolean): Promise<void> => {
  const { numberFormats } = getImportState();
  const otherColumns = numberFormats.rounded.filter((other) => other !== title);
  changeInput({
    numberFormats: { ...numberFormats, rounded: isRounded ? [...otherColumns, title] : otherColumns },
  });
  await runImport('dryRun');
};

export const changeProductOptions = (change: Partial<ImportState['productOptions']>): void => {
  const productOptions = { ...getImportState().productOptions, ...change };
  // A check only counts images, so its result stays valid.
  const isChecked = Object.keys(change).every((name) => name === 'isDownloading');
  (isChecked ? updateImport : changeInput)({ productOptions });
};

const showMissingFileError = (message: string): void => {
  const { file } = getImportState();
  if (file) platform.files.release(file);
  resetImport(null);
  updateImport({ fileError: message });
  showError(message);
};

const readPreview = async (file: LocalFile, format: FileFormat) => {
  updateImport({ isReading: true });
  const result = await platform.files.previewSpreadsheet({ file, ...format }).catch((error: unknown) => ({
    error: getErrorMessage(error),
    isFileUnavailable: false,
  }));
  if (getImportState().file?.id !== file.id) return;
  if ('error' in result) {
    // A failed format change keeps the previous preview; an unreadable file is released.
    if (getImportState().preview && !result.isFileUnavailable) {
      updateImport({ isReading: false });
      showError(result.error);
      return;
    }
    platform.files.release(file);
    resetImport(null);
    updateImport({ fileError: result.error });
    return;
  }
  const { preview } = result;
  const { productOptions } = getImportState();
  const mapping = initialMapping(preview.columns, loadSavedMapping());
  resetImport(file);
  updateImport({ preview, mapping, format, productOptions });
  await runImport('dryRun');
};

export const selectFile = async (file: LocalFile | null): Promise<void> => {
  const { file: previousFile, run } = getImportState();
  run?.cancel();
  if (previousFile && previousFile.id !== file?.id) platform.files.release(previousFile);
  resetImport(file);
  if (file) await readPreview(file, {});
};

export const chooseFormat = async (change: FileFormat): Promise<void> => {
  const { file, run, format } = getImportState();
  run?.cancel();
  // A header row number applies only to the rows that it was chosen from.
  const keepsRows = change.headerRow !== undefined;
  const { headerRow: _headerRow, ...otherOptions } = format;
  if (file) await readPreview(file, { ...(keepsRows ? format : otherOptions), ...change });
};

export const setColumnField = (title: string, field: string): void => {
  const mapping = mapColumn(getImportState().mapping, title, field);
  storeSavedMapping(updateSavedMapping(loadSavedMapping(), mapping));
  changeInput({ mapping });
};

export const changeCorrections = (change: (corrections: Corrections) => Corrections): void =>
  changeInput({ corrections: change(getImportState().corrections) });

/** Starts a run. Its updates are ignored as soon as another run replaces it. */
const startRun = (kind: RunKind) => {
  const upload = new AbortController();
  const id = v4();
  const cancel = () => upload.abort();
  const run: ImportRun = { id, kind, phase: 'sending', done: 0, total: 1, isCancelling: false, cancel };
  updateImport({ run, runError: null, fileError: null });
  const isCurrent = () => getImportState().run?.id === id;
  const change = (progress: Partial<ImportRun>) => {
    const { run: current } = getImportState();
    if (current?.id === id) updateImport({ run: { ...current, ...progress } });
  };
  return {
    signal: upload.signal,
    isCurrent,
    change,
    onProgress: (fraction: number) => change({ done: fraction, total: 1 }),
    end: () => isCurrent() && updateImport({ run: null }),
  };
};

type Run = ReturnType<typeof startRun>;

const watchJob = async (jobId: string, { signal, change }: Run): Promise<Job> => {
  const cancel = () => {
    change({ isCancelling: true });
    cancelJob(jobId);
  };
  if (signal.aborted) cancel();
  change({ phase: 'waiting', done: 0, total: null, cancel });
  return pollJob(jobId, {
    onJob: ({ progress: { phase, done, total }, state }) =>
      change({ phase: state === 'waiting' ? 'waiting' : phase, done, total }),
    lostAdvice: 'The import may be finished: look at the products before you import the file again.',
  });
};

export const refreshLists = (): Promise<unknown> =>
  Promise.all(['product', 'attribute', 'attributeValue'].map(invalidateResource));

const finishRun = async (revision: number, { _id: jobId, state, message, report }: Job): Promise<void> => {
  if (state === 'cancelled') showInfo(message);
  else if (!report) updateImport({ runError: message });
  if (report) updateImport({ outcome: { report, jobId, revision } });
  if (report?.isWritten) {
    showSuccess(message);
    await refreshLists();
  }
};

const showRunError = (error: unknown): void => {
  const isCancelled = error instanceof DOMException && error.name === 'AbortError';
  if (isCancelled) return;
  if (error instanceof FileUnavailableError) showMissingFileError(texts.product.importFileMissingAgain);
  else updateImport({ runError: getErrorMessage(error) });
};

const getRequestBody = (
  { sheet, headerRow, encoding, delimiter }: SpreadsheetPreview,
  {
    file,
    mapping,
    corrections,
    numberFormats,
    productOptions: { isCreatingSkus, skuPattern, isDownloading },
  }: ImportState,
) => ({
  sheet,
  headerRow: String(headerRow),
  ...(encoding && { encoding }),
  ...(delimiter && { delimiter }),
  columns: JSON.stringify(getMappingOverrides(mapping)),
  corrections: JSON.stringify(toCorrectionRequest(corrections)),
  decimalSeparators: JSON.stringify(numberFormats.separators),
  roundColumns: JSON.stringify(numberFormats.rounded),
  ...(isCreatingSkus && { createSkus: skuPattern }),
  downloadImages: String(isDownloading),
  // Last, because the server reads the fields before the file.
  excel: file,
});

export const runImport = async (kind: RunKind, { isPartial = false } = {}): Promise<void> => {
  const state = getImportState();
  const { file, preview, revision, run } = state;
  if (run) return;
  if (!file || !preview) {
    showMissingFileError(texts.product.importFileMissing);
    return;
  }
  const activeRun = startRun(kind);
  const { signal, onProgress } = activeRun;
  try {
    const jobId = await startImport({
      isDryRun: kind === 'dryRun',
      isPartial,
      body: getRequestBody(preview, state),
      onProgress,
      signal,
    });
    const job = await watchJob(jobId, activeRun);
    if (activeRun.isCurrent()) await finishRun(revision, job);
  } catch (error) {
    if (activeRun.isCurrent()) showRunError(error);
  } finally {
    activeRun.end();
  }
};
