import { type PointerEvent, useState } from 'react';
import { type Cell, type Grid, isInRange } from './use-grid.ts';

/** The cell under the pointer; null outside the grid's cells. */
const findCell = ({ clientX, clientY }: globalThis.PointerEvent): Cell | null => {
  const cell = document.elementFromPoint(clientX, clientY)?.closest('[aria-colindex]');
  const column = Number(cell?.ariaColIndex) - 2;
  const row = Number(cell?.closest('[aria-rowindex]')?.ariaRowIndex) - 2;
  return column >= 0 && row >= 0 ? { row, column } : null;
};

/** Calls `onMove` for each cell that the pointer drags over, and `onEnd` when it is released. */
const trackPointer = (onMove: (cell: Cell) => void, onEnd: () => void): void => {
  const listeners = new AbortController();
  const { signal } = listeners;
  const end = () => {
    listeners.abort();
    onEnd();
  };
  const move = (event: globalThis.PointerEvent) => {
    const cell = findCell(event);
    if (cell) onMove(cell);
  };
  window.addEventListener('pointermove', move, { signal });
  window.addEventListener('pointerup', end, { signal });
  window.addEventListener('pointercancel', () => listeners.abort(), { signal });
};

/** Dragging over cells selects them; dragging the handle of the range fills the rows below or above it. */
export const useGridPointer = (
  grid: Grid,
  { fillTo, focusLater }: { fillTo: (row: number) => void; focusLater: () => void },
) => {
  /** The last row to fill while the handle is dragged. */
  const [fillRow, setFillRow] = useState<number | null>(null);
  const { range } = grid;
  return {
    startRange: (event: PointerEvent, from: Cell) => {
      const isOther =
        event.button !== 0 || event.pointerType === 'touch' || event.shiftKey || event.ctrlKey || event.metaKey;
      if (isOther || (event.target instanceof Element && event.target.closest('button, input, textarea'))) return;
      trackPointer(
        (to) => {
          if (to.row === from.row && to.column === from.column) return;
          focusLater();
          grid.selectRange(from, to);
        },
        () => undefined,
      );
    },
    startFill: (event: PointerEvent) => {
      event.preventDefault();
      event.stopPropagation();
      let last: number | null = null;
      trackPointer(
        ({ row }) => {
          last = row >= range.top && row <= range.bottom ? null : row;
          setFillRow(last);
        },
        () => {
          setFillRow(null);
          if (last === null) return;
          fillTo(last);
          focusLater();
          const [top, bottom] = [Math.min(range.top, last), Math.max(range.bottom, last)];
          grid.selectRange({ row: top, column: range.left }, { row: bottom, column: range.right });
        },
      );
    },
    willFill: (cell: Cell): boolean =>
      fillRow !== null &&
      !isInRange(cell, range) &&
      isInRange(cell, { ...range, top: Math.min(range.top, fillRow), bottom: Math.max(range.bottom, fillRow) }),
  };
};
