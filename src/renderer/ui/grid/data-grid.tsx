// biome-ignore-all lint/a11y/useSemanticElements: table rows can't be positioned absolutely
// biome-ignore-all lint/a11y/useFocusableInteractive: only the grid's active cell is focusable
// biome-ignore-all lint/a11y/noStaticElementInteractions: a cell's role depends on its column
// biome-ignore-all lint/a11y/useAriaPropsSupportedByRole: a cell's role depends on its column
import { Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import {
  type CSSProperties,
  type HTMLAttributes,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
} from 'react';
import { RowCheckbox } from '../switch.tsx';
import { useOnChange } from '../use-on-change.ts';
import { CellEditor, type CellEditorProps, CellMessagePopover } from './cell-editor.tsx';
import classes from './grid.module.css';
import { type CellErrors, createGridChanges, type GridChange, type GridColumn } from './grid-changes.ts';
import { createClipboardHandlers } from './grid-clipboard.ts';
import { type GridCommands, handleGridKey, useGridFocus } from './grid-keys.ts';
import { type Cell, cellMessageId, type Grid, getNextCell, isInRange, useGridRows } from './use-grid.ts';
import { useGridPointer } from './use-grid-pointer.ts';

const help =
  'Arrow keys move between cells, Enter edits one, Space selects its row, Tab goes to the next cell, and Escape lets Tab leave the grid.';

export type GridHandle = { focus: () => void; fillDown: () => void };

type DataGridProps<Row> = Pick<GridCommands, 'undo' | 'redo' | 'replace'> & {
  label: string;
  grid: Grid;
  columns: readonly GridColumn<Row>[];
  rows: readonly Row[];
  getKey: (row: Row) => string;
  getTitle: (row: Row) => string;
  getErrors: (row: Row) => CellErrors;
  /** A value that would correct an invalid cell. */
  getFix?: (row: Row, column: string) => { label: string; values: Partial<Row> } | undefined;
  getChange?: (row: Row, column: string) => string | undefined;
  getRowProps?: (index: number) => HTMLAttributes<HTMLElement>;
  isReadOnly: boolean;
  emptyText: string;
  minWidth?: string;
  /** Why the text in the open editor is invalid. */
  cellError: RefObject<string | null>;
  /** Changes rows as one step with a label. */
  onChange: (label: string, changes: readonly GridChange<Row>[]) => void;
  onOpenPanel?: (row: Row) => void;
  ref?: Ref<GridHandle>;
};

/** A virtualized ARIA grid with a single focusable cell. Rows can be selected, and cells edited and pasted. */
export const DataGrid = <Row extends object>({
  grid,
  columns,
  rows,
  isReadOnly,
  cellError,
  ref,
  ...props
}: DataGridProps<Row>) => {
  const { getKey, getTitle, onOpenPanel } = props;
  const { activeCell, editedText, selected, visibleIndexes } = grid;
  const helpId = useId();
  const scrollerRef = useRef<HTMLDivElement>(null);
  const gridRef = useRef<HTMLDivElement>(null);
  const { virtualizer, headerHeight } = useGridRows({
    count: visibleIndexes.length,
    activeRow: activeCell.row,
    scrollerRef,
  });

  const { focusActive, focusLater, ...tab } = useGridFocus({ grid, gridRef, virtualizer });
  const changes = createGridChanges({ grid, columns, rows, getTitle, onChange: props.onChange });
  useImperativeHandle(ref, () => ({
    fillDown: changes.fillDown,
    focus: () => {
      virtualizer.scrollToIndex(activeCell.row);
      focusLater();
      focusActive();
    },
  }));
  useEffect(() => {
    if (editedText === null) cellError.current = null;
  }, [editedText, cellError]);

  const pointer = useGridPointer(grid, { fillTo: changes.fillTo, focusLater });
  const { rangeEnd, rangeSize, range } = grid;
  useOnChange([rangeEnd.row], () => {
    if (rangeSize > 1) virtualizer.scrollToIndex(rangeEnd.row);
  });

  const activeIndex = visibleIndexes[activeCell.row] ?? -1;
  const activeRecord = rows[activeIndex];
  const activeColumn = columns[activeCell.column];

  const activate = (cell: Cell) => {
    focusLater();
    grid.activate(cell);
  };
  const open = (column: number, newText?: string) => {
    const target = columns[column];
    if (!activeRecord || !target || isReadOnly || target.isReadOnly) return;
    if (target.getPanelLabel) onOpenPanel?.(activeRecord);
    else {
      focusLater();
      grid.setEditedText(newText ?? target.getText(activeRecord));
    }
  };
  const getFix = () => {
    if (isReadOnly || !activeRecord || !activeColumn || !props.getErrors(activeRecord)[activeColumn.name]) return;
    const fix = props.getFix?.(activeRecord, activeColumn.name);
    if (!fix) return;
    const apply = () => {
      activate(activeCell);
      props.onChange(`Edit ${activeColumn.label} of ${getTitle(activeRecord)}`, [
        { row: activeRecord, values: fix.values },
      ]);
    };
    return { label: fix.label, apply };
  };
  const commands: GridCommands = {
    fix: () => getFix()?.apply(),
    open: (newText) => open(activeCell.column, newText),
    clear: () => !isReadOnly && changes.clear(),
    fillDown: () => !isReadOnly && changes.fillDown(),
    undo: props.undo,
    redo: props.redo,
    replace: props.replace,
    toggleActive: () => activeRecord && grid.toggle(getKey(activeRecord)),
    releaseTab: () => tab.setReleased(true),
  };

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof Element && event.target.closest('[role="columnheader"]')) return;
    if (event.key === 'Tab') {
      if (tab.handleTab(event)) focusLater();
      return;
    }
    if (event.key !== 'Shift') tab.setReleased(false);
    focusLater();
    handleGridKey(event, grid, commands);
  };

  const finishEdit: CellEditorProps['onCommit'] = (text, direction, choice) => {
    if (!activeRecord || !activeColumn) return true;
    const error = changes.edit(text, choice);
    cellError.current = error;
    if (error !== null) {
      grid.setEditError(error);
      return false;
    }
    if (direction === 'stay') grid.setEditedText(null);
    else activate(getNextCell(grid, direction));
    return true;
  };

  const clipboard = createClipboardHandlers({ grid, columns, rows, isReadOnly, paste: changes.paste });
  const renderEditor = (): ReactNode => {
    if (editedText === null || !activeColumn || !activeRecord) return null;
    const editorProps: CellEditorProps = {
      label: `${activeColumn.label} of ${getTitle(activeRecord)}`,
      initialText: editedText,
      isNumeric: activeColumn.isNumeric === true,
      isInvalid: grid.editError !== null,
      onCommit: finishEdit,
      onCancel: () => activate(activeCell),
    };
    return activeColumn.renderEditor?.(activeRecord, editorProps) ?? <CellEditor {...editorProps} />;
  };
  const renderCell = (record: Row, cell: Cell): ReactNode => {
    const column = columns[cell.column];
    if (!column) return null;
    const { name, isNumeric, isRowHeader, isReadOnly: isFixed, getPanelLabel } = column;
    const isActive = cell.row === activeCell.row && cell.column === activeCell.column;
    const editor = isActive && renderEditor();
    const isRanged = rangeSize > 1 && isInRange(cell, range);
    const hasHandle = !editor && !isReadOnly && !isFixed && cell.row === range.bottom && cell.column === range.right;
    const error = props.getErrors(record)[name];
    const message = isActive ? (grid.editError ?? error) : undefined;
    const change = props.getChange?.(record, name);
    const edit = () => {
      if (getPanelLabel) onOpenPanel?.(record);
      else if (cell.row === activeCell.row) open(cell.column);
    };
    const select = (event: MouseEvent) => {
      if (isActive && editedText !== null) return;
      if (cellError.current !== null) focusActive();
      else if (event.shiftKey) grid.selectRange(activeCell, cell);
      else if (event.ctrlKey || event.metaKey) grid.toggle(getKey(record));
      else activate(cell);
    };
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles the keys of all its cells
      <div
        key={name}
        role={isRowHeader ? 'rowheader' : 'gridcell'}
        aria-colindex={cell.column + 2}
        aria-invalid={error ? true : undefined}
        aria-readonly={isFixed || undefined}
        title={isActive ? undefined : (error ?? change)}
        aria-describedby={isActive && error ? cellMessageId : undefined}
        tabIndex={isActive && !editor ? 0 : -1}
        data-cell={isActive ? 'active' : undefined}
        aria-selected={isRanged || undefined}
        data-fill={pointer.willFill(cell) || undefined}
        data-numeric={isNumeric || undefined}
        data-changed={change !== undefined || undefined}
        className={classes.cell}
        onPointerDown={(event) => cellError.current === null && pointer.startRange(event, cell)}
        onClick={select}
        onDoubleClick={edit}
      >
        {isActive && message && (
          <CellMessagePopover key={message} isAlert={grid.editError !== null} fix={getFix()}>
            {message}
          </CellMessagePopover>
        )}
        {editor ||
          (getPanelLabel ? (
            <button
              type="button"
              tabIndex={-1}
              className={classes.panelButton}
              aria-label={getPanelLabel(record)}
              onClick={edit}
            >
              {column.render(record)}
            </button>
          ) : (
            <span className={classes.text}>{column.render(record)}</span>
          ))}
        {hasHandle && <span className={classes.fillHandle} onPointerDown={pointer.startFill} />}
        {error && !editor && <IconAlertTriangle size="1rem" className={classes.warning} aria-hidden />}
      </div>
    );
  };
  const size = {
    '--grid-columns': columns.map(({ track }) => track).join(' '),
    '--grid-min-width': props.minWidth,
    height: virtualizer.getTotalSize() + headerHeight,
  } as CSSProperties;

  return (
    <div ref={scrollerRef} className={classes.frame}>
      <span id={helpId} hidden>
        {help}
      </span>
      <span ref={tab.beforeRef} tabIndex={-1} />
      <div
        ref={gridRef}
        role="grid"
        tabIndex={-1}
        aria-label={props.label}
        aria-describedby={helpId}
        aria-multiselectable
        aria-readonly={isReadOnly}
        aria-rowcount={visibleIndexes.length + 1}
        aria-colcount={columns.length + 1}
        className={classes.grid}
        style={size}
        onKeyDown={handleKeyDown}
        onFocus={tab.handleFocus}
        {...clipboard}
      >
        <div role="row" aria-rowindex={1} className={classes.header}>
          <div role="columnheader" className={classes.checkboxCell} data-selects={selected.size > 0 || undefined}>
            <span className={classes.number} aria-hidden>
              #
            </span>
            <RowCheckbox
              aria-label={`Select all visible ${props.label.toLowerCase()}`}
              checked={selected.size > 0 && selected.size >= visibleIndexes.length}
              isIndeterminate={selected.size > 0 && selected.size < visibleIndexes.length}
              onChange={() => (selected.size > 0 ? grid.clearSelection() : grid.selectAll())}
            />
          </div>
          {columns.map(({ name, label, isNumeric, getUnit }) => (
            <div key={name} role="columnheader" data-numeric={isNumeric || undefined}>
              {getUnit ? `${label}, ${getUnit()}` : label}
            </div>
          ))}
        </div>
        {virtualizer.getVirtualItems().map(({ index: row, start }) => {
          const index = visibleIndexes[row] ?? -1;
          const record = rows[index];
          if (!record) return null;
          const key = getKey(record);
          return (
            <div
              key={key}
              role="presentation"
              style={{ transform: `translateY(${start + headerHeight}px)` }}
              className={classes.rowPosition}
            >
              <div
                role="row"
                aria-rowindex={row + 2}
                aria-selected={selected.has(key)}
                className={classes.row}
                {...props.getRowProps?.(index)}
              >
                <div
                  role="gridcell"
                  aria-colindex={1}
                  className={classes.checkboxCell}
                  data-selects={selected.size > 0 || undefined}
                >
                  <span className={classes.number} aria-hidden>
                    {index + 1}
                  </span>
                  <RowCheckbox
                    tabIndex={-1}
                    checked={selected.has(key)}
                    aria-label={`Select ${getTitle(record)}`}
                    onClick={(event) => (event.shiftKey ? grid.selectTo(row) : grid.toggle(key))}
                    readOnly
                  />
                </div>
                {columns.map((_, column) => renderCell(record, { row, column }))}
              </div>
            </div>
          );
        })}
      </div>
      <span ref={tab.afterRef} tabIndex={-1} />
      {visibleIndexes.length === 0 && (
        <Text inherit p={32} c="dimmed" ta="center">
          {props.emptyText}
        </Text>
      )}
    </div>
  );
};
