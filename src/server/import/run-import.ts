import type { ImportReport } from '#shared/import.ts';
import { type DecimalSeparator, provenSeparator } from '#shared/import-numbers.ts';
import type { SpreadsheetChoices } from '../../spreadsheet/open.ts';
import { readSpreadsheet, type Spreadsheet } from '../../spreadsheet/read.ts';
import type { TableRow } from '../../spreadsheet/table.ts';
import type { FileStore } from '../files/file-store.ts';
import { throwIfCancelled } from '../jobs/job-rows.ts';
import { AppError, validationError } from '../lib/app-error.ts';
import { yieldToEventLoop } from '../lib/yield-to-event-loop.ts';
import { runBulkTransaction } from '../records/bulk-transaction.ts';
import { type Actor, createWriteContext, type OperationsContext, type WriteContext } from '../records/hooks.ts';
import type { NumberFormats } from './columns.ts';
import { applyCorrections, type Corrections, readFailedRows } from './corrections.ts';
import { openDraftSpool } from './draft-spool.ts';
import type { Importer } from './importer.ts';
import { ReportBuilder } from './report.ts';

export type ImportOptions = {
  /** Rolls the import back at its end. */
  isDryRun: boolean;
  /** Writes valid rows even if others have errors. */
  isPartial: boolean;
  format: SpreadsheetChoices;
  /** By column title. */
  decimalSeparators: ReadonlyMap<string, DecimalSeparator>;
  roundColumns: ReadonlySet<string>;
  /** Fields by column title, for headers that don't determine one. An empty text skips the column. */
  mapping: ReadonlyMap<string, string>;
  corrections: Corrections;
};

export type ImportRequest = {
  file: { path: string; fileName: string };
  options: ImportOptions;
  actor: Actor;
  signal: AbortSignal;
  onProgress: (progress: { phase: 'reading' | 'writing'; done: number; total: number | null }) => void;
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

/** Number formats by column title: the chosen separator, else the one of its unambiguous cells. */
const detectNumberFormats = (
  { profile }: Pick<Spreadsheet, 'profile'>,
  { decimalSeparators, roundColumns }: Pick<ImportOptions, 'decimalSeparators' | 'roundColumns'>,
): NumberFormats =>
  new Map(
    profile.columns.map(({ title, numbers }) => [
      title,
      { decimal: decimalSeparators.get(title) ?? provenSeparator(numbers), isRounded: roundColumns.has(title) },
    ]),
  );

/** Throws if an option names a column that the sheet lacks. */
const assertKnownColumns = (
  { decimalSeparators, roundColumns, corrections }: ImportOptions,
  titles: readonly string[],
): void => {
  const named = {
    decimalSeparators: [...decimalSeparators.keys()],
    roundColumns: [...roundColumns],
    corrections: [...corrections.values()].flatMap((cells) => [...(cells?.keys() ?? [])]),
  };
  for (const [field, names] of Object.entries(named)) {
    const unknown = names.find((title) => !titles.includes(title));
    if (unknown !== undefined) throw validationError([{ field, message: `The sheet has no “${unknown}” column` }]);
  }
};

const concurrentDeletionError = () =>
  new AppError(
    'conflict',
    'An item that this file refers to was deleted during the import. Nothing was imported. Try again.',
  );

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
  const spreadsheet = await readSpreadsheet(source);
  const drafts = await openDraftSpool<Draft>(`${file.path}.drafts`);
  const readReport = new ReportBuilder(spreadsheet);
  let result: ImportReport | null;
  try {
    assertKnownColumns(options, spreadsheet.columns);
    const numberFormats = detectNumberFormats(spreadsheet, options);
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
        return report.finish(importer.fields, write.isDryRun ? null : write.changeId);
      };
      const importFiles: FileStore = { ...files, transaction: (save) => save(fileTransaction) };
      const inTransaction = (isDiscarded: boolean) =>
        runBulkTransaction<ImportReport | null>(
          { ...context, files: importFiles },
          {
            actor,
            isDryRun: isDiscarded,
            isRejected: (report) => report === null,
            beforeCommit: async (write, report) => {
              if (report) await request.beforeCommit?.(write, report);
            },
          },
          // Later rows of a dry run refer to earlier ones, so nothing is rolled back before its end.
          ({ write, pause }) => (isDiscarded ? writeAll({ ...write, isDryRun: true }) : writeAll(write, pause)),
        );
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
