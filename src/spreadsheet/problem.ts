/** Why a spreadsheet cannot be read or written. */
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

/** Something is wrong with the spreadsheet itself: the message is written for the person who sent it. */
export class SpreadsheetProblem extends Error {
  override name = 'SpreadsheetProblem';
  readonly code: SpreadsheetProblemCode;

  constructor({ code, message, cause }: { code: SpreadsheetProblemCode; message: string; cause?: unknown }) {
    super(message, { cause });
    this.code = code;
  }
}
