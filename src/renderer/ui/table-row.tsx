import { UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import {
  type ComponentProps,
  createContext,
  memo,
  type MouseEvent as ReactMouseEvent,
  type ReactNode,
  type RefObject,
  use,
  useMemo,
  useState,
} from 'react';
import { createStore, useStore } from 'zustand';
import classes from './data-table.module.css';
import {
  emptySelection,
  getPageSelectionState,
  isSelected,
  type Selectable,
  type SelectionStore,
  toggleRow,
  toggleRows,
} from './selection.ts';
import { createShortcutHandler } from './shortcuts.ts';
import { RowCheckbox } from './switch.tsx';
import type { Column } from './table-columns.ts';
import rowClasses from './table-row.module.css';
import type { ColumnLayout } from './use-column-layout.ts';

type Row = { _id: string };

/** Details that a table shows below a row. */
export type RowDetails<R extends Row> = {
  canExpand: (row: R) => boolean;
  render: (row: R) => ReactNode;
};

/** Id of the element with a row's details. */
const getDetailsId = ({ _id }: Row): string => `${_id}-details`;

type Expansion = { isExpanded: (row: Row) => boolean; toggle: (row: Row) => void };

export const ExpansionContext = createContext<Expansion | null>(null);

/** The rows of a table that show their details. */
export const useExpansion = (): Expansion => {
  const [ids, setIds] = useState<readonly string[]>([]);
  return useMemo(
    () => ({
      isExpanded: ({ _id }) => ids.includes(_id),
      toggle: ({ _id }) => setIds(ids.includes(_id) ? ids.filter((id) => id !== _id) : [...ids, _id]),
    }),
    [ids],
  );
};

/** Button that shows and hides the details of a row. `label` describes them and contains the text in `children`. */
export const ExpandButton = ({
  row,
  label,
  hasIcon = true,
  children,
}: {
  row: Row;
  label: string;
  hasIcon?: boolean;
  children: ReactNode;
}) => {
  const expansion = use(ExpansionContext);
  // In a sheet, rows have no details.
  if (!expansion) return children;
  const isExpanded = expansion.isExpanded(row);
  const Icon = isExpanded ? IconChevronUp : IconChevronDown;
  return (
    <UnstyledButton
      className={rowClasses.expandButton}
      aria-label={label}
      aria-expanded={isExpanded}
      aria-controls={isExpanded ? getDetailsId(row) : undefined}
      onClick={() => expansion.toggle(row)}
    >
      {children}
      {hasIcon && <Icon size="0.875rem" aria-hidden />}
    </UnstyledButton>
  );
};

/** Adds a cell that takes the remaining width: last, but before the actions. */
export const insertFiller = <Row,>(
  columns: readonly Column<Row>[],
  toCell: (column: Column<Row>, index: number) => ReactNode,
): ReactNode[] => {
  const filler = <td key="filler" className={`${classes.filler} bo-no-print`} aria-hidden />;
  return columns.map(toCell).toSpliced(columns.at(-1)?.isActions ? -1 : columns.length, 0, filler);
};

const isInteractiveTarget = (event: ReactMouseEvent): boolean =>
  event.target instanceof Element && event.target.closest('a, button, input, label, [role="switch"]') !== null;

export const focusRow = (row: Element | null): void => {
  if (row instanceof HTMLElement) row.focus();
};

const findRow = (row: Element, direction: 'nextElementSibling' | 'previousElementSibling'): Element | null => {
  const sibling = row[direction];
  return sibling && !sibling.matches('[data-row]') ? findRow(sibling, direction) : sibling;
};

/** The selection of a table, and its rows as the selection names them. */
export type TableSelection = { store: SelectionStore; rows: readonly Selectable[] };

/** Of tables whose rows can't be selected. */
const noSelection: TableSelection = { store: createStore(() => emptySelection), rows: [] };

const SelectCell = ({
  isHeader = false,
  ...checkboxProps
}: ComponentProps<typeof RowCheckbox> & { isHeader?: boolean }) => {
  const Cell = isHeader ? 'th' : 'td';
  return (
    // Shift+click would otherwise select text.
    <Cell
      scope={isHeader ? 'col' : undefined}
      className={`${rowClasses.selectCell} bo-no-print`}
      data-pinned="start"
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
    >
      <RowCheckbox {...checkboxProps} />
    </Cell>
  );
};

export const SelectAllCell = ({ selection: { store, rows } }: { selection: TableSelection }) => {
  const state = useStore(store, (selection) => getPageSelectionState(selection, rows));
  return (
    <SelectCell
      isHeader
      aria-label="Select all rows on this page"
      checked={state === 'all'}
      disabled={rows.length === 0}
      isIndeterminate={state === 'some'}
      onChange={() => store.setState((selection) => toggleRows(selection, rows))}
    />
  );
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
        data-numeric={isNumeric ? id : undefined}
        className={isActions ? 'bo-no-print' : undefined}
      >
        {cell(row, index)}
      </Cell>
    );
  }),
) as <Row>(props: RowCellsProps<Row>) => ReactNode;

export type RowHandlers<Row> = {
  onOpen?: ((row: Row) => void) | undefined;
  onEdit?: ((row: Row) => void) | undefined;
  onDuplicate?: ((row: Row) => void) | undefined;
  onRemove?: ((row: Row) => void) | undefined;
};

/** A row that a click or Enter opens, with shortcuts for its actions, and its details below it. */
export const TableRow = <Row extends { _id: string }>({
  title,
  activeRow,
  isActive,
  selection,
  details,
  onFocus,
  onOpen,
  onEdit,
  onDuplicate,
  onRemove,
  ...cells
}: RowCellsProps<Row> &
  RowHandlers<Row> & {
    /** Says which row has the focus. */
    title: string;
    /** The row that Tab reaches. */
    activeRow: RefObject<HTMLTableRowElement | null>;
    isActive: boolean;
    selection: TableSelection | undefined;
    details: RowDetails<Row> | undefined;
    onFocus: () => void;
  }) => {
  const { row, columns } = cells;
  const expansion = use(ExpansionContext);
  const { store, rows } = selection ?? noSelection;
  const isChecked = useStore(store, (current) => isSelected(current, row._id));
  const toggle = (isRange: boolean) =>
    store.setState((current) => (selection ? toggleRow(current, { id: row._id, rows, isRange }) : current));
  const canExpand = details?.canExpand(row) === true;
  const isExpanded = canExpand && expansion?.isExpanded(row) === true;
  return (
    <>
      <tr
        data-row={row._id}
        aria-label={title || undefined}
        ref={isActive ? activeRow : undefined}
        className={classes.row}
        data-clickable={onOpen ? true : undefined}
        data-selected={isChecked || undefined}
        tabIndex={isActive ? 0 : -1}
        onFocus={onFocus}
        onClick={(event) => !isInteractiveTarget(event) && onOpen?.(row)}
        onKeyDown={(event) => {
          if (event.target !== event.currentTarget) return;
          const { currentTarget } = event;
          createShortcutHandler({
            openRow: () => onOpen?.(row),
            editRow: () => onEdit?.(row),
            duplicateRow: () => onDuplicate?.(row),
            removeRow: () => onRemove?.(row),
            nextRow: () => focusRow(findRow(currentTarget, 'nextElementSibling')),
            previousRow: () => focusRow(findRow(currentTarget, 'previousElementSibling')),
            selectRow: () => toggle(false),
            selectRange: () => toggle(true),
            ...(canExpand && {
              expandRow: () => !isExpanded && expansion?.toggle(row),
              collapseRow: () => isExpanded && expansion?.toggle(row),
            }),
          })(event);
        }}
      >
        {selection && (
          <SelectCell
            aria-label={`Select ${title}`}
            checked={isChecked}
            onChange={({ nativeEvent }) => toggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
          />
        )}
        <RowCells {...cells} />
      </tr>
      {isExpanded && (
        <tr className={classes.details}>
          <td id={getDetailsId(row)} colSpan={columns.length + (selection ? 2 : 1)}>
            <div>{details?.render(row)}</div>
          </td>
        </tr>
      )}
    </>
  );
};
