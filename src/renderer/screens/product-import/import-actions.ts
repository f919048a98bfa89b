import { type Correction, jobStartedSchema, previewResponseSchema, type SpreadsheetPreview } from '#shared/import.ts';
import { attribute } from '#shared/resources/attribute.ts';
import { texts } from '#shared/texts.ts';
import { FileUnavailableError, type LocalFile, platform } from '../../platform/index.ts';
import { send } from '../../resource-kit/client.ts';
import { getErrorMessage } from '../../resource-kit/errors.ts';
import { exportFile } from '../../resource-kit/export/export-menu.tsx';
import { optionsQuery } from '../../resource-kit/hooks.ts';
import { cancelJob, pollJob } from '../../resource-kit/long-change.ts';
import { invalidateResource, queryClient } from '../../resource-kit/query-client.ts';
import { showError, showInfo, showSuccess } from '../../ui/toasts.tsx';
import {
  getMappingOverrides,
  initialMapping,
  loadSavedMapping,
  mapColumn,
  storeSavedMapping,
  updateSavedMapping,
} from './column-mapping.ts';
import {
  changeInput,
  type FileFormat,
  getImportState,
  type ImportRun,
  type ImportState,
  type NumberFormats,
  type RunKind,
  resetImport,
  updateImport,
} from './import-store.ts';

export const changeNumberFormats = async (change: Partial<NumberFormats>): Promise<void> => {
  changeInput({ numberFormats: { ...getImportState().numberFormats, ...change } });
  await runImport('dryRun');
};

export const changeProductOptions = (change: Partial<ImportState['productOptions']>): void => {
  const productOptions = { ...getImportState().productOptions, ...change };
  // A check only counts images, so its result stays valid.
  const isChecked = Object.keys(change).every((name) => name === 'isDownloading');
  (isChecked ? updateImport : changeInput)({ productOptions });
};

const rejectFile = (fileError: string): void => {
  const { file } = getImportState();
  if (file) platform.files.release(file);
  resetImport(null);
  updateImport({ fileError });
};

const showMissingFileError = (message: string): void => {
  rejectFile(message);
  showError(message);
};

/** A page can't read a spreadsheet within resource limits, but the server can. */
const fetchPreview = async (file: LocalFile, format: FileFormat): Promise<SpreadsheetPreview> => {
  const options = Object.entries(format).filter(([, value]) => value !== undefined);
  const body = { ...Object.fromEntries(options), excel: file };
  return previewResponseSchema.parse(await send({ method: 'POST', path: '/import/preview', body, encoding: 'form' }))
    .data;
};

/** Without them, columns of attributes are only found by “Attribute:” in their titles. */
const fetchAttributeNames = async (): Promise<string[]> => {
  const options = await queryClient.fetchQuery(optionsQuery(attribute.name)).catch(() => []);
  return options.map(({ label }) => label);
};

const readPreview = async (file: LocalFile, format: FileFormat) => {
  updateImport({ isReading: true });
  const isReplaced = () => getImportState().file?.id !== file.id;
  try {
    const [preview, attributeNames] = await Promise.all([fetchPreview(file, format), fetchAttributeNames()]);
    if (isReplaced()) return;
    const { productOptions } = getImportState();
    resetImport(file);
    updateImport({
      preview,
      mapping: initialMapping(preview.columns, loadSavedMapping(), attributeNames),
      format,
      productOptions,
    });
  } catch (error) {
    if (isReplaced()) return;
    const message = getErrorMessage(error);
    // A failed format change keeps the previous preview; an unreadable file is released.
    if (!getImportState().preview || error instanceof FileUnavailableError) return rejectFile(message);
    updateImport({ isReading: false });
    return showError(message);
  }
  await runImport('dryRun');
};

export const selectFile = async (file: LocalFile | null): Promise<void> => {
  const { file: previousFile } = getImportState();
  cancelRun();
  if (previousFile && previousFile.id !== file?.id) platform.files.release(previousFile);
  resetImport(file);
  if (file) await readPreview(file, {});
};

export const chooseFormat = async (change: FileFormat): Promise<void> => {
  const { file, format } = getImportState();
  cancelRun();
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

export const changeCorrections = (change: (corrections: ImportState['corrections']) => readonly Correction[]): void =>
  changeInput({ corrections: change(getImportState().corrections) });

/** Aborts the upload of the current run, or cancels its job. */
export const cancelRun = (): void => {
  const { run } = getImportState();
  if (!run) return;
  updateImport({ run: { ...run, isCancelling: true } });
  run.controller.abort();
};

export const refreshLists = (): Promise<unknown> =>
  Promise.all(['product', 'attribute', 'attributeValue'].map(invalidateResource));

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
  corrections: JSON.stringify(corrections),
  decimalSeparators: JSON.stringify(numberFormats.separators),
  roundColumns: JSON.stringify(numberFormats.rounded),
  ...(isCreatingSkus && { createSkus: skuPattern }),
  downloadImages: String(isDownloading),
  // Last, because the server reads the fields before the file.
  excel: file,
});

/**
 * Checks or imports the file in a job, which continues after the response. Its progress is ignored as soon as another
 * run replaces it.
 */
export const runImport = async (kind: RunKind, { isPartial = false } = {}): Promise<void> => {
  const state = getImportState();
  const { file, preview, revision } = state;
  if (state.run) return;
  if (!file || !preview) return showMissingFileError(texts.product.importFileMissing);
  const controller = new AbortController();
  const { signal } = controller;
  const run: ImportRun = { kind, phase: 'sending', done: 0, total: 1, isCancelling: false, controller };
  updateImport({ run, runError: null, fileError: null });
  const isCurrent = () => getImportState().run?.controller === controller;
  const change = (progress: Partial<ImportRun>) => {
    const { run: current } = getImportState();
    if (current && isCurrent()) updateImport({ run: { ...current, ...progress } });
  };
  try {
    const response = await send({
      method: 'POST',
      path: '/product/upload-csv',
      query: { dryRun: String(kind === 'dryRun'), partial: String(isPartial), async: 'true' },
      encoding: 'form',
      body: getRequestBody(preview, state),
      onProgress: (done) => change({ done }),
      signal,
    });
    const { jobId } = jobStartedSchema.parse(response);
    if (signal.aborted) cancelJob(jobId);
    else signal.addEventListener('abort', () => cancelJob(jobId));
    change({ phase: 'waiting', done: 0, total: null });
    const job = await pollJob(jobId, {
      onJob: ({ progress: { phase, done, total }, state: jobState }) =>
        change({ phase: jobState === 'waiting' ? 'waiting' : phase, done, total }),
      lostAdvice: 'The import may be finished: look at the products before you import the file again.',
    });
    if (!isCurrent()) return;
    const { message, report } = job;
    if (report) updateImport({ outcome: { report, jobId, revision } });
    if (job.state === 'cancelled') showInfo(message);
    else if (!report) updateImport({ runError: message });
    if (!report?.isWritten) return;
    showSuccess(message);
    await refreshLists();
  } catch (error) {
    const isCancelled = error instanceof DOMException && error.name === 'AbortError';
    if (isCancelled || !isCurrent()) return;
    if (error instanceof FileUnavailableError) showMissingFileError(texts.product.importFileMissingAgain);
    else updateImport({ runError: getErrorMessage(error) });
  } finally {
    if (isCurrent()) updateImport({ run: null });
  }
};

const download = (name: string, request: Omit<Parameters<typeof exportFile>[0], 'format'>) =>
  exportFile({ ...request, format: 'xlsx' }, (fileName) => `${name} saved as ${fileName}`);

/** Downloads the errors of the last run, or the rows with errors. */
export const downloadErrors = async (content: 'errors' | 'rows'): Promise<void> => {
  const { outcome } = getImportState();
  if (!outcome) return;
  await download(content === 'rows' ? 'Failed rows' : 'Error list', {
    resource: 'import',
    endpoint: 'error-list',
    query: { job: outcome.jobId, content },
    fileName: `import-${content}.xlsx`,
  });
};

export const downloadTemplate = (): Promise<void> =>
  download('Template', {
    resource: 'product',
    endpoint: 'import-template',
    query: {},
    fileName: 'product-import.xlsx',
  });
