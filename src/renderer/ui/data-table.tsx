import { Skeleton, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import {
  type ColumnDef,
  FlexRender,
  metaHelper,
  type RowData,
  type Row as TableRow,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { type MouseEvent, memo, type ReactNode, useRef, useState } from 'react';
import { minTableWidth } from './column-widths.ts';
import classes from './data-table.module.css';
import { type RowSelection, SelectRowCell, SelectShownCell } from './row-selection.tsx';
import { shortcutHandler, useShortcut } from './shortcuts.ts';

/** What the table needs to know of a column beyond its header and its cells. */
type ColumnMeta = {
  /** A CSS width; columns without one share what is left. */
  width?: string;
  /** The name by which the server sorts; without one the column cannot be sorted. */
  sortName?: string;
  align?: 'end';
  /** On paper it would say nothing. */
  isScreenOnly?: true;
};

export const tableKit = tableFeatures({ columnMeta: metaHelper<ColumnMeta>() });

export type Column<Row extends RowData> = ColumnDef<typeof tableKit, Row>;

export type Sort = { field: string; direction: 'asc' | 'desc' } | null;

const nextSort = (current: Sort, field: string): Sort => {
  if (current?.field !== field) return { field, direction: 'asc' };
  return current.direction === 'asc' ? { field, direction: 'desc' } : null;
};

const ariaSort = (current: Sort, field: string) => {
  if (current?.field !== field) return 'none';
  return current.direction === 'asc' ? 'ascending' : 'descending';
};

const SortIcon = ({ sort, field }: { sort: Sort; field: string }) => {
  const Icon =
    sort?.field !== field ? IconArrowsSort : sort.direction === 'asc' ? IconArrowUp : IconArrowDown;
  return <Icon size="0.875rem" stroke={2} aria-hidden className={classes.sortIcon} />;
};

const isOnControl = (event: MouseEvent): boolean =>
  event.target instanceof Element &&
  event.target.closest('a, button, input, label, [role="switch"]') !== null;

const focus = (row: Element | null): void => {
  if (row instanceof HTMLElement) row.focus();
};

const classNameOf = (meta?: ColumnMeta): string | undefined => meta?.isScreenOnly && 'bo-screen-only';

type RowCellsProps<Row extends RowData> = { row: TableRow<typeof tableKit, Row>; columns: Column<Row>[] };

const AllCells = <Row extends RowData>({ row }: RowCellsProps<Row>): ReactNode =>
  row.getAllCells().map((cell) => (
    <td
      key={cell.id}
      className={classNameOf(cell.column.columnDef.meta)}
      data-align={cell.column.columnDef.meta?.align}
    >
      <FlexRender cell={cell} />
    </td>
  ));

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
  isLoading: boolean;
  /** The rows are those of before; the ones asked for are under way. */
  isDimmed: boolean;
  /** Stands in place of the rows where there are none. */
  children?: ReactNode;
}) => {
  const table = useTable({ features: tableKit, columns, data: rows, getRowId: (row) => row._id });
  const [activeId, setActiveId] = useState<string>();
  const activeRow = useRef<HTMLTableRowElement>(null);
  const tableRows = table.getRowModel().rows;
  const toggle = (row: Row, isRange: boolean) => selection?.onToggle(row, { isRange });
  useShortcut('rows', tableRows.length > 0 ? () => focus(activeRow.current) : undefined);
  const activeRowId = tableRows.some((row) => row.id === activeId) ? activeId : tableRows[0]?.id;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={classes.scroller} aria-label={label} tabIndex={0}>
      <table
        className={classes.table}
        style={{ minWidth: `${minTableWidth(columns.map(({ meta }) => meta?.width))}rem` }}
        aria-busy={isLoading || isDimmed}
      >
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {selection && <SelectShownCell selection={selection} isDisabled={rows.length === 0} />}
              {group.headers.map((header) => {
                const { width, sortName, align, isScreenOnly } = header.column.columnDef.meta ?? {};
                return (
                  <th
                    key={header.id}
                    scope="col"
                    className={classNameOf({ isScreenOnly })}
                    style={{ width }}
                    data-align={align}
                    aria-sort={sortName ? ariaSort(sort, sortName) : undefined}
                  >
                    {sortName ? (
                      <UnstyledButton
                        className={classes.sortButton}
                        onClick={() => onSort(nextSort(sort, sortName))}
                      >
                        <table.FlexRender header={header} />
                        <SortIcon sort={sort} field={sortName} />
                      </UnstyledButton>
                    ) : (
                      <table.FlexRender header={header} />
                    )}
                  </th>
                );
              })}
            </tr>
          ))}
        </thead>
        <tbody data-dimmed={isDimmed || undefined}>
          {isLoading
            ? Array.from({ length: 10 }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing else to tell them apart
                <tr key={index} className={classes.row}>
                  {selection && <td aria-hidden />}
                  {columns.map((column, cell) => (
                    <td key={column.id ?? cell}>
                      <Skeleton height={12} width={cell === 0 ? 20 : '70%'} radius="xl" />
                    </td>
                  ))}
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
                  <RowCells row={row} columns={columns} />
                </tr>
              ))}
        </tbody>
      </table>
      {children}
    </section>
  );
};
