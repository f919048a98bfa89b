import type { ReactNode } from 'react';
import type { SelectOption } from '#shared/api.ts';
import { isErrorText, isShortenedNumber } from '#shared/import-numbers.ts';
import { formatCount, joinSentences } from '#shared/resource-kit/labels.ts';
import { announce } from '../announcements.tsx';
import { showInfo } from '../toasts.tsx';
import type { CellChoice, CellEditorProps } from './cell-editor.tsx';
import type { Grid } from './use-grid.ts';

export type GridColumn<Row> = {
  name: string;
  label: string;
  /** Width as a CSS grid track. */
  track: string;
  render: (row: Row) => ReactNode;
  isNumeric?: boolean;
  /** The unit of the values, shown in the header. */
  getUnit?: () => string;
  /** Names the row. */
  isRowHeader?: boolean;
  /** Can't be edited. */
  isReadOnly?: boolean;
  /** Opens a panel instead of an editor; returns the accessible name of its button. */
  getPanelLabel?: (row: Row) => string;
  /** The text of a cell, as it is edited and copied. */
  getText: (row: Row) => string;
  /** Parses a typed or pasted text, or the chosen option, to changes of the row. */
  parse: (row: Row, text: string, choice?: Partial<CellChoice>) => Partial<Row> | { error: string };
  /** The changes that empty a cell; null if it can't be empty. */
  getEmpty: () => Partial<Row> | null;
  /** The values that filling down copies, if not the one of this name. */
  getValues?: (row: Row) => Partial<Row>;
  /** Edits a cell, if not as a line of text. */
  renderEditor?: (row: Row, props: CellEditorProps) => ReactNode;
  /** The options that pasted texts name; null if they can't be loaded. */
  loadOptions?: (() => Promise<readonly SelectOption[] | null>) | undefined;
  /** Asks what pasted texts mean. */
  clarify?: ((texts: readonly string[]) => Promise<readonly string[]>) | undefined;
};

/** Why cells of a row are invalid, by column. */
export type CellErrors = Readonly<Record<string, string | undefined>>;

/** New values of a row. */
export type GridChange<Row> = { row: Row; values: Partial<Row> };

/** Cells to paste, from one column on. */
export type PastedTable = { column: number; table: readonly (readonly string[])[] };

const unreadable = {
  error: 'The spreadsheet doesn’t show the value of this cell. Fix it there and copy it again.',
};

const isError = (parsed: object): parsed is { error: string } => 'error' in parsed;

const parsePasted = <Row extends object>(
  { isReadOnly, getText, parse }: GridColumn<Row>,
  row: Row,
  { text, options }: { text: string; options: readonly SelectOption[] },
): Partial<Row> | { error: string } | null => {
  if (text === getText(row)) return null;
  if (isErrorText(text.trim()) || isShortenedNumber(text.trim())) return unreadable;
  return isReadOnly ? { error: 'This column can’t be changed here' } : parse(row, text, { options });
};

/**
 * Pastes cells into rows. A single row is repeated for every row. Cells that can't be parsed keep their value; `errors`
 * say why.
 */
export const pasteCells = <Row extends object>({
  rows,
  columns,
  column,
  table,
  getTitle,
  getOptions = () => [],
}: PastedTable & {
  rows: readonly Row[];
  columns: readonly GridColumn<Row>[];
  getTitle: (row: Row) => string;
  getOptions?: (column: GridColumn<Row>) => readonly SelectOption[];
}) => {
  const errors: string[] = [];
  let cellCount = 0;
  const width = Math.max(...table.map((row) => row.length));
  if (column + width > columns.length) errors.push('Some copied columns didn’t fit');
  if (table.length > rows.length && table.length > 1) {
    errors.push(`${formatCount(table.length - rows.length, 'copied row')} didn’t fit`);
  }
  const targets = table.length === 1 ? rows : rows.slice(0, table.length);
  const changes = targets.flatMap((row, position): GridChange<Row>[] => {
    let values: Partial<Row> = {};
    for (const [offset, text] of (table[table.length === 1 ? 0 : position] ?? []).entries()) {
      const target = columns[column + offset];
      if (!target) break;
      const parsed = parsePasted(target, { ...row, ...values }, { text, options: getOptions(target) });
      if (parsed === null) continue;
      if (isError(parsed)) errors.push(`${getTitle(row)}: “${text}”. ${parsed.error}`);
      else {
        values = { ...values, ...parsed };
        cellCount += 1;
      }
    }
    return Object.keys(values).length > 0 ? [{ row, values }] : [];
  });
  return { changes, cellCount, errors };
};

const skippedCells = { label: 'more cell wasn’t changed', labelPlural: 'more cells weren’t changed' };

/** Says which pasted cells weren't changed. */
const showPasteErrors = ([firstError, ...otherErrors]: readonly string[]): void => {
  if (firstError === undefined) return;
  const rest = otherErrors.length > 0 ? formatCount(otherErrors.length, skippedCells) : '';
  showInfo(joinSentences([firstError, rest]));
};

/** Edits, clears, fills and pastes cells; each is one change with a label. */
export const createGridChanges = <Row extends object>({
  grid,
  columns,
  rows,
  getTitle,
  onChange: changeRows,
}: {
  grid: Grid;
  columns: readonly GridColumn<Row>[];
  rows: readonly Row[];
  getTitle: (row: Row) => string;
  onChange: (label: string, changes: readonly GridChange<Row>[]) => void;
}) => {
  const onChange: typeof changeRows = (label, changes) => {
    changeRows(label, changes);
    // A single change is heard with its cell.
    if (changes.length > 1) announce(`${label}: ${formatCount(changes.length, 'row')}`);
  };
  const column = columns[grid.activeCell.column];
  const getRows = (indexes: readonly number[]) => indexes.flatMap((index) => rows[index] ?? []);
  const { range } = grid;
  /** Columns of the range that can be changed; the active one for selected rows. */
  const getColumns = () =>
    (grid.selected.size > 0
      ? columns.slice(grid.activeCell.column, grid.activeCell.column + 1)
      : columns.slice(range.left, range.right + 1)
    ).filter(({ isReadOnly }) => !isReadOnly);
  const joinLabels = (changed: readonly GridColumn<Row>[]) => changed.map(({ label }) => label).join(', ');
  const fill = (label: string, source: readonly Row[], target: readonly Row[]) => {
    const filled = getColumns();
    if (filled.length === 0) return;
    const copied = source.map((row) =>
      Object.assign({}, ...filled.map(({ name, getValues }) => getValues?.(row) ?? { [name]: row[name as keyof Row] })),
    );
    onChange(
      label,
      target.map((row, index) => ({ row, values: copied[index % copied.length] as Partial<Row> })),
    );
  };
  return {
    /** Changes the active cell to a text or an option, or returns why that is invalid. */
    edit: (text: string, choice?: CellChoice): string | null => {
      const row = rows[grid.visibleIndexes[grid.activeCell.row] ?? -1];
      if (!row || !column || (choice?.chosen === undefined && text === column.getText(row))) return null;
      const values = column.parse(row, text, choice);
      if (isError(values)) return values.error;
      onChange(`Edit ${column.label} of ${getTitle(row)}`, [{ row, values }]);
      return null;
    },
    clear: (): void => {
      const cleared = getColumns().filter((each) => each.getEmpty() !== null);
      const values = Object.assign({}, ...cleared.map((each) => each.getEmpty())) as Partial<Row>;
      if (column && cleared.length === 0) showInfo(`${column.label} can’t be empty`);
      if (cleared.length === 0) return;
      onChange(
        `Clear ${joinLabels(cleared)}`,
        getRows(grid.targets).map((row) => ({ row, values })),
      );
    },
    fillDown: (): void => {
      const [first, ...rest] = getRows(grid.fillTargets);
      if (first) fill(`Fill down ${joinLabels(getColumns())}`, [first], rest);
    },
    /** Repeats the range in the rows down or up to one. */
    fillTo: (row: number): void => {
      const { top, bottom } = grid.range;
      const isUp = row < top;
      const source = getRows(grid.visibleIndexes.slice(top, bottom + 1));
      const target = getRows(
        isUp ? grid.visibleIndexes.slice(row, top).reverse() : grid.visibleIndexes.slice(bottom + 1, row + 1),
      );
      fill(`Fill ${joinLabels(getColumns())}`, isUp ? source.reverse() : source, target);
    },
    paste: async (indexes: readonly number[], { column: from, table }: PastedTable): Promise<void> => {
      const options = new Map<GridColumn<Row>, readonly SelectOption[]>();
      const clarified = table.map((row) => [...row]);
      const width = Math.max(...table.map((row) => row.length));
      for (const [offset, target] of columns.slice(from, from + width).entries()) {
        const loaded = await target.loadOptions?.();
        if (loaded === null) return;
        options.set(target, loaded ?? []);
        const filled = clarified.filter((row) => offset < row.length);
        const texts = await target.clarify?.(filled.map((row) => row[offset] ?? ''));
        for (const [position, text] of texts?.entries() ?? []) filled[position]?.splice(offset, 1, text);
      }
      const pasted = pasteCells({
        rows: getRows(indexes),
        columns,
        column: from,
        table: clarified,
        getTitle,
        getOptions: (target) => options.get(target) ?? [],
      });
      onChange(`Paste ${formatCount(pasted.cellCount, 'cell')}`, pasted.changes);
      showPasteErrors(pasted.errors);
    },
  };
};
