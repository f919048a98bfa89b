export type SpreadsheetProblemCode =
  | 'empty'
  | 'unsupported'
  | 'damaged'
  | 'encrypted'
  | 'tooLarge'
  | 'tooManyRows'
  | 'tooManyColumns'
  | 'cellTooLong'
  | 'noSuchSheet'
  | 'noHeaderRow'
  | 'timeLimit';

/** Thrown when the spreadsheet itself is the cause; the message is shown to the user. */
export class SpreadsheetProblem extends Error {
  override name = 'SpreadsheetProblem';
  readonly code: SpreadsheetProblemCode;

  constructor({ code, message, cause }: { code: SpreadsheetProblemCode; message: string; cause?: unknown }) {
    super(message, { cause });
    this.code = code;
  }
}
