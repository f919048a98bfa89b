import type { Profile } from './column-profile.ts';
import type { SpreadsheetErrorCode } from './error.ts';
import type { FileLimits } from './limits.ts';
import type { DelimitedFormat, SpreadsheetChoices, SpreadsheetSource } from './open.ts';
import type { Table } from './table.ts';

export type WorkerRequest = FileLimits &
  SpreadsheetChoices & {
    source: SpreadsheetSource;
    knownTitles: readonly string[];
    isProfiled: boolean;
    maxRows?: number | undefined;
  };

export type SheetDescription = Omit<Table, 'readRows' | 'names'> & {
  profile: Profile | null;
  sheets: string[];
  sheet: string;
  /** Null for a workbook. */
  format: DelimitedFormat | null;
};

/** The worker sends the first reply unprompted, then one per message. */
export type WorkerReply =
  | { kind: 'opened'; description: SheetDescription }
  | { kind: 'rows'; packed: Uint8Array }
  | { kind: 'end' }
  | { kind: 'error'; code: SpreadsheetErrorCode; message: string };
