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
