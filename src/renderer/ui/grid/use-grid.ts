import { useViewportSize } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useState } from 'react';
import { useOnChange } from '../use-on-change.ts';

/** Id of the text that says why the active cell or its editor is invalid. */
export const cellMessageId = 'grid-cell-message';

export type Cell = { row: number; column: number };

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
  const activeIndexes = visibleIndexes.slice(activeCell.row, activeCell.row + 1);

  return {
    visibleIndexes,
    columnCount,
    selectedIndexes,
    /** The selected rows, or the active one if none is selected. */
    targets: selectedIndexes.length > 0 ? selectedIndexes : activeIndexes,
    /** The selected rows, or the active one and the one above it. */
    fillTargets:
      selectedIndexes.length > 1
        ? selectedIndexes
        : activeCell.row > 0
          ? visibleIndexes.slice(activeCell.row - 1, activeCell.row + 1)
          : [],
    activeCell,
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
    activate: ({ row, column }: Cell) => {
      setEdit(null);
      setStoredCell({
        row: clampIndex(row, visibleIndexes.length),
        column: clampIndex(column, columnCount),
      });
      setAnchor(clampIndex(row, visibleIndexes.length));
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
    },
    selectAll: () => setSelected(new Set(getKeys(0, visibleIndexes.length - 1))),
    clearSelection: () => setSelected(new Set()),
  };
};

export type Grid = ReturnType<typeof useGrid>;

/** In rem, as in the grid's CSS. */
const rowRem = 2.75;
const headerRem = 2.5;

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
