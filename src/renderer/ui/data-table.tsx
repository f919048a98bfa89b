import { Fragment, type MouseEvent, memo, type ReactNode, useEffect, useRef, useState } from 'react';
import { ColumnHeader, type Sort } from './column-header.tsx';
import type { ColumnWidths } from './column-widths.ts';
import classes from './data-table.module.css';
import { usePreviousPath } from './page.ts';
import { type RowSelection, SelectAllCell, SelectRowCell } from './row-selection.tsx';
import { createShortcutHandler, useShortcut } from './shortcuts.ts';
import type { Column } from './table-columns.ts';
import { type ColumnLayout, useColumnLayout } from './use-column-layout.ts';

const isInteractiveTarget = (event: MouseEvent): boolean =>
  event.target instanceof Element && event.target.closest('a, button, input, label, [role="switch"]') !== null;

const focus = (row: Element | null): void => {
  if (row instanceof HTMLElement) row.focus();
};

// Adds a cell that takes the remaining width: last, but before the actions.
const insertFiller = <Row,>(
  columns: readonly Column<Row>[],
  toCell: (column: Column<Row>, index: number) => ReactNode,
): ReactNode[] => {
  const filler = <td key="filler" className={`${classes.filler} bo-no-print`} aria-hidden />;
  return columns.map(toCell).toSpliced(columns.at(-1)?.isActions ? -1 : columns.length, 0, filler);
};

const findRow = (row: Element, direction: 'nextElementSibling' | 'previousElementSibling'): Element | null => {
  const sibling = row[direction];
  return sibling && !sibling.matches('[data-row]') ? findRow(sibling, direction) : sibling;
};

/** Details below the rows that have some. */
export type RowExpansion<Row> = {
  canExpand: (row: Row) => boolean;
  isExpanded: (row: Row) => boolean;
  onToggle: (row: Row) => void;
  render: (row: Row) => ReactNode;
};

/** Id of the element with a row's details. */
export const getDetailsId = ({ _id }: { _id: string }): string => `${_id}-details`;

const toggleWithKey = <Row,>(expansion: RowExpansion<Row> | undefined, row: Row) => {
  if (!expansion?.canExpand(row)) return {};
  const toggleIf = (isExpanded: boolean) => () => {
    if (expansion.isExpanded(row) === isExpanded) expansion.onToggle(row);
  };
  return { expandRow: toggleIf(false), collapseRow: toggleIf(true) };
};

type RowCellsProps<Row> = {
  row: Row;
  index: number;
  columns: readonly Column<Row>[];
  pins: ColumnLayout<Row>['pins'];
};

// Memoized, so that selecting or focusing a row doesn't re-render every cell.
const RowCells = memo(({ row, index, columns, pins }: RowCellsProps<unknown>) =>
  insertFiller(columns, ({ id, isMain, isActions, isNumeric, cell }) => {
    const Cell = isMain ? 'th' : 'td';
    return (
      <Cell
        key={id}
        {...pins[id]}
        scope={isMain ? 'row' : undefined}
        data-main={isMain || undefined}
        data-numeric={isNumeric || undefined}
        className={isActions ? 'bo-no-print' : undefined}
      >
        {cell(row, index)}
      </Cell>
    );
  }),
) as <Row>(props: RowCellsProps<Row>) => ReactNode;

/** Table with a sticky header. A click or Enter opens a row; other keys are shortcuts for its actions. */
export const DataTable = <Row extends { _id: string }>({
  label,
  columns,
  rows,
  sort = null,
  onSort = () => {},
  onOpen,
  onEdit,
  onDuplicate,
  onRemove,
  selection,
  expansion,
  widths,
  onWidthsChange,
  isLoading = false,
  isRefetching = false,
  children,
}: {
  label: string;
  columns: Column<Row>[];
  rows: Row[];
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  onOpen?: (row: Row) => void;
  onEdit?: (row: Row) => void;
  onDuplicate?: (row: Row) => void;
  onRemove?: (row: Row) => void;
  selection?: RowSelection<Row>;
  expansion?: RowExpansion<Row>;
  widths?: ColumnWidths;
  onWidthsChange?: (widths: ColumnWidths) => void;
  isLoading?: boolean;
  /** Shows the previous rows as outdated while the next ones load. */
  isRefetching?: boolean;
  children?: ReactNode;
}) => {
  const layout = useColumnLayout({ columns, hasSelection: selection !== undefined, widths, onWidthsChange });
  const previousPath = usePreviousPath();
  const openedRow = rows.find(({ _id }) => previousPath.includes(`/${_id}`));
  const [activeId, setActiveId] = useState<string>();
  const activeRow = useRef<HTMLTableRowElement>(null);
  const toggle = (row: Row, isRange: boolean) => selection?.onToggle(row, { isRange });
  useShortcut('rows', rows.length > 0 ? () => focus(activeRow.current) : undefined);
  const openedId = openedRow?._id;
  const hasReturned = useRef(false);
  useEffect(() => {
    // Once, when the user comes back from the page of a row, and not from a control that they chose meanwhile.
    if (!openedId || hasReturned.current || !document.activeElement?.matches('body, h1')) return;
    hasReturned.current = true;
    setActiveId(openedId);
    focus(layout.scroller.current?.querySelector(`[data-row="${CSS.escape(openedId)}"]`) ?? null);
  }, [openedId, layout.scroller]);
  const activeRowId = rows.some((row) => row._id === activeId) ? activeId : rows[0]?._id;
  return (
    <section
      ref={layout.scroller}
      className={classes.scroller}
      style={layout.scrollerStyle}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      data-resizing={layout.resizingId !== undefined || undefined}
      onScroll={layout.onScroll}
    >
      <table className={classes.table} style={layout.tableStyle} aria-busy={isLoading || isRefetching}>
        <thead>
          <tr>
            {selection && <SelectAllCell selection={selection} isDisabled={rows.length === 0} />}
            {insertFiller(columns, (column) => (
              <ColumnHeader key={column.id} column={column} layout={layout} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody data-steady data-stale={isRefetching || undefined} data-loading={isLoading || undefined}>
          {isLoading
            ? Array.from({ length: 10 }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing else to tell them apart
                <tr key={index} className={classes.row}>
                  {selection && <td aria-hidden />}
                  {insertFiller(columns, ({ id }, columnIndex) => (
                    <td key={id} {...layout.pins[id]}>
                      <span className={classes.placeholder} data-short={columnIndex === 0 || undefined} />
                    </td>
                  ))}
                </tr>
              ))
            : rows.map((row, index) => (
                <Fragment key={row._id}>
                  <tr
                    data-row={row._id}
                    ref={row._id === activeRowId ? activeRow : undefined}
                    className={classes.row}
                    data-clickable={onOpen ? true : undefined}
                    data-selected={selection?.isSelected(row) || undefined}
                    tabIndex={row._id === activeRowId ? 0 : -1}
                    onFocus={() => setActiveId(row._id)}
                    onClick={(event) => !isInteractiveTarget(event) && onOpen?.(row)}
                    onKeyDown={(event) => {
                      if (event.target !== event.currentTarget) return;
                      const { currentTarget } = event;
                      createShortcutHandler({
                        openRow: () => onOpen?.(row),
                        editRow: () => onEdit?.(row),
                        duplicateRow: () => onDuplicate?.(row),
                        removeRow: () => onRemove?.(row),
                        nextRow: () => focus(findRow(currentTarget, 'nextElementSibling')),
                        previousRow: () => focus(findRow(currentTarget, 'previousElementSibling')),
                        ...toggleWithKey(expansion, row),
                        selectRow: () => toggle(row, false),
                        selectRange: () => toggle(row, true),
                      })(event);
                    }}
                  >
                    {selection && <SelectRowCell selection={selection} row={row} />}
                    <RowCells row={row} index={index} columns={columns} pins={layout.pins} />
                  </tr>
                  {expansion?.isExpanded(row) && (
                    <tr className={classes.details}>
                      <td id={getDetailsId(row)} colSpan={columns.length + (selection ? 2 : 1)}>
                        <div>{expansion.render(row)}</div>
                      </td>
                    </tr>
                  )}
                </Fragment>
              ))}
        </tbody>
      </table>
      {children}
    </section>
  );
};
