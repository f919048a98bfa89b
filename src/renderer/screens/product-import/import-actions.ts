import { v4 } from 'uuid';
import type { Job } from '#shared/import.ts';
import type { DecimalSeparator } from '#shared/import-numbers.ts';
import { texts } from '#shared/texts.ts';
import { FileGone, type LocalFile, platform } from '../../platform/index.ts';
import { messageOf, reportError, statusOf } from '../../resource/errors.ts';
import { invalidateResource } from '../../resource/invalidate.ts';
import { showFailure, showNotice, showSuccess } from '../../ui/toasts.tsx';
import { initialMapping, mapColumn, remember, saidOfColumns } from './column-mapping.ts';
import { readColumnMemory, writeColumnMemory } from './column-memory.ts';
import { type Corrections, sentCorrections } from './corrections.ts';
import type { FormatChange } from './first-rows.tsx';
import { cancelJob, followJob, startImport } from './import-client.ts';
import {
  changeImport,
  getImport,
  type ImportRun,
  type ProductOptions,
  type RunKind,
  resetImport,
} from './import-store.ts';

export const chooseSeparator = async (title: string, separator: DecimalSeparator): Promise<void> => {
  const { numbers, revision } = getImport();
  changeImport({
    numbers: { ...numbers, separators: { ...numbers.separators, [title]: separator } },
    revision: revision + 1,
  });
  await runImport('check');
};

export const chooseRounding = async (title: string, isRounded: boolean): Promise<void> => {
  const { numbers, revision } = getImport();
  const others = numbers.rounded.filter((other) => other !== title);
  changeImport({
    numbers: { ...numbers, rounded: isRounded ? [...others, title] : others },
    revision: revision + 1,
  });
  await runImport('check');
};

export const changeProductOptions = (change: Partial<ProductOptions>): void => {
  const { productOptions, revision } = getImport();
  // A check only counts images, so its result stays valid.
  const isChecked = Object.keys(change).every((name) => name === 'isDownloading');
  changeImport({
    productOptions: { ...productOptions, ...change },
    revision: isChecked ? revision : revision + 1,
  });
};

const missFile = (problem: string): void => {
  const { file } = getImport();
  if (file) platform.files.release(file);
  resetImport(null);
  changeImport({ fileProblem: problem });
  showFailure(problem);
};

type FileFormat = FormatChange & { sheet?: string };

const readPreview = async (file: LocalFile, format: FileFormat) => {
  changeImport({ isReading: true });
  const result = await platform.files.previewSpreadsheet({ file, ...format }).catch((error: unknown) => ({
    problem: messageOf(error),
    isFileGone: false,
  }));
  if (getImport().file?.id !== file.id) return;
  if ('problem' in result) {
    // A failed format change keeps the previous preview; an unreadable file is released.
    if (getImport().preview && !result.isFileGone) {
      changeImport({ isReading: false });
      showFailure(result.problem);
      return;
    }
    platform.files.release(file);
    resetImport(null);
    changeImport({ fileProblem: result.problem });
    return;
  }
  const { preview } = result;
  const { productOptions } = getImport();
  const mapping = initialMapping(preview.columns, readColumnMemory());
  resetImport(file);
  changeImport({ preview, mapping, format, productOptions });
  await runImport('check');
};

export const takeFile = async (file: LocalFile | null): Promise<void> => {
  const { file: before, run } = getImport();
  run?.cancel();
  if (before && before.id !== file?.id) platform.files.release(before);
  resetImport(file);
  if (file) await readPreview(file, {});
};

export const chooseFormat = async (change: FileFormat): Promise<void> => {
  const { file, run, format } = getImport();
  run?.cancel();
  // A header row number applies only to the rows that it was chosen from.
  const isSameRows = change.headerRow !== undefined;
  const { headerRow: _headerRow, ...others } = format;
  if (file) await readPreview(file, { ...(isSameRows ? format : others), ...change });
};

export const chooseField = (title: string, field: string): void => {
  const { mapping: before, revision } = getImport();
  const mapping = mapColumn(before, title, field);
  writeColumnMemory(remember(readColumnMemory(), mapping));
  changeImport({ mapping, revision: revision + 1 });
};

export const changeCorrections = (change: (corrections: Corrections) => Corrections): void => {
  const { corrections, revision } = getImport();
  changeImport({ corrections: change(corrections), revision: revision + 1 });
};

/** Starts a run. Its updates are ignored as soon as another run replaces it. */
const begin = (kind: RunKind) => {
  const sending = new AbortController();
  const id = v4();
  const cancel = () => sending.abort();
  const run: ImportRun = { id, kind, phase: 'sending', done: 0, total: 1, isCancelling: false, cancel };
  changeImport({ run, failure: null, fileProblem: null });
  const isShown = () => getImport().run?.id === id;
  const change = (changed: Partial<ImportRun>) => {
    const { run: current } = getImport();
    if (current?.id === id) changeImport({ run: { ...current, ...changed } });
  };
  return {
    signal: sending.signal,
    isShown,
    change,
    onProgress: (fraction: number) => change({ done: fraction, total: 1 }),
    end: () => isShown() && changeImport({ run: null }),
  };
};

type Run = ReturnType<typeof begin>;

const follow = async (jobId: string, { signal, change }: Run): Promise<Job> => {
  const cancel = () => {
    change({ isCancelling: true });
    cancelJob(jobId).catch((error: unknown) => {
      // 409: the job ended before the request arrived.
      if (statusOf(error) !== 409) reportError(error);
    });
  };
  if (signal.aborted) cancel();
  change({ phase: 'waiting', done: 0, total: null, cancel });
  return followJob(jobId, ({ progress: { phase, done, total }, state }) =>
    change({ phase: state === 'waiting' ? 'waiting' : phase, done, total }),
  );
};

export const refreshLists = (): Promise<unknown> =>
  Promise.all(['product', 'attribute', 'attributeValue'].map(invalidateResource));

const finish = async (
  kind: RunKind,
  revision: number,
  { _id: jobId, state, message, report }: Job,
): Promise<void> => {
  if (state === 'cancelled') showNotice(message);
  else if (!report) changeImport({ failure: message });
  if (report) changeImport({ outcome: { kind, report, jobId, revision } });
  if (report?.isWritten) {
    showSuccess(message);
    await refreshLists();
  }
};

const explain = (error: unknown): void => {
  const isCancelled = error instanceof DOMException && error.name === 'AbortError';
  if (isCancelled) return;
  if (error instanceof FileGone) missFile(texts.product.importFileMissingAgain);
  else changeImport({ failure: messageOf(error) });
};

const sentOptions = ({
  preview,
  numbers,
  productOptions: { isCreatingSkus, skuPattern, isDownloading },
}: ReturnType<typeof getImport>): Record<string, string> => ({
  headerRow: String(preview?.headerRow ?? 1),
  ...(preview?.encoding && { encoding: preview.encoding }),
  ...(preview?.delimiter && { delimiter: preview.delimiter }),
  decimalSeparators: JSON.stringify(numbers.separators),
  roundColumns: JSON.stringify(numbers.rounded),
  ...(isCreatingSkus && { createSkus: skuPattern }),
  downloadImages: String(isDownloading),
});

export const runImport = async (kind: RunKind, { isPartial = false } = {}): Promise<void> => {
  const { file, preview, mapping, corrections, revision, run } = getImport();
  if (run) return;
  if (!file || !preview) {
    missFile(texts.product.importFileMissing);
    return;
  }
  const started = begin(kind);
  const { signal, onProgress } = started;
  try {
    const jobId = await startImport(
      {
        file,
        isDryRun: kind === 'check',
        isPartial,
        sheet: preview.sheet,
        columns: saidOfColumns(mapping),
        corrections: sentCorrections(corrections),
        options: sentOptions(getImport()),
      },
      { onProgress, signal },
    );
    const job = await follow(jobId, started);
    if (started.isShown()) await finish(kind, revision, job);
  } catch (error) {
    if (started.isShown()) explain(error);
  } finally {
    started.end();
  }
};
