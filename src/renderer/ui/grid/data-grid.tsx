// biome-ignore-all lint/a11y/useSemanticElements: table rows can't be positioned absolutely
// biome-ignore-all lint/a11y/useFocusableInteractive: only the grid's active cell is focusable
import { Box, Text } from '@mantine/core';
import {
  type CSSProperties,
  type HTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useRef,
} from 'react';
import { RowCheckbox } from '../row-checkbox.tsx';
import { CellEditor, type CellEditorProps, CellMessage, type CommitDirection } from './cell-editor.tsx';
import classes from './grid.module.css';
import { type CellErrors, createGridChanges, type GridChange, type GridColumn } from './grid-changes.ts';
import { createClipboardHandlers } from './grid-clipboard.ts';
import { type GridCommands, handleGridKey, useGridTab } from './grid-keys.ts';
import { GridRow } from './grid-row.tsx';
import { type Cell, type Grid, getAdjacentCell, useGridRows } from './use-grid.ts';

const getNextCell = (grid: Grid, direction: CommitDirection): Cell => {
  const { row, column } = grid.activeCell;
  if (direction === 'down') return { row: row + 1, column };
  if (direction === 'stay') return grid.activeCell;
  return getAdjacentCell(grid.activeCell, direction === 'right' ? 1 : -1, grid) ?? grid.activeCell;
};

export type GridHandle = { focus: () => void; fillDown: () => void };

type DataGridProps<Row> = Pick<GridCommands, 'undo' | 'redo' | 'replace'> & {
  label: string;
  grid: Grid;
  columns: readonly GridColumn<Row>[];
  rows: readonly Row[];
  getKey: (row: Row) => string;
  getTitle: (row: Row) => string;
  getErrors: (row: Row) => CellErrors;
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
  const scrollerRef = useRef<HTMLDivElement>(null);
  const gridRef = useRef<HTMLDivElement>(null);
  const shouldFocusCell = useRef(false);
  const { virtualizer, headerHeight } = useGridRows({
    count: visibleIndexes.length,
    activeRow: activeCell.row,
    scrollerRef,
  });

  // The rows render once the height of the grid is known.
  const isRendered = virtualizer.getVirtualItems().length > 0;

  /** Until its rows are rendered, the grid itself takes the focus. */
  const focusActive = () => {
    const cell = scrollerRef.current?.querySelector<HTMLElement>('[data-cell="active"]');
    (cell?.querySelector<HTMLElement>('input, textarea') ?? cell ?? gridRef.current)?.focus();
  };
  const tab = useGridTab(grid, focusActive);
  /** False once the user has moved on, for example to a search field. */
  const hasFocus = () =>
    document.activeElement === document.body || gridRef.current?.contains(document.activeElement) === true;
  const changes = createGridChanges({ grid, columns, rows, getTitle, onChange: props.onChange });
  useImperativeHandle(ref, () => ({
    fillDown: changes.fillDown,
    focus: () => {
      virtualizer.scrollToIndex(activeCell.row);
      shouldFocusCell.current = true;
      focusActive();
    },
  }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the active cell, not the virtual list
  useEffect(() => {
    if (!shouldFocusCell.current || !isRendered) return;
    shouldFocusCell.current = false;
    if (!hasFocus()) return;
    virtualizer.scrollToIndex(activeCell.row);
    if (editedText === null) focusActive();
  }, [activeCell.row, activeCell.column, editedText, isRendered]);
  useEffect(() => {
    if (editedText === null) cellError.current = null;
  }, [editedText, cellError]);

  const activeIndex = visibleIndexes[activeCell.row] ?? -1;
  const activeRecord = rows[activeIndex];
  const activeColumn = columns[activeCell.column];

  const activate = (cell: Cell) => {
    shouldFocusCell.current = true;
    grid.activate(cell);
  };
  const open = (column: number, newText?: string) => {
    const target = columns[column];
    if (!activeRecord || !target || isReadOnly || target.isReadOnly) return;
    if (target.getPanelLabel) onOpenPanel?.(activeRecord);
    else {
      shouldFocusCell.current = true;
      grid.setEditedText(newText ?? target.getText(activeRecord));
    }
  };
  const commands: GridCommands = {
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
      if (tab.handleTab(event)) shouldFocusCell.current = true;
      return;
    }
    if (event.key !== 'Shift') tab.setReleased(false);
    shouldFocusCell.current = true;
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
    shouldFocusCell.current = direction !== 'stay';
    if (direction === 'stay') grid.setEditedText(null);
    else grid.activate(getNextCell(grid, direction));
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
  const activeError =
    grid.editError ?? (activeRecord && activeColumn && props.getErrors(activeRecord)[activeColumn.name]);
  const size = {
    '--grid-columns': columns.map(({ track }) => track).join(' '),
    '--grid-min-width': props.minWidth,
    height: virtualizer.getTotalSize() + headerHeight,
  } as CSSProperties;

  return (
    <>
      <div ref={scrollerRef} className={classes.frame}>
        <span ref={tab.beforeRef} tabIndex={-1} />
        <div
          ref={gridRef}
          role="grid"
          tabIndex={-1}
          aria-label={props.label}
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
            <div role="columnheader" style={{ justifyContent: 'center' }}>
              <RowCheckbox
                aria-label={`Select all visible ${props.label.toLowerCase()}`}
                checked={selected.size > 0 && selected.size >= visibleIndexes.length}
                isIndeterminate={selected.size > 0 && selected.size < visibleIndexes.length}
                onChange={() => (selected.size > 0 ? grid.clearSelection() : grid.selectAll())}
              />
            </div>
            {columns.map(({ name, label, isNumeric }) => (
              <div key={name} role="columnheader" data-numeric={isNumeric || undefined}>
                {label}
              </div>
            ))}
          </div>
          {virtualizer.getVirtualItems().map(({ index: row, start }) => {
            const index = visibleIndexes[row] ?? -1;
            const record = rows[index];
            if (!record) return null;
            const key = getKey(record);
            const isActive = row === activeCell.row;
            return (
              <div
                key={key}
                role="presentation"
                style={{ transform: `translateY(${start + headerHeight}px)` }}
                className={classes.rowPosition}
              >
                <GridRow
                  record={record}
                  row={row}
                  columns={columns}
                  title={getTitle(record)}
                  activeColumn={isActive ? activeCell.column : null}
                  isSelected={selected.has(key)}
                  errors={props.getErrors(record)}
                  getChange={props.getChange && ((name) => props.getChange?.(record, name))}
                  editor={isActive ? renderEditor() : null}
                  rowProps={props.getRowProps?.(index)}
                  onCellClick={(column, event) => {
                    if (isActive && column === activeCell.column && editedText !== null) return;
                    if (cellError.current !== null) focusActive();
                    else if (event.shiftKey) grid.selectTo(row);
                    else if (event.ctrlKey || event.metaKey) grid.toggle(key);
                    else activate({ row, column });
                  }}
                  onEdit={(column) => {
                    if (columns[column]?.getPanelLabel) onOpenPanel?.(record);
                    else if (isActive) open(column);
                  }}
                  onToggle={(event) => (event.shiftKey ? grid.selectTo(row) : grid.toggle(key))}
                />
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
      {activeError && activeRecord && (
        <Box px="md" py={6}>
          <CellMessage key={activeError} isAlert={grid.editError !== null}>
            {`${getTitle(activeRecord)}: ${activeError}`}
          </CellMessage>
        </Box>
      )}
    </>
  );
};
