import type { KeyboardEvent } from 'react';
import type { Cell, Grid } from './use-grid.ts';

const rowsPerPage = 10;

export type GridCommands = {
  /** Opens the editor of the active cell; `typed` replaces its text. */
  open: (initialText?: string) => void;
  clear: () => void;
  fillDown: () => void;
  undo: () => void;
  redo: () => void;
  replace?: (() => void) | undefined;
  toggleActive: () => void;
  /** Lets the next Tab leave the grid. */
  releaseTab: () => void;
};

const getTargetCell = (event: KeyboardEvent, { activeCell, visibleIndexes, columnCount }: Grid) => {
  const isJump = event.ctrlKey || event.metaKey;
  const { row, column } = activeCell;
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
  if (event.altKey) return null;
  if (key === 'Enter' || key === 'F2') return () => commands.open();
  if (key === 'Delete' || key === 'Backspace') return commands.clear;
  if (key === ' ') return commands.toggleActive;
  if (key === 'Escape') return grid.selected.size > 0 ? grid.clearSelection : commands.releaseTab;
  return key.length === 1 ? () => commands.open(key) : null;
};

export const handleGridKey = (event: KeyboardEvent, grid: Grid, commands: GridCommands): void => {
  const target = getTargetCell(event, grid);
  if (target) {
    event.preventDefault();
    if (event.shiftKey && target.column === grid.activeCell.column) grid.selectTo(target.row);
    else grid.activate(target);
    return;
  }
  const command = getCommand(event, grid, commands);
  if (!command) return;
  event.preventDefault();
  command();
};
