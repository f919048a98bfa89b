import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ColumnHeader, type Sort } from './column-header.tsx';
import classes from './data-table.module.css';
import { usePreviousPath } from './previous-page.ts';
import type { SelectionStore } from './selection.ts';
import { useShortcut } from './shortcuts.ts';
import type { Column, ColumnWidths } from './table-columns.ts';
import {
  ExpansionContext,
  focusRow,
  insertFiller,
  type RowDetails,
  type RowHandlers,
  SelectAllCell,
  TableRow,
  useExpansion,
} from './table-row.tsx';
import { moveInRow } from './toolbar.tsx';
import { useColumnLayout } from './use-column-layout.ts';

/** Table with a sticky header. A click or Enter opens a row; other keys are shortcuts for its actions. */
export const DataTable = <Row extends { _id: string }>({
  label,
  columns,
  rows,
  sort = null,
  onSort = () => {},
  selection: selected,
  getTitle,
  details,
  widths,
  onWidthsChange,
  isLoading = false,
  isRefetching = false,
  children,
  ...handlers
}: RowHandlers<Row> & {
  label: string;
  columns: Column<Row>[];
  rows: Row[];
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  /** Rows can be selected if there is one. */
  selection?: SelectionStore | undefined;
  /** Names a row to screen readers and in the selection. */
  getTitle: (row: Row) => string;
  details?: RowDetails<Row> | undefined;
  widths?: ColumnWidths;
  onWidthsChange?: (widths: ColumnWidths) => void;
  isLoading?: boolean;
  /** Shows the previous rows as outdated while the next ones load. */
  isRefetching?: boolean;
  children?: ReactNode;
}) => {
  const selection = selected && { store: selected, rows: rows.map((row) => ({ id: row._id, title: getTitle(row) })) };
  const expansion = useExpansion();
  const layout = useColumnLayout({ columns, rows, hasSelection: selection !== undefined, widths, onWidthsChange });
  const previousPath = usePreviousPath();
  const openedRow = rows.find(({ _id }) => previousPath.includes(`/${_id}`));
  const [activeId, setActiveId] = useState<string>();
  const activeRow = useRef<HTMLTableRowElement>(null);
  useShortcut('rows', rows.length > 0 ? () => focusRow(activeRow.current) : undefined);
  const openedId = openedRow?._id;
  const hasReturned = useRef(false);
  useEffect(() => {
    // Once, when the user comes back from the page of a row, and not from a control that they chose meanwhile.
    if (!openedId || hasReturned.current || !document.activeElement?.matches('body, h1')) return;
    hasReturned.current = true;
    setActiveId(openedId);
    focusRow(layout.scroller.current?.querySelector(`[data-row="${CSS.escape(openedId)}"]`) ?? null);
  }, [openedId, layout.scroller]);
  const activeRowId = rows.some((row) => row._id === activeId) ? activeId : rows[0]?._id;
  return (
    <section
      ref={layout.scroller}
      className={classes.scroller}
      style={layout.scrollerStyle}
      aria-label={label}
      tabIndex={0}
      data-resizing={layout.resizingId !== undefined || undefined}
      onScroll={layout.onScroll}
    >
      <table className={classes.table} style={layout.tableStyle} aria-busy={isLoading || isRefetching}>
        <thead>
          <tr onKeyDown={moveInRow}>
            {selection && <SelectAllCell selection={selection} />}
            {insertFiller(columns, (column) => (
              <ColumnHeader key={column.id} column={column} layout={layout} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <ExpansionContext value={expansion}>
          <tbody data-steady data-stale={isRefetching || undefined} data-loading={isLoading || undefined}>
            {isLoading
              ? [...Array(10).keys()].map((row) => (
                  <tr key={row} className={classes.row}>
                    {selection && <td aria-hidden />}
                    {insertFiller(columns, ({ id }, columnIndex) => (
                      <td key={id} {...layout.pins[id]}>
                        <span className={classes.placeholder} data-short={columnIndex === 0 || undefined} />
                      </td>
                    ))}
                  </tr>
                ))
              : rows.map((row, index) => (
                  <TableRow
                    key={row._id}
                    {...handlers}
                    row={row}
                    title={getTitle(row)}
                    index={index}
                    columns={columns}
                    pins={layout.pins}
                    activeRow={activeRow}
                    isActive={row._id === activeRowId}
                    selection={selection}
                    details={details}
                    onFocus={() => setActiveId(row._id)}
                  />
                ))}
          </tbody>
        </ExpansionContext>
      </table>
      {children}
    </section>
  );
};
