import { useViewportSize } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useState } from 'react';
import { useOnChange } from '../use-on-change.ts';

/** Id of the text that says why the active cell or its editor is invalid. */
export const cellMessageId = 'grid-cell-message';

export type Cell = { row: number; column: number };

/** Rows and columns of a block of cells, both ends included. */
export type CellRange = { top: number; bottom: number; left: number; right: number };

export const isInRange = ({ row, column }: Cell, { top, bottom, left, right }: CellRange): boolean =>
  row >= top && row <= bottom && column >= left && column <= right;

const clampIndex = (value: number, count: number) => Math.min(Math.max(value, 0), Math.max(count - 1, 0));

/** The next or previous cell in reading order; undefined beyond the ends of the grid. */
export const getAdjacentCell = (
  { row, column }: Cell,
  offset: 1 | -1,
  { visibleIndexes, columnCount }: { visibleIndexes: readonly number[]; columnCount: number },
): Cell | undefined => {
  const position = row * columnCount + column + offset;
  if (position < 0 || position >= visibleIndexes.length * columnCount) return undefined;
  return { row: Math.floor(position / columnCount), column: position % columnCount };
};

/** The cell that becomes active after an edit. */
export const getNextCell = (grid: Grid, direction: 'down' | 'right' | 'left'): Cell => {
  const { row, column } = grid.activeCell;
  if (direction === 'down') return { row: row + 1, column };
  return getAdjacentCell(grid.activeCell, direction === 'right' ? 1 : -1, grid) ?? grid.activeCell;
};

/** The state of a grid. Row numbers count the visible rows; indexes are those of all rows. */
export const useGrid = <Row>({
  rows,
  visibleIndexes,
  columnCount,
  initialColumn = 0,
  getKey,
}: {
  rows: readonly Row[];
  visibleIndexes: readonly number[];
  columnCount: number;
  initialColumn?: number;
  getKey: (row: Row) => string;
}) => {
  const [storedCell, setStoredCell] = useState<Cell>({ row: 0, column: initialColumn });
  const [storedEnd, setStoredEnd] = useState<Cell | null>(null);
  const [anchor, setAnchor] = useState(0);
  const [edit, setEdit] = useState<{ text: string; key: string | undefined } | null>(null);
  const [editError, setEditError] = useState<string | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());

  const getKeys = (from: number, to: number): string[] =>
    visibleIndexes.slice(Math.min(from, to), Math.max(from, to) + 1).flatMap((index) => {
      const row = rows[index];
      return row ? [getKey(row)] : [];
    });
  const keyAt = (row: number) => getKeys(row, row)[0];
  const storedRow = clampIndex(storedCell.row, visibleIndexes.length);
  // An open editor stays on its row when other rows are added or removed.
  const isMoved = edit !== null && keyAt(storedRow) !== edit.key;
  const editedRow = isMoved ? visibleIndexes.findIndex((_, row) => keyAt(row) === edit.key) : storedRow;
  const editedText = edit !== null && editedRow >= 0 ? edit.text : null;
  const activeCell = {
    row: editedText === null ? storedRow : editedRow,
    column: clampIndex(storedCell.column, columnCount),
  };
  const selectedIndexes = visibleIndexes.filter((index) => {
    const row = selected.size > 0 && rows[index];
    return row && selected.has(getKey(row));
  });
  const clampCell = ({ row, column }: Cell): Cell => ({
    row: clampIndex(row, visibleIndexes.length),
    column: clampIndex(column, columnCount),
  });
  const rangeEnd = storedEnd !== null && edit === null ? clampCell(storedEnd) : activeCell;
  const range: CellRange = {
    top: Math.min(activeCell.row, rangeEnd.row),
    bottom: Math.max(activeCell.row, rangeEnd.row),
    left: Math.min(activeCell.column, rangeEnd.column),
    right: Math.max(activeCell.column, rangeEnd.column),
  };
  const rangeIndexes = visibleIndexes.slice(range.top, range.bottom + 1);

  return {
    visibleIndexes,
    columnCount,
    selectedIndexes,
    /** The selected rows, or those of the range, which is the active cell at first. */
    targets: selectedIndexes.length > 0 ? selectedIndexes : rangeIndexes,
    /** The selected rows, those of the range, or the active one and the one above it. */
    fillTargets:
      selectedIndexes.length > 1
        ? selectedIndexes
        : rangeIndexes.length > 1
          ? rangeIndexes
          : visibleIndexes.slice(Math.max(activeCell.row - 1, 0), activeCell.row + 1),
    activeCell,
    range,
    /** The corner of the range opposite to the active cell. */
    rangeEnd,
    rangeSize: rangeIndexes.length * (range.right - range.left + 1),
    /** The initial text of the cell editor; null while it is closed. */
    editedText,
    /** Why the text in the cell editor is invalid. */
    editError: editedText === null ? null : editError,
    selected,
    setEditError,
    setEditedText: (text: string | null) => {
      setEditError(null);
      setStoredCell(activeCell);
      setEdit(text === null ? null : { text, key: keyAt(activeCell.row) });
    },
    activate: (cell: Cell) => {
      setEdit(null);
      setStoredEnd(null);
      setStoredCell(clampCell(cell));
      setAnchor(clampCell(cell).row);
    },
    /** Selects the cells between two; the first one becomes active. */
    selectRange: (from: Cell, to: Cell) => {
      setEdit(null);
      setStoredCell(clampCell(from));
      setStoredEnd(clampCell(to));
    },
    toggle: (key: string) => {
      const next = new Set(selected);
      if (!next.delete(key)) next.add(key);
      setSelected(next);
    },
    /** Selects the range from the last selected row to this one. */
    selectTo: (row: number) => {
      const to = clampIndex(row, visibleIndexes.length);
      setSelected(new Set(getKeys(anchor, to)));
      setStoredCell({ ...activeCell, row: to });
      setStoredEnd(null);
    },
    selectAll: () => setSelected(new Set(getKeys(0, visibleIndexes.length - 1))),
    clearSelection: () => setSelected(new Set()),
  };
};

export type Grid = ReturnType<typeof useGrid>;

/** In rem, as in the grid's CSS. */
const rowRem = 2.5;
const headerRem = 2;

/** In pixels; the root font size grows on very wide screens. */
const useRowHeights = (): { rowHeight: number; headerHeight: number } => {
  useViewportSize();
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return { rowHeight: rowRem * rem, headerHeight: headerRem * rem };
};

/** The rows to render: those in view, and always the active one, so that scrolling never removes the focused cell. */
export const useGridRows = ({
  count,
  activeRow,
  scrollerRef,
}: {
  count: number;
  activeRow: number;
  scrollerRef: RefObject<HTMLElement | null>;
}) => {
  const { rowHeight, headerHeight } = useRowHeights();
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scrollerRef.current,
    estimateSize: () => rowHeight,
    scrollPaddingStart: headerHeight,
    overscan: 6,
    rangeExtractor: ({ startIndex, endIndex, overscan, count: total }) => {
      const from = Math.max(startIndex - overscan, 0);
      const to = Math.min(endIndex + overscan, total - 1);
      const rows = Array.from({ length: Math.max(to - from + 1, 0) }, (_, offset) => from + offset);
      if (activeRow < from) return [activeRow, ...rows];
      return activeRow > to && activeRow < total ? [...rows, activeRow] : rows;
    },
  });
  useOnChange([rowHeight], () => virtualizer.measure());
  return { virtualizer, headerHeight };
};
