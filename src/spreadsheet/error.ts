export type SpreadsheetErrorCode =
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
export class SpreadsheetError extends Error {
  override name = 'SpreadsheetError';
  readonly code: SpreadsheetErrorCode;

  constructor(code: SpreadsheetErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export const unsupportedError = (fileName: string, reason = 'isn’t a supported spreadsheet'): SpreadsheetError =>
  new SpreadsheetError('unsupported', `${fileName} ${reason}. Use a CSV, XLSX, XLS or ODS file.`);
