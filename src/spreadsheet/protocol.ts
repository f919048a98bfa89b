import type { Delimiter, Encoding } from '#shared/import-encodings.ts';
import type { SpreadsheetErrorCode } from './error.ts';
import type { SpreadsheetLimits } from './limits.ts';
import type { SpreadsheetSource, TextFormat } from './open.ts';
import type { Table, TableRow } from './table.ts';

/** Options for reading a spreadsheet; the rest is detected. */
export type SpreadsheetChoices = {
  sheet?: string | undefined;
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

export type SheetDescription = Omit<Table, 'rows'> & {
  sheets: string[];
  sheet: string;
  /** Null for a workbook. */
  format: TextFormat | null;
};

/** The worker sends the first reply unprompted, then one per message. */
export type WorkerReply =
  | { kind: 'opened'; description: SheetDescription }
  | { kind: 'rows'; rows: TableRow[] }
  | { kind: 'end' }
  | { kind: 'problem'; code: SpreadsheetErrorCode; message: string };
