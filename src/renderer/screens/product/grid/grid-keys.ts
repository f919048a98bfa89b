import type { KeyboardEvent } from 'react';
import { columns } from '../sheet/columns.ts';
import type { Grid } from './use-grid.ts';

const rowsPerPage = 10;

export type GridCommands = {
  /** Opens the editor of the active cell; `typed` replaces its text. */
  open: (initialText?: string) => void;
  clear: () => void;
  fillDown: () => void;
  undo: () => void;
  redo: () => void;
  replace: () => void;
  toggleActive: () => void;
};

const getTargetCell = (event: KeyboardEvent, { active }: Grid, rowCount: number) => {
  const isJump = event.ctrlKey || event.metaKey;
  const { row, column } = active;
  switch (event.key) {
    case 'ArrowUp':
      return { row: isJump ? 0 : row - 1, column };
    case 'ArrowDown':
      return { row: isJump ? rowCount - 1 : row + 1, column };
    case 'ArrowLeft':
      return { row, column: isJump ? 0 : column - 1 };
    case 'ArrowRight':
      return { row, column: isJump ? columns.length - 1 : column + 1 };
    case 'Home':
      return { row: isJump ? 0 : row, column: 0 };
    case 'End':
      return { row: isJump ? rowCount - 1 : row, column: columns.length - 1 };
    case 'PageUp':
      return { row: row - rowsPerPage, column };
    case 'PageDown':
      return { row: row + rowsPerPage, column };
    default:
      return null;
  }
};

const getCommand = (event: KeyboardEvent, grid: Grid, commands: GridCommands): (() => void) | null => {
  const { key, shiftKey } = event;
  if (event.ctrlKey || event.metaKey) {
    const shortcuts: Record<string, () => void> = {
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
  if (key === 'Escape' && grid.selected.size > 0) return grid.clearSelection;
  return key.length === 1 ? () => commands.open(key) : null;
};

export const handleGridKey = (
  event: KeyboardEvent,
  { grid, rowCount, commands }: { grid: Grid; rowCount: number; commands: GridCommands },
): void => {
  const target = getTargetCell(event, grid, rowCount);
  if (target) {
    event.preventDefault();
    if (event.shiftKey && target.column === grid.active.column) grid.selectTo(target.row);
    else grid.activate(target);
    return;
  }
  const command = getCommand(event, grid, commands);
  if (!command) return;
  event.preventDefault();
  command();
};
