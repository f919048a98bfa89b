// biome-ignore-all lint/a11y/useSemanticElements: table rows can't be positioned absolutely
// biome-ignore-all lint/a11y/useFocusableInteractive: only the grid's active cell is focusable
import { Checkbox, Text } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ClipboardEvent, type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { formatCount, joinSentences } from '#shared/resource-kit/labels.ts';
import { showInfo } from '../../../ui/toasts.tsx';
import { columns, getCellText, getEmptyCell, parseCell } from '../sheet/columns.ts';
import { useVariants } from '../sheet/use-variants.ts';
import { getVariantKey, updateVariants } from '../sheet/variant-sheet.ts';
import { CellEditor, type CommitDirection } from './cell-editor.tsx';
import { parseClipboardTable, toClipboardTable } from './clipboard-table.ts';
import { type GridCommands, handleGridKey } from './grid-keys.ts';
import { GridRow } from './grid-row.tsx';
import { pasteTable } from './paste.ts';
import type { Cell, Grid } from './use-grid.ts';
import { useRowHeights } from './use-row-heights.ts';
import classes from './variant-grid.module.css';

const skippedCells = { label: 'more cell wasn’t changed', labelPlural: 'more cells weren’t changed' };

const getNextCell = ({ row, column }: Cell, direction: CommitDirection): Cell => {
  if (direction === 'down') return { row: row + 1, column };
  if (direction === 'right') return { row, column: column + 1 };
  return direction === 'left' ? { row, column: column - 1 } : { row, column };
};

export type GridHandle = { focus: () => void };

/** A virtualized ARIA grid of the variants with a single focusable cell. */
export const VariantGrid = ({
  grid,
  onOpenPanel,
  onDrop,
  onReplace,
  onFillDown,
  ref,
}: {
  grid: Grid;
  onOpenPanel: (key: string) => void;
  onDrop: (index: number, data: DataTransfer) => void;
  onReplace: () => void;
  onFillDown: () => void;
  ref?: Ref<GridHandle>;
}) => {
  const { sheet, cellError, change, undo, redo, isReadOnly, getErrors } = useVariants();
  const { activeCell, editedText, selected, visibleIndexes, targets } = grid;
  const scrollerRef = useRef<HTMLDivElement>(null);
  const shouldFocusCell = useRef(false);
  const { rowHeight, headerHeight } = useRowHeights();
  const virtualizer = useVirtualizer({
    count: visibleIndexes.length,
    getScrollElement: () => scrollerRef.current,
    estimateSize: () => rowHeight,
    scrollPaddingStart: headerHeight,
    overscan: 6,
    // The active row is always rendered, so that scrolling never removes the focused cell.
    rangeExtractor: ({ startIndex, endIndex, overscan, count }) => {
      const from = Math.max(startIndex - overscan, 0);
      const to = Math.min(endIndex + overscan, count - 1);
      const rows = Array.from({ length: Math.max(to - from + 1, 0) }, (_, offset) => from + offset);
      if (activeCell.row < from) return [activeCell.row, ...rows];
      return activeCell.row > to && activeCell.row < count ? [...rows, activeCell.row] : rows;
    },
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new row height invalidates the measurements
  useEffect(() => virtualizer.measure(), [rowHeight]);

  const focusActive = () => {
    const cell = scrollerRef.current?.querySelector<HTMLElement>('[data-cell="active"]');
    (cell?.querySelector('input') ?? cell)?.focus();
  };
  useImperativeHandle(ref, () => ({
    focus: () => {
      virtualizer.scrollToIndex(activeCell.row);
      shouldFocusCell.current = true;
      focusActive();
    },
  }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the active cell, not the virtual list
  useEffect(() => {
    if (!shouldFocusCell.current) return;
    virtualizer.scrollToIndex(activeCell.row);
    shouldFocusCell.current = false;
    if (editedText === null) focusActive();
  }, [activeCell.row, activeCell.column, editedText]);
  useEffect(() => {
    if (editedText === null) cellError.current = null;
  }, [editedText, cellError]);

  const activeDraft = sheet.variants[visibleIndexes[activeCell.row] ?? -1];
  const activeColumn = columns[activeCell.column];

  const activate = (cell: Cell) => {
    shouldFocusCell.current = true;
    grid.activate(cell);
  };
  const open = (column: number, newText?: string) => {
    const variant = activeDraft;
    const target = columns[column];
    if (!variant || !target || isReadOnly) return;
    if (target.kind === 'panel') onOpenPanel(getVariantKey(variant));
    else {
      shouldFocusCell.current = true;
      grid.setEditedText(newText ?? getCellText(variant, target.name));
    }
  };
  const commands: GridCommands = {
    open: (newText) => open(activeCell.column, newText),
    clear: () => {
      if (!activeColumn || isReadOnly) return;
      change(`Clear ${activeColumn.label}`, (current) =>
        updateVariants(current, targets, () => getEmptyCell(activeColumn.name)),
      );
    },
    fillDown: onFillDown,
    undo,
    redo,
    replace: onReplace,
    toggleActive: () => activeDraft && grid.toggle(getVariantKey(activeDraft)),
  };

  const finishEdit = (text: string, direction: CommitDirection): boolean => {
    if (!activeDraft || !activeColumn) return true;
    const parsed = parseCell(activeDraft, activeColumn.name, text);
    if ('error' in parsed) {
      cellError.current = String(parsed.error);
      grid.setEditError(cellError.current);
      return false;
    }
    cellError.current = null;
    const index = visibleIndexes[activeCell.row] ?? -1;
    change(`Edit ${activeColumn.label} of ${activeDraft.name}`, (current) =>
      updateVariants(current, [index], () =>
        getCellText({ ...activeDraft, ...parsed }, activeColumn.name) ===
        getCellText(activeDraft, activeColumn.name)
          ? null
          : parsed,
      ),
    );
    shouldFocusCell.current = direction !== 'stay';
    if (direction === 'stay') grid.setEditedText(null);
    else grid.activate(getNextCell(activeCell, direction));
    return true;
  };

  const paste = (event: ClipboardEvent) => {
    if (editedText !== null || isReadOnly) return;
    const text = event.clipboardData.getData('text/plain');
    if (text === '') return;
    event.preventDefault();
    const indexes = selected.size > 0 ? targets : visibleIndexes.slice(activeCell.row);
    const table = parseClipboardTable(text);
    const isOneRow = table.length === 1 && selected.size === 0;
    const pasted = pasteTable({
      sheet,
      indexes: isOneRow ? indexes.slice(0, 1) : indexes,
      column: activeCell.column,
      table,
    });
    change(`Paste ${formatCount(pasted.cellCount, 'cell')}`, () => pasted.sheet);
    const [firstError, ...otherErrors] = pasted.errors;
    if (firstError)
      showInfo(
        joinSentences([
          firstError,
          otherErrors.length > 0 ? formatCount(otherErrors.length, skippedCells) : '',
        ]),
      );
  };
  const copy = (event: ClipboardEvent) => {
    if (editedText !== null || !activeDraft || !activeColumn) return;
    const names = selected.size > 0 ? columns.map(({ name }) => name) : [activeColumn.name];
    const drafts = targets.flatMap((index) => sheet.variants[index] ?? []);
    event.preventDefault();
    event.clipboardData.setData(
      'text/plain',
      toClipboardTable(drafts.map((variant) => names.map((name) => getCellText(variant, name)))),
    );
  };

  return (
    <div ref={scrollerRef} className={classes.frame}>
      <div
        role="grid"
        aria-label="Variants"
        aria-multiselectable
        aria-readonly={isReadOnly}
        aria-rowcount={visibleIndexes.length + 1}
        aria-colcount={columns.length + 1}
        className={classes.grid}
        style={{ height: virtualizer.getTotalSize() + headerHeight }}
        onKeyDown={(event) => {
          if (event.target instanceof Element && event.target.closest('[role="columnheader"]')) return;
          shouldFocusCell.current = true;
          handleGridKey(event, grid, commands);
        }}
        onPaste={paste}
        onCopy={copy}
      >
        <div role="row" aria-rowindex={1} className={classes.header}>
          <div role="columnheader" style={{ justifyContent: 'center' }}>
            <Checkbox
              aria-label="Select all visible variants"
              checked={selected.size > 0 && selected.size >= visibleIndexes.length}
              onChange={() => (selected.size > 0 ? grid.clearSelection() : grid.selectAll())}
            />
          </div>
          {columns.map(({ name, label, kind }) => (
            <div key={name} role="columnheader" data-kind={kind}>
              {label}
            </div>
          ))}
        </div>
        {virtualizer.getVirtualItems().map(({ index: row, start }) => {
          const variant = sheet.variants[visibleIndexes[row] ?? -1];
          if (!variant) return null;
          const key = getVariantKey(variant);
          const isActive = row === activeCell.row;
          return (
            <div
              key={key}
              role="presentation"
              style={{ transform: `translateY(${start + headerHeight}px)` }}
              className={classes.rowPosition}
            >
              <GridRow
                variant={variant}
                row={row}
                activeColumn={isActive ? activeCell.column : null}
                isSelected={selected.has(key)}
                errors={getErrors(variant)}
                editor={
                  isActive && editedText !== null && activeColumn ? (
                    <CellEditor
                      key={`${key} ${activeColumn.name}`}
                      label={`${activeColumn.label} of ${variant.name}`}
                      initialText={editedText}
                      isNumeric={activeColumn.kind === 'price'}
                      isInvalid={grid.editError !== null}
                      onCommit={finishEdit}
                      onCancel={() => activate(activeCell)}
                    />
                  ) : null
                }
                onCellClick={(column, event) => {
                  if (isActive && column === activeCell.column && editedText !== null) return;
                  if (cellError.current !== null) focusActive();
                  else if (event.shiftKey) grid.selectTo(row);
                  else if (event.ctrlKey || event.metaKey) grid.toggle(key);
                  else activate({ row, column });
                }}
                onEdit={(column) => {
                  if (columns[column]?.kind === 'panel') onOpenPanel(key);
                  else if (isActive) open(column);
                }}
                onToggle={(event) => (event.shiftKey ? grid.selectTo(row) : grid.toggle(key))}
                onDrop={(data) => onDrop(visibleIndexes[row] ?? -1, data)}
              />
            </div>
          );
        })}
      </div>
      {visibleIndexes.length === 0 && (
        <Text inherit p={32} c="dimmed" ta="center">
          No variants match
        </Text>
      )}
    </div>
  );
};
