import type { Delimiter, Encoding } from '#shared/import-encodings.ts';
import type { SpreadsheetLimits } from './limits.ts';
import type { SpreadsheetSource, TextFormat } from './open.ts';
import type { SpreadsheetProblemCode } from './problem.ts';
import type { Table, TableRow } from './table.ts';

/** Choices for reading a spreadsheet; the rest is detected. */
export type SpreadsheetChoices = {
  sheet?: string | undefined;
  /** The number of the row that holds the titles. */
  headerRow?: number | undefined;
  encoding?: Encoding | undefined;
  delimiter?: Delimiter | undefined;
};

export type WorkerRequest = SpreadsheetChoices & {
  source: SpreadsheetSource;
  fileName: string;
  sheet: string | undefined;
  knownTitles: readonly string[];
  isProfiled: boolean;
  limits: SpreadsheetLimits;
};

/** Description of a sheet, without its rows. */
export type SheetDescription = Omit<Table, 'rows'> & {
  sheets: string[];
  sheet: string;
  /** Null for a workbook. */
  format: TextFormat | null;
};

/** The worker speaks first, then once for each message that it gets. */
export type WorkerReply =
  | { kind: 'opened'; description: SheetDescription }
  | { kind: 'rows'; rows: TableRow[] }
  | { kind: 'end' }
  | { kind: 'problem'; code: SpreadsheetProblemCode; message: string };
