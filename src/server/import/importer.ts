import type { ImportField } from '#shared/import-columns.ts';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import type { TableRow } from '../../spreadsheet/table.ts';
import { withSavepoints } from '../database/transactions.ts';
import type { FileTransaction } from '../files/file-store.ts';
import type { AppError } from '../lib/app-error.ts';
import { applyToAll } from '../records/bulk-transaction.ts';
import type { OperationsContext, WriteContext } from '../records/hooks.ts';
import { type Draft as RecordDraft, writeDrafts } from '../records/write.ts';
import type { SheetColumns } from './columns.ts';
import type { ImportErrors, ReportBuilder } from './report.ts';

export type ImportContext = OperationsContext & { fileTransaction: FileTransaction };

/** Turns the rows of a sheet into records of one resource. */
export type Importer<Draft> = {
  fields: readonly ImportField[];
  /** Plain column titles, which identify the header row. */
  knownHeaders: readonly string[];
  /** Parses all rows without the database. Errors go into the report. */
  read: (
    sheet: SheetColumns & { batches: AsyncIterable<TableRow[]> },
    tools: { context: ImportContext; report: ReportBuilder; signal: AbortSignal; isDryRun: boolean },
  ) => AsyncIterable<Draft>;
  /** Loads existing records inside the transaction and returns the function that writes parsed rows. */
  prepare: (tools: {
    context: ImportContext;
    write: WriteContext;
    report: ReportBuilder;
  }) => Promise<(drafts: Draft[]) => Promise<void>>;
};

/** Writes records at once, else one by one, and reports those that the write rejects. */
export const writeRecords = async <Item extends RecordDraft>(
  kind: 'create' | 'update',
  items: readonly Item[],
  {
    resource,
    context,
    write,
    report,
    toErrors,
  }: {
    resource: Resource;
    context: OperationsContext;
    write: WriteContext;
    report: ReportBuilder;
    toErrors: (item: Item, error: AppError) => ImportErrors;
  },
): Promise<void> => {
  const written = await applyToAll(withSavepoints(write.databaseHandle, write.database), items, {
    apply: (some) => writeDrafts({ resource, context }, write, some),
    onFailure: (item, error) => report.fail(toErrors(item, error)),
  });
  report.count(kind, written.flat().length);
};
