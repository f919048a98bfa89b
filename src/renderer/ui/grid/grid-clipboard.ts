import type { ClipboardEvent } from 'react';
import { parseClipboardTable, toClipboardTable } from './clipboard-table.ts';
import type { GridColumn } from './grid-column.ts';
import type { Grid } from './use-grid.ts';

export type GridPaste = { indexes: readonly number[]; column: number; table: readonly (readonly string[])[] };

/** Handlers that copy the active cell or the selected rows, and paste tables from there on. */
export const createClipboardHandlers = <Row>({
  grid: { activeCell, editedText, selected, visibleIndexes, targets },
  columns,
  rows,
  getText,
  isReadOnly,
  onPaste: pasteTable,
}: {
  grid: Grid;
  columns: readonly GridColumn<Row>[];
  rows: readonly Row[];
  getText: (row: Row, column: string) => string;
  isReadOnly: boolean;
  onPaste: (paste: GridPaste) => void;
}) => ({
  onPaste: async (event: ClipboardEvent): Promise<void> => {
    if (editedText !== null || isReadOnly) return;
    const text = event.clipboardData.getData('text/plain');
    if (text === '') return;
    event.preventDefault();
    const indexes = selected.size > 0 ? targets : visibleIndexes.slice(activeCell.row);
    const { column } = activeCell;
    const table = parseClipboardTable(text);
    for (const [offset, { clarify }] of columns.slice(column).entries()) {
      const rowsWithCell = table.filter((row) => row[offset] !== undefined);
      const clarified = (await clarify?.(rowsWithCell.map((row) => row[offset] ?? ''))) ?? [];
      for (const [position, cell] of clarified.entries()) rowsWithCell[position]?.splice(offset, 1, cell);
    }
    const isOneRow = table.length === 1 && selected.size === 0;
    pasteTable({ indexes: isOneRow ? indexes.slice(0, 1) : indexes, column, table });
  },
  onCopy: (event: ClipboardEvent): void => {
    const activeColumn = columns[activeCell.column];
    if (editedText !== null || !rows[visibleIndexes[activeCell.row] ?? -1] || !activeColumn) return;
    const names = selected.size > 0 ? columns.map(({ name }) => name) : [activeColumn.name];
    const records = targets.flatMap((index) => rows[index] ?? []);
    event.preventDefault();
    event.clipboardData.setData(
      'text/plain',
      toClipboardTable(records.map((record) => names.map((name) => getText(record, name)))),
    );
  },
});
