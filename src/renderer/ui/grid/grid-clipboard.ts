import type { ClipboardEvent } from 'react';
import type { GridColumn, PastedTable } from './grid-changes.ts';
import type { Grid } from './use-grid.ts';

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

/** Handlers that copy the range or the selected rows, and paste tables from there on. */
export const createClipboardHandlers = <Row>({
  grid: { editedText, selected, visibleIndexes, targets, range, activeCell },
  columns,
  rows,
  isReadOnly,
  paste,
}: {
  grid: Grid;
  columns: readonly GridColumn<Row>[];
  rows: readonly Row[];
  isReadOnly: boolean;
  paste: (indexes: readonly number[], pasted: PastedTable) => Promise<void>;
}) => ({
  onPaste: async (event: ClipboardEvent): Promise<void> => {
    if (editedText !== null || isReadOnly) return;
    const text = event.clipboardData.getData('text/plain');
    if (text === '') return;
    event.preventDefault();
    const table = parseClipboardTable(text);
    const hasRows = selected.size > 0;
    const column = hasRows ? activeCell.column : range.left;
    const [[only, ...others] = []] = table;
    const isRepeated = table.length === 1 && (hasRows || range.bottom > range.top || range.right > range.left);
    // A single cell fills the whole range.
    const isOneCell = isRepeated && !hasRows && only !== undefined && others.length === 0;
    const repeated = isOneCell ? [Array.from({ length: range.right - range.left + 1 }, () => only)] : table;
    const indexes = hasRows || isRepeated ? targets : visibleIndexes.slice(range.top);
    await paste(table.length === 1 && !isRepeated ? indexes.slice(0, 1) : indexes, { column, table: repeated });
  },
  onCopy: (event: ClipboardEvent): void => {
    if (editedText !== null || !rows[visibleIndexes[activeCell.row] ?? -1]) return;
    const copied = selected.size > 0 ? columns : columns.slice(range.left, range.right + 1);
    const records = targets.flatMap((index) => rows[index] ?? []);
    event.preventDefault();
    const cells = records.map((record) => copied.map(({ getText }) => getText(record)));
    event.clipboardData.setData('text/plain', toClipboardTable(cells));
  },
});
