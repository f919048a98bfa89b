import { Skeleton } from '@mantine/core';
import { FlexRender, type RowData, type Row as TableRow, useTable } from '@tanstack/react-table';
import { type CSSProperties, type MouseEvent, memo, type ReactNode, useRef, useState } from 'react';
import { ColumnHeader, type Sort } from './column-header.tsx';
import type { ColumnWidths } from './column-widths.ts';
import classes from './data-table.module.css';
import { type RowSelection, SelectRowCell, SelectShownCell } from './row-selection.tsx';
import { shortcutHandler, useShortcut } from './shortcuts.ts';
import { type Column, pinnedOffsets, pinnedProps, tableKit } from './table-columns.ts';
import { useColumnLayout } from './use-column-layout.ts';

const isOnControl = (event: MouseEvent): boolean =>
  event.target instanceof Element &&
  event.target.closest('a, button, input, label, [role="switch"]') !== null;

const focus = (row: Element | null): void => {
  if (row instanceof HTMLElement) row.focus();
};

/** Takes the remaining width, so that the last columns are at the end of the row. */
const FillerCell = () => <td className={`${classes.filler} bo-screen-only`} aria-hidden />;

/** Maps items to cells and inserts the filler before those pinned to the end. */
const withFiller = <Item,>(
  items: readonly Item[],
  isAtEnd: (item: Item) => boolean,
  toCell: (item: Item) => ReactNode,
) => [
  ...items.filter((item) => !isAtEnd(item)).map(toCell),
  <FillerCell key="filler" />,
  ...items.filter(isAtEnd).map(toCell),
];

type RowCellsProps<Row extends RowData> = {
  row: TableRow<typeof tableKit, Row>;
  columns: Column<Row>[];
  /** Changes with the pinned columns. */
  pinnedKey: string;
};

const AllCells = <Row extends RowData>({ row }: RowCellsProps<Row>): ReactNode =>
  withFiller(
    row.getAllCells(),
    ({ column }) => column.getIsPinned() === 'end',
    (cell) => {
      const { meta } = cell.column.columnDef;
      return (
        <td
          key={cell.id}
          {...pinnedProps(cell.column)}
          className={meta?.isScreenOnly && 'bo-screen-only'}
          data-align={meta?.align}
        >
          <FlexRender cell={cell} />
        </td>
      );
    },
  );

/** Drawn anew when the row or the columns change, not for every row that is chosen or focused. */
const RowCells = memo(AllCells) as typeof AllCells;

/** Rows under a red header that stays in sight. Clicking a row, or Enter on it, opens it; other keys do more. */
export const DataTable = <Row extends RowData & { _id: string }>({
  label,
  columns,
  rows,
  sort,
  onSort,
  onOpen,
  onEdit,
  onRemove,
  selection,
  widths,
  onWidths,
  isLoading,
  isDimmed,
  children,
}: {
  label: string;
  columns: Column<Row>[];
  rows: Row[];
  sort: Sort;
  onSort: (sort: Sort) => void;
  onOpen?: (row: Row) => void;
  onEdit?: (row: Row) => void;
  onRemove?: (row: Row) => void;
  /** Rows can be chosen where it is given. */
  selection?: RowSelection<Row>;
  /** Widths set by the user. */
  widths?: ColumnWidths;
  /** Columns can be resized if present. */
  onWidths?: (widths: ColumnWidths) => void;
  isLoading: boolean;
  /** The rows are those of before; the ones asked for are under way. */
  isDimmed: boolean;
  /** Stands in place of the rows where there are none. */
  children?: ReactNode;
}) => {
  const layout = useColumnLayout({ columns, hasSelection: selection !== undefined, widths, onWidths });
  const table = useTable({
    features: tableKit,
    columns,
    data: rows,
    getRowId: (row) => row._id,
    ...layout.options,
  });
  const [activeId, setActiveId] = useState<string>();
  const activeRow = useRef<HTMLTableRowElement>(null);
  const tableRows = table.getRowModel().rows;
  const toggle = (row: Row, isRange: boolean) => selection?.onToggle(row, { isRange });
  useShortcut('rows', tableRows.length > 0 ? () => focus(activeRow.current) : undefined);
  const activeRowId = tableRows.some((row) => row.id === activeId) ? activeId : tableRows[0]?.id;
  const { start, end } = layout.options.state.columnPinning;
  const pinnedKey = JSON.stringify([start, end]);
  const tableStyle: CSSProperties = {
    minWidth: layout.selectWidth + table.getTotalSize(),
    ...pinnedOffsets(table, layout.selectWidth),
  };
  return (
    <section
      ref={layout.scroller}
      className={classes.scroller}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      data-resizing={layout.isResizing || undefined}
      onScroll={layout.onScroll}
    >
      <table className={classes.table} style={tableStyle} aria-busy={isLoading || isDimmed}>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {selection && <SelectShownCell selection={selection} isDisabled={rows.length === 0} />}
              {withFiller(
                group.headers,
                ({ column }) => column.getIsPinned() === 'end',
                (header) => (
                  <ColumnHeader key={header.id} header={header} sort={sort} onSort={onSort} />
                ),
              )}
            </tr>
          ))}
        </thead>
        <tbody data-dimmed={isDimmed || undefined}>
          {isLoading
            ? Array.from({ length: 10 }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing else to tell them apart
                <tr key={index} className={classes.row}>
                  {selection && <td aria-hidden />}
                  {withFiller(
                    table.getAllLeafColumns(),
                    (column) => column.getIsPinned() === 'end',
                    (column) => (
                      <td key={column.id} {...pinnedProps(column)}>
                        <Skeleton height={12} width={column.getStart() === 0 ? 20 : '70%'} radius="xl" />
                      </td>
                    ),
                  )}
                </tr>
              ))
            : tableRows.map((row) => (
                <tr
                  key={row.id}
                  ref={row.id === activeRowId ? activeRow : undefined}
                  className={classes.row}
                  data-opens={onOpen ? true : undefined}
                  data-selected={selection?.isSelected(row.original) || undefined}
                  tabIndex={row.id === activeRowId ? 0 : -1}
                  onFocus={() => setActiveId(row.id)}
                  onClick={(event) => !isOnControl(event) && onOpen?.(row.original)}
                  onKeyDown={(event) => {
                    if (event.target !== event.currentTarget) return;
                    const { currentTarget } = event;
                    shortcutHandler({
                      openRow: () => onOpen?.(row.original),
                      editRow: () => onEdit?.(row.original),
                      removeRow: () => onRemove?.(row.original),
                      nextRow: () => focus(currentTarget.nextElementSibling),
                      previousRow: () => focus(currentTarget.previousElementSibling),
                      selectRow: () => toggle(row.original, false),
                      selectRange: () => toggle(row.original, true),
                    })(event);
                  }}
                >
                  {selection && <SelectRowCell selection={selection} row={row.original} />}
                  <RowCells row={row} columns={columns} pinnedKey={pinnedKey} />
                </tr>
              ))}
        </tbody>
      </table>
      {children}
    </section>
  );
};
