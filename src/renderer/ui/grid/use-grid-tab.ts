import { type FocusEvent, type KeyboardEvent, useRef } from 'react';
import { type Grid, getAdjacentCell } from './use-grid.ts';

/** Moves through the cells of a grid by Tab, which leaves the grid at its ends and after Escape. */
export const useGridTab = (grid: Grid, focusActive: () => void) => {
  const beforeRef = useRef<HTMLSpanElement>(null);
  const afterRef = useRef<HTMLSpanElement>(null);
  const isReleased = useRef(false);

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
