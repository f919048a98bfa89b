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

/** Handlers that copy the active cell or the selected rows, and paste tables from there on. */
export const createClipboardHandlers = <Row>({
  grid: { activeCell, editedText, selected, visibleIndexes, targets },
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
    const indexes = selected.size > 0 ? targets : visibleIndexes.slice(activeCell.row);
    const table = parseClipboardTable(text);
    const isOneRow = table.length === 1 && selected.size === 0;
    await paste(isOneRow ? indexes.slice(0, 1) : indexes, { column: activeCell.column, table });
  },
  onCopy: (event: ClipboardEvent): void => {
    const activeColumn = columns[activeCell.column];
    if (editedText !== null || !rows[visibleIndexes[activeCell.row] ?? -1] || !activeColumn) return;
    const copied = selected.size > 0 ? columns : [activeColumn];
    const records = targets.flatMap((index) => rows[index] ?? []);
    event.preventDefault();
    const cells = records.map((record) => copied.map(({ getText }) => getText(record)));
    event.clipboardData.setData('text/plain', toClipboardTable(cells));
  },
});
