import { Delta } from 'quill';
import { type TableCell, TableContainer, tableId } from 'quill/formats/table.js';
import Table from 'quill/modules/table.js';
import { headerRoles } from './rich-text-blots.ts';
import type { Quill } from './rich-text-quill.ts';

const headerFormat = 'table-header';

const getCurrentCell = (quill: Quill): { table: TableContainer; cell: TableCell } | null => {
  const range = quill.getSelection(true);
  const module = quill.getModule('table');
  if (!(module instanceof Table)) return null;
  const cell = module.getTable(range)[2];
  const table = cell?.table();
  return cell && table instanceof TableContainer ? { table, cell } : null;
};

const getRows = (table: TableContainer): TableCell[][] =>
  table.rows().map((row) => row.children.map((cell: TableCell) => cell));

const getHeader = (cell: TableCell | undefined): unknown => cell?.formats()[headerFormat];

/** Inserts a table at the caret's line, separated from a table directly above it. */
export const insertTable = (quill: Quill, { rows, columns }: { rows: number; columns: number }): void => {
  const { index } = quill.getSelection(true);
  const [line, offset] = quill.getLine(index);
  if (!line) return;
  const start = index - offset;
  const isEmpty = line.length() <= 1;
  const insertIndex = isEmpty ? start : start + line.length();
  const isAtEnd = insertIndex >= quill.getLength();
  const isBelowTable = insertIndex > 0 && quill.getFormat(insertIndex - 1).table !== undefined;
  const delta = new Delta().retain(insertIndex);
  if (isBelowTable) delta.insert('\n');
  for (let row = 0; row < rows; row += 1) {
    const isHeader = row === 0;
    delta.insert('\n'.repeat(columns), {
      table: tableId(),
      ...(isHeader && { [headerFormat]: headerRoles.column }),
    });
  }
  if (isAtEnd) delta.insert('\n');
  quill.updateContents(delta, 'user');
  quill.setSelection(insertIndex + (isBelowTable ? 1 : 0), 0, 'user');
};

export const insertRow = (quill: Quill, side: 'above' | 'below'): void => {
  const current = getCurrentCell(quill);
  if (!current) return;
  const { table, cell } = current;
  const index = cell.rowOffset() + (side === 'below' ? 1 : 0);
  table.insertRow(index);
  const inserted = getRows(table)[index];
  quill.update('user');
  if (inserted?.[0]) quill.setSelection(quill.getIndex(inserted[cell.cellOffset()] ?? inserted[0]), 0, 'user');
};

export const insertColumn = (quill: Quill, side: 'before' | 'after'): void => {
  const current = getCurrentCell(quill);
  if (!current) return;
  const { table, cell } = current;
  const offset = cell.cellOffset();
  const index = offset + (side === 'after' ? 1 : 0);
  const roles = getRows(table).map((cells) => getHeader(cells[offset]));
  table.insertColumn(index);
  getRows(table).forEach((cells, row) => {
    if (roles[row] === headerRoles.column) cells[index]?.format(headerFormat, headerRoles.column);
  });
  quill.update('user');
  const inserted = getRows(table)[cell.rowOffset()]?.[index];
  if (inserted) quill.setSelection(quill.getIndex(inserted), 0, 'user');
};

export const removeFromTable = (quill: Quill, part: 'row' | 'column' | 'table'): void => {
  const current = getCurrentCell(quill);
  if (!current) return;
  const { table, cell } = current;
  const isLast = part === 'row' ? table.rows().length === 1 : getRows(table)[0]?.length === 1;
  const start = quill.getIndex(table);
  if (part === 'table' || isLast) quill.deleteText(start, table.length(), 'user');
  else if (part === 'row') cell.row().remove();
  else table.deleteColumn(cell.cellOffset());
  quill.update('user');
  quill.setSelection(Math.min(start, quill.getLength() - 1), 0, 'user');
};

export const hasHeaderRow = (quill: Quill): boolean => {
  const current = getCurrentCell(quill);
  const first = current && getRows(current.table)[0];
  return Boolean(first?.every((cell) => getHeader(cell) === headerRoles.column));
};

export const toggleHeaderRow = (quill: Quill): void => {
  const current = getCurrentCell(quill);
  const first = current && getRows(current.table)[0];
  if (!first) return;
  const isHeader = hasHeaderRow(quill);
  for (const cell of first) {
    quill.formatLine(quill.getIndex(cell), 1, headerFormat, isHeader ? false : headerRoles.column, 'user');
  }
};

export const insertDivider = (quill: Quill): void => {
  const { index } = quill.getSelection(true);
  const [line, offset] = quill.getLine(index);
  if (!line) return;
  const current = getCurrentCell(quill);
  const block = current?.table ?? line;
  const start = current ? quill.getIndex(block) : index - offset;
  const insertIndex = !current && line.length() <= 1 ? start : start + block.length();
  const isAtEnd = insertIndex >= quill.getLength();
  const delta = new Delta().retain(insertIndex).insert({ divider: true });
  if (isAtEnd) delta.insert('\n');
  quill.updateContents(delta, 'user');
  quill.setSelection(insertIndex + 1, 0, 'user');
};
