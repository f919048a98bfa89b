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

/** Placeholder for the missing result of a formula that was never calculated. */
export const uncalculated = '\ue000uncalculated formula';

export const toErrorMessage = (text: string): string =>
  `The cell shows ${text} instead of its value. Fix it in the file, or enter the value here.`;

export const formulaMessage =
  'The formula in this cell has no stored result. Open the file in a spreadsheet app and save it, or enter the value here.';

export const encodingMessage =
  'Some characters of this cell can’t be read. Choose another encoding, or enter the value here.';

export const damagedTextMessage =
  'Some characters of this cell can’t be read. Save the file again in a spreadsheet app, or enter the value here.';

/** Message for a CSV row that an unquoted separator or line break has split. */
export const toWidthMessage = ({ cells, columns }: { cells: number; columns: number }): string =>
  `The row has ${cells} ${cells === 1 ? 'cell' : 'cells'}, but the header has ${columns}: a value with a separator or a line break in it, such as 1,299.00, needs quotation marks. Check every cell of the row.`;

/** Message for a CSV row in which a quotation mark begins a cell and doesn’t end it. */
export const toOpenQuoteMessage = (cell: string): string =>
  `The quotation mark at the start of ${cell} isn’t closed. Check every cell of the row.`;

export const swallowedRowsMessage =
  'A cell of this row contains whole rows, because of a stray quotation mark. Fix it in the file.';
