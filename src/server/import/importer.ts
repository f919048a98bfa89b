import type { ImportField } from '#shared/import-columns.ts';
import type { TableRow } from '../../spreadsheet/table.ts';
import type { FileTransaction } from '../files/file-store.ts';
import type { OperationsContext, WriteContext } from '../records/hooks.ts';
import type { SheetColumns } from './columns.ts';
import type { ReportBuilder } from './report.ts';

type ImportSheet = SheetColumns & { batches: AsyncIterable<TableRow[]> };

export type ImportContext = OperationsContext & { fileTransaction: FileTransaction };

/** Turns the rows of a sheet into records of one resource. */
export type Importer<Draft> = {
  fields: readonly ImportField[];
  /** Plain column titles, which identify the header row. */
  knownHeaders: readonly string[];
  /** Parses all rows without the database. Errors go into the report. */
  read: (
    sheet: ImportSheet,
    tools: { context: ImportContext; report: ReportBuilder; signal: AbortSignal; isDryRun: boolean },
  ) => AsyncIterable<Draft>;
  /** Loads existing records inside the transaction and returns the function that writes parsed rows. */
  prepare: (tools: {
    context: ImportContext;
    write: WriteContext;
    report: ReportBuilder;
  }) => Promise<(drafts: Draft[]) => Promise<void>>;
};
