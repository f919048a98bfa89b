import { Delta } from 'quill';
import { TableCell, TableContainer, tableId } from 'quill/formats/table.js';
import { headerRoles } from './rich-text-blots.ts';
import type { Quill } from './rich-text-quill.ts';

const headerFormat = 'table-header';

type HeaderRole = (typeof headerRoles)[keyof typeof headerRoles];

const getCurrentCell = (quill: Quill): { table: TableContainer; cell: TableCell } | null => {
  const [cell] = quill.getLine(quill.getSelection(true).index);
  if (!(cell instanceof TableCell)) return null;
  const table = cell.table();
  return table instanceof TableContainer ? { table, cell } : null;
};

const getRows = (table: TableContainer): TableCell[][] =>
  table.rows().map((row) => row.children.map((cell: TableCell) => cell));

const getHeader = (cell: TableCell | undefined): unknown => cell?.formats()[headerFormat];

// Inserts a block at the caret's line: in its place if it is empty, else below it or its table.
const insertBlock = (quill: Quill, block: Delta): void => {
  const { index } = quill.getSelection(true);
  const [line, offset] = quill.getLine(index);
  if (!line) return;
  const table = getCurrentCell(quill)?.table;
  const start = table ? quill.getIndex(table) : index - offset;
  const insertIndex = !table && line.length() <= 1 ? start : start + (table ?? line).length();
  // Two tables would become one.
  const isBelowTable =
    insertIndex > 0 && Boolean(block.ops[0]?.attributes?.table && quill.getFormat(insertIndex - 1).table);
  const delta = new Delta().retain(insertIndex).insert(isBelowTable ? '\n' : '');
  const isAtEnd = insertIndex >= quill.getLength();
  quill.updateContents(delta.concat(block).insert(isAtEnd ? '\n' : ''), 'user');
  const isDivider = block.length() === 1 && !block.ops[0]?.attributes;
  quill.setSelection(insertIndex + Number(isBelowTable || isDivider), 0, 'user');
};

export const insertTable = (quill: Quill, { rows, columns }: { rows: number; columns: number }): void => {
  const table = new Delta();
  for (let row = 0; row < rows; row += 1) {
    const header = row === 0 && { [headerFormat]: headerRoles.column };
    table.insert('\n'.repeat(columns), { table: tableId(), ...header });
  }
  insertBlock(quill, table);
};

export const insertDivider = (quill: Quill): void => insertBlock(quill, new Delta().insert({ divider: true }));

const select = (quill: Quill, cell: TableCell | undefined): void => {
  quill.update('user');
  if (cell) quill.setSelection(quill.getIndex(cell), 0, 'user');
};

export const insertRow = (quill: Quill, side: 'above' | 'below'): void => {
  const { table, cell } = getCurrentCell(quill) ?? {};
  if (!table || !cell) return;
  const index = cell.rowOffset() + Number(side === 'below');
  const hasRowHeaders = hasHeaders(quill, headerRoles.row);
  table.insertRow(index);
  if (hasRowHeaders) {
    const first = getRows(table)[index]?.[0];
    first?.format(headerFormat, headerRoles.row);
    first?.format('scope', 'row');
  }
  select(quill, getRows(table)[index]?.[cell.cellOffset()]);
};

export const insertColumn = (quill: Quill, side: 'before' | 'after'): void => {
  const { table, cell } = getCurrentCell(quill) ?? {};
  if (!table || !cell) return;
  const index = cell.cellOffset() + Number(side === 'after');
  table.insertColumn(index);
  for (const cells of getRows(table)) {
    const isHeader = getHeader(cells[cell.cellOffset()]) === headerRoles.column;
    if (isHeader) cells[index]?.format(headerFormat, headerRoles.column);
  }
  select(quill, getRows(table)[cell.rowOffset()]?.[index]);
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

/** The first cell of each row, or of each column; that of a header row belongs to it. */
const getHeaderCells = (quill: Quill, role: HeaderRole): TableCell[] => {
  const current = getCurrentCell(quill);
  const rows = current ? getRows(current.table) : [];
  if (role === headerRoles.column) return rows[0] ?? [];
  return rows.flatMap(([first]) => (first && getHeader(first) !== headerRoles.column ? [first] : []));
};

/** Whether the cells at the top (`columnheader`) or at the start (`rowheader`) are headers. */
export const hasHeaders = (quill: Quill, role: HeaderRole): boolean => {
  const cells = getHeaderCells(quill, role);
  return cells.length > 0 && cells.every((cell) => getHeader(cell) === role);
};

export const toggleHeaders = (quill: Quill, role: HeaderRole): void => {
  const value = !hasHeaders(quill, role) && role;
  const scope = value === headerRoles.row && 'row';
  for (const cell of getHeaderCells(quill, role)) {
    quill.formatLine(quill.getIndex(cell), 1, { [headerFormat]: value, scope }, 'user');
  }
};
