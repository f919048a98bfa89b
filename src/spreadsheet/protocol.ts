import type { SpreadsheetLimits } from './limits.ts';
import type { SpreadsheetSource } from './open.ts';
import type { SpreadsheetProblemCode } from './problem.ts';
import type { TableRow } from './table.ts';

/** What the worker is started with. */
export type WorkerRequest = {
  source: SpreadsheetSource;
  fileName: string;
  sheet: string | undefined;
  limits: SpreadsheetLimits;
};

/** The worker speaks first, then once for each message that it gets. */
export type WorkerReply =
  | { kind: 'opened'; sheets: string[]; sheet: string; columns: string[] }
  | { kind: 'rows'; rows: TableRow[] }
  | { kind: 'end' }
  | { kind: 'problem'; code: SpreadsheetProblemCode; message: string };
