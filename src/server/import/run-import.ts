import type { ImportReport } from '#shared/import.ts';
import { untitledColumnNotice } from '#shared/import-columns.ts';
import type { SpreadsheetChoices } from '../../spreadsheet/open.ts';
import { readSpreadsheet, type Spreadsheet } from '../../spreadsheet/read.ts';
import type { TableRow } from '../../spreadsheet/table.ts';
import type { FileStore } from '../files/file-store.ts';
import { throwIfCancelled } from '../jobs/job-rows.ts';
import { AppError } from '../lib/app-error.ts';
import { yieldToEventLoop } from '../lib/yield-to-event-loop.ts';
import { runBulkTransaction } from '../records/bulk-transaction.ts';
import { type Actor, createWriteContext, type OperationsContext, type WriteContext } from '../records/hooks.ts';
import { detectNumberFormats, type NumberOptions } from './columns.ts';
import { applyCorrections, assertKnownColumns, type Corrections, readFailedRows } from './corrections.ts';
import { openDraftSpool } from './draft-spool.ts';
import type { Importer } from './importer.ts';
import { ReportBuilder } from './report.ts';

export type ImportOptions = {
  /** Rolls the import back at its end. */
  isDryRun: boolean;
  /** Writes valid rows even if others have errors. */
  isPartial: boolean;
  format: SpreadsheetChoices;
  numbers: NumberOptions;
  /** Fields by column title, for headers that don't determine one. An empty text skips the column. */
  mapping: ReadonlyMap<string, string>;
  corrections: Corrections;
};

type ImportProgress = { phase: 'reading' | 'writing'; done: number; total: number | null };

export type ImportRequest = {
  file: { path: string; fileName: string };
  options: ImportOptions;
  actor: Actor;
  signal: AbortSignal;
  onProgress: (progress: ImportProgress) => void;
  /** Called last in the transaction of an import that commits. */
  beforeCommit?: (write: WriteContext, report: ImportReport) => Promise<void>;
};

/** Writing fewer records, and discarding them, is faster than copying the database. */
const minCopiedRecords = 1000;

async function* readBatches(
  { batches, columns: headers }: Spreadsheet,
  { signal, onProgress, options: { corrections } }: ImportRequest,
): AsyncGenerator<TableRow[]> {
  let done = 0;
  for await (const batch of batches) {
    throwIfCancelled(signal);
    onProgress({ phase: 'reading', done, total: null });
    await yieldToEventLoop();
    done += batch.length;
    yield corrections.size === 0
      ? batch
      : batch.flatMap((row) => applyCorrections(row, { corrections, headers }) ?? []);
  }
}

const concurrentDeletionError = () =>
  new AppError(
    'conflict',
    'An item that this file refers to was deleted during the import. Nothing was imported. Try again.',
  );

const maxValueLength = 200;

/** A cell reference such as D17; null if the sheet has no such column. */
const cellReference = (
  { columns, letters }: Pick<Spreadsheet, 'columns' | 'letters'>,
  { row, column }: { row: number; column: string },
): string | null => {
  const letter = letters[columns.indexOf(column)];
  return letter === undefined ? null : `${letter}${row}`;
};

const buildReportedColumns = (
  { profile }: Pick<Spreadsheet, 'profile'>,
  matched: readonly { title: string; field: string | null }[],
): ImportReport['columns'] => {
  const fields = new Map(matched.map(({ title, field }) => [title, field]));
  return (profile?.columns ?? []).map(({ title, letter, filled }) => ({
    title,
    letter,
    filled,
    field: title === '' ? null : (fields.get(title) ?? null),
  }));
};

const addSkippedNotices = (
  { profile, rowsAbove }: Pick<Spreadsheet, 'profile' | 'rowsAbove'>,
  report: ReportBuilder,
): void => {
  for (let row = 0; row < rowsAbove; row += 1) report.notice('', 'Rows above the header, skipped');
  for (const { row, message } of profile?.rowNotices ?? []) report.notice('', message, row);
  for (const { title, letter } of profile?.columns ?? []) {
    if (title === '') report.notice(`Column ${letter}`, untitledColumnNotice);
  }
};

const toImportReport = <Draft>(
  report: ReportBuilder,
  { importer, spreadsheet, write }: { importer: Importer<Draft>; spreadsheet: Spreadsheet; write: WriteContext | null },
): ImportReport => {
  const { errors, notices, columns, ...counts } = report.snapshot();
  const { sheet, sheets, headerRow } = spreadsheet;
  return {
    ...counts,
    sheet,
    sheets,
    headerRow,
    errors: errors.map(({ value, ...error }) => ({
      ...error,
      cell: cellReference(spreadsheet, error),
      value: value?.slice(0, maxValueLength) ?? null,
    })),
    notices: notices.map(({ rows, ...notice }) => ({
      ...notice,
      ...(rows.length > 0 && {
        cells: rows.map((row) => cellReference(spreadsheet, { row, column: notice.column }) ?? `row ${row}`),
      }),
    })),
    columns: buildReportedColumns(spreadsheet, columns),
    failedRows: [],
    fields: importer.fields.map(({ field, title }) => ({ field, title })),
    isWritten: write !== null,
    changeId: write?.changeId ?? null,
  };
};

/**
 * Imports a spreadsheet: reads it completely, then writes all records as one change. A dry run does the same work and
 * discards it. Unless it is partial, so does an import from its first error on.
 */
export const runImport = async <Draft>(
  context: OperationsContext,
  importer: Importer<Draft>,
  request: ImportRequest,
): Promise<ImportReport> => {
  const { file, options, actor, signal, onProgress } = request;
  const { databaseHandle, files } = context;
  const { knownHeaders } = importer;
  const source = { ...file, ...options.format, knownTitles: knownHeaders, signal };
  const spreadsheet = await readSpreadsheet({ ...source, extent: 'all' });
  const drafts = await openDraftSpool<Draft>(`${file.path}.drafts`);
  const readReport = new ReportBuilder();
  let result: ImportReport | null;
  try {
    assertKnownColumns(options.corrections, spreadsheet.columns);
    const numberFormats = detectNumberFormats(spreadsheet, options.numbers);
    addSkippedNotices(spreadsheet, readReport);
    result = await files.transaction(async (fileTransaction) => {
      const importContext = { ...context, fileTransaction };
      const sheet = {
        headers: spreadsheet.columns,
        batches: readBatches(spreadsheet, request),
        mapping: options.mapping,
        numberFormats,
      };
      const parsed = importer.read(sheet, {
        context: importContext,
        report: readReport,
        signal,
        isDryRun: options.isDryRun,
      });
      for await (const draft of parsed) await drafts.add(draft);
      const { isDryRun, isPartial } = options;
      const isRejected = (report: ReportBuilder) => !isDryRun && !isPartial && report.failed > 0;
      /** Returns the report; null once an import turns out to have errors. */
      const writeAll = async (write: WriteContext, pause?: () => Promise<unknown>) => {
        const report = readReport.fork();
        const writeDrafts = await importer.prepare({ context: importContext, write, report });
        let done = 0;
        for await (const batch of drafts.batches()) {
          throwIfCancelled(signal);
          onProgress({ phase: 'writing', done, total: drafts.count() });
          await pause?.();
          await writeDrafts(batch);
          done += batch.length;
          if (!write.isDryRun && isRejected(report)) return null;
          await yieldToEventLoop();
        }
        throwIfCancelled(signal);
        return toImportReport(report, { importer, spreadsheet, write: write.isDryRun ? null : write });
      };
      const importFiles: FileStore = { ...files, transaction: (save) => save(fileTransaction) };
      const inTransaction = (isDiscarded: boolean) =>
        runBulkTransaction({ ...context, files: importFiles }, actor, async ({ write, pause }) => {
          // Later rows of a dry run refer to earlier ones, so nothing is rolled back before its end.
          const report = await (isDiscarded ? writeAll({ ...write, isDryRun: true }) : writeAll(write, pause));
          const isCommitted = report !== null && !isDiscarded;
          if (isCommitted) await request.beforeCommit?.(write, report);
          return { result: report, isCommitted };
        });
      const onCopy = () =>
        databaseHandle.discardedTransaction((database) =>
          writeAll(createWriteContext({ databaseHandle, database, actor, isDryRun: true })),
        );
      const check = () => (drafts.count() < minCopiedRecords ? inTransaction(true) : onCopy());
      if (isDryRun || isRejected(readReport)) return check();
      return (await inTransaction(false)) ?? check();
    });
  } catch (error) {
    if (databaseHandle.isForeignKeyViolation(error)) throw concurrentDeletionError();
    throwIfCancelled(signal);
    throw error;
  } finally {
    await spreadsheet.close();
    await drafts.close();
  }
  if (!result) throw new Error('The import ended without a report');
  const { corrections } = options;
  const failed = { ...source, headerRow: spreadsheet.headerRow, corrections, fields: importer.fields };
  return { ...result, failedRows: await readFailedRows(result, failed) };
};
