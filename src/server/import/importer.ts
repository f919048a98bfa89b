import type { KnownField } from '#shared/import-columns.ts';
import type { SpreadsheetRow } from '../../spreadsheet/row.ts';
import type { FileTransaction } from '../files/file-store.ts';
import type { OperationsContext, Write } from '../records/rules.ts';
import type { NumberReadings } from './columns.ts';
import type { Report } from './report.ts';

/** A sheet as an importer gets it. */
export type Sheet = {
  titles: string[];
  rows: AsyncIterable<SpreadsheetRow>;
  /** What somebody said that columns are, by their title. */
  mapping: ReadonlyMap<string, string>;
  readings: NumberReadings;
};

/** What an import reads and writes with. */
export type ImportContext = OperationsContext & { fileTransaction: FileTransaction };

/** Writes the records of some drafts, within the transaction of the import; what fails goes into the report. */
type WriteDrafts<Draft> = (drafts: Draft[]) => Promise<void>;

/** How the rows of a sheet become records of one resource. */
export type Importer<Draft> = {
  /** What a column can be. */
  fields: readonly KnownField[];
  /** The resources whose records those of this one refer to, directly or not. */
  dependencies: readonly string[];
  /** Plain titles of columns, by which the header row is found. */
  knownTitles: readonly string[];
  /** Reads all rows, without the database. Each record is a draft, or fails in the report. */
  read: (
    sheet: Sheet,
    tools: { context: ImportContext; report: Report; signal: AbortSignal; isDryRun: boolean },
  ) => Promise<Draft[]>;
  /** Looks up what is there, inside of the transaction, and gives what writes. */
  prepare: (tools: { context: ImportContext; write: Write; report: Report }) => Promise<WriteDrafts<Draft>>;
};
