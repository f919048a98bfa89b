/** Spreadsheets quote cells with line breaks, tabs or quotes, and double the quotes inside. */
const cellPattern = /(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r?\n|$)/gy;

export const parseClipboardTable = (text: string): string[][] => {
  const rows: string[][] = [];
  let row: string[] = [];
  cellPattern.lastIndex = 0;
  // A trailing line break ends the last row and starts no new one.
  const content = text.replace(/\r?\n$/, '');
  for (const [, quoted, plain = '', end] of content.matchAll(cellPattern)) {
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '\t') continue;
    rows.push(row);
    row = [];
    if (end === '') break;
  }
  return rows;
};

const quoteCell = (text: string): string => (/[\t\r\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

export const toClipboardTable = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map(quoteCell).join('\t')).join('\n');
