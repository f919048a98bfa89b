import { type FocusEvent, type KeyboardEvent, type RefObject, useRef } from 'react';
import { useOnChange } from '../use-on-change.ts';
import { type Cell, type Grid, getAdjacentCell, type useGridRows } from './use-grid.ts';

const rowsPerPage = 10;

export type GridCommands = {
  /** Opens the editor of the active cell; `typed` replaces its text. */
  open: (initialText?: string) => void;
  clear: () => void;
  fillDown: () => void;
  /** Corrects the active cell as its message offers. */
  fix: () => void;
  undo: () => void;
  redo: () => void;
  replace?: (() => void) | undefined;
  toggleActive: () => void;
  /** Lets the next Tab leave the grid. */
  releaseTab: () => void;
};

const getTargetCell = (event: KeyboardEvent, { activeCell, rangeEnd, visibleIndexes, columnCount }: Grid) => {
  const isJump = event.ctrlKey || event.metaKey;
  const { row, column } = event.shiftKey ? rangeEnd : activeCell;
  const [lastRow, lastColumn] = [visibleIndexes.length - 1, columnCount - 1];
  const targets: Record<string, Cell> = {
    ArrowUp: { row: isJump ? 0 : row - 1, column },
    ArrowDown: { row: isJump ? lastRow : row + 1, column },
    ArrowLeft: { row, column: isJump ? 0 : column - 1 },
    ArrowRight: { row, column: isJump ? lastColumn : column + 1 },
    Home: { row: isJump ? 0 : row, column: 0 },
    End: { row: isJump ? lastRow : row, column: lastColumn },
    PageUp: { row: row - rowsPerPage, column },
    PageDown: { row: row + rowsPerPage, column },
  };
  return targets[event.key];
};

const getCommand = (event: KeyboardEvent, grid: Grid, commands: GridCommands): (() => void) | null => {
  const { key, shiftKey } = event;
  if (event.ctrlKey || event.metaKey) {
    const shortcuts: Record<string, (() => void) | undefined> = {
      a: grid.selectAll,
      d: commands.fillDown,
      h: commands.replace,
      z: shiftKey ? commands.redo : commands.undo,
      y: commands.redo,
    };
    return shortcuts[key.toLowerCase()] ?? null;
  }
  if (event.altKey) return key === 'Enter' ? commands.fix : null;
  if (key === 'Enter' || key === 'F2') return () => commands.open();
  if (key === 'Delete' || key === 'Backspace') return commands.clear;
  if (key === ' ') return commands.toggleActive;
  if (key === 'Escape') {
    if (grid.rangeSize > 1) return () => grid.activate(grid.activeCell);
    return grid.selected.size > 0 ? grid.clearSelection : commands.releaseTab;
  }
  return key.length === 1 ? () => commands.open(key) : null;
};

export const handleGridKey = (event: KeyboardEvent, grid: Grid, commands: GridCommands): void => {
  const target = getTargetCell(event, grid);
  if (target) {
    event.preventDefault();
    if (event.shiftKey) grid.selectRange(grid.activeCell, target);
    else grid.activate(target);
    return;
  }
  const command = getCommand(event, grid, commands);
  if (!command) return;
  event.preventDefault();
  command();
};

/** Keeps the focus on the active cell. Tab moves through the cells; it leaves the grid at its ends and after Escape. */
export const useGridFocus = ({
  grid,
  gridRef,
  virtualizer,
}: {
  grid: Grid;
  gridRef: RefObject<HTMLElement | null>;
  virtualizer: ReturnType<typeof useGridRows>['virtualizer'];
}) => {
  const { activeCell, editedText } = grid;
  const beforeRef = useRef<HTMLSpanElement>(null);
  const afterRef = useRef<HTMLSpanElement>(null);
  const isReleased = useRef(false);
  const shouldFocusCell = useRef(false);
  // The rows render once the height of the grid is known.
  const isRendered = virtualizer.getVirtualItems().length > 0;

  /** Until its rows are rendered, the grid itself takes the focus. */
  const focusActive = () => {
    const cell = gridRef.current?.querySelector<HTMLElement>('[data-cell="active"]');
    (cell?.querySelector<HTMLElement>('input, textarea') ?? cell ?? gridRef.current)?.focus();
  };
  /** False once the user has moved on, for example to a search field. */
  const hasFocus = () =>
    document.activeElement === document.body || gridRef.current?.contains(document.activeElement) === true;
  useOnChange([activeCell.row, activeCell.column, editedText, isRendered], () => {
    if (!shouldFocusCell.current || !isRendered) return;
    shouldFocusCell.current = false;
    if (!hasFocus()) return;
    virtualizer.scrollToIndex(activeCell.row);
    if (editedText === null) focusActive();
  });

  /** Returns false if Tab leaves the grid. */
  const handleTab = (event: KeyboardEvent): boolean => {
    const { shiftKey } = event;
    const target = isReleased.current ? undefined : getAdjacentCell(grid.activeCell, shiftKey ? -1 : 1, grid);
    isReleased.current = false;
    if (target) {
      event.preventDefault();
      grid.activate(target);
      return true;
    }
    // The browser goes on from here, past the controls in the other cells.
    (shiftKey ? beforeRef : afterRef).current?.focus({ preventScroll: true });
    return false;
  };

  /** Tab enters the grid at its active cell, not at a control in another cell. */
  const handleFocus = ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
    if (target === currentTarget || !currentTarget.contains(target)) return;
    if (target.closest('[data-cell="active"], [role="columnheader"]')) return;
    if (target.matches(':focus-visible')) focusActive();
  };

  return {
    focusActive,
    /** Focuses the active cell once it is rendered. */
    focusLater: () => {
      shouldFocusCell.current = true;
    },
    beforeRef,
    afterRef,
    handleTab,
    handleFocus,
    /** Whether the next Tab leaves the grid. */
    setReleased: (released: boolean) => {
      isReleased.current = released;
    },
  };
};
