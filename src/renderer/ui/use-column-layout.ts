import {
  type ColumnSizingState,
  type columnResizingState,
  functionalUpdate,
  type RowData,
  type Updater,
} from '@tanstack/react-table';
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import {
  type ColumnWidths,
  findPinned,
  fitColumns,
  maxColumnWidth,
  minWidthOf,
  selectColumnWidth,
} from './column-widths.ts';
import type { Column } from './table-columns.ts';

/** Sets an attribute naming the edges under which content is scrolled. */
const markScrolledEdges = (scroller: HTMLElement): void => {
  const { scrollLeft, scrollWidth, clientWidth } = scroller;
  const isAtEnd = scrollLeft + clientWidth >= scrollWidth - 1;
  scroller.dataset.scrolled = `${scrollLeft > 0 ? 'start' : ''} ${isAtEnd ? '' : 'end'}`.trim();
};

const readRem = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

const notResizing: columnResizingState = {
  isResizingColumn: false,
  columnSizingStart: [],
  deltaOffset: null,
  deltaPercentage: null,
  startOffset: null,
  startSize: null,
};

/** Sizes, pins and resizes the columns of a table according to its container. */
export const useColumnLayout = <Row extends RowData>({
  columns,
  hasSelection,
  widths,
  onWidths,
}: {
  columns: readonly Column<Row>[];
  hasSelection: boolean;
  widths: ColumnWidths | undefined;
  onWidths: ((widths: ColumnWidths) => void) | undefined;
}) => {
  const scroller = useRef<HTMLElement>(null);
  const [space, setSpace] = useState({ width: 0, rem: 16 });
  const [resized, setResized] = useState<ColumnWidths>();
  const [columnResizing, onColumnResizingChange] = useState(notResizing);
  const selectWidth = hasSelection ? selectColumnWidth * space.rem : 0;

  const { columnSizing, columnPinning } = useMemo(() => {
    const sized = columns.map(({ id, meta }) => ({ id: String(id), ...meta }));
    const fitting = { available: space.width - selectWidth, rem: space.rem };
    const fitted = fitColumns(sized, fitting, resized ?? widths);
    return { columnSizing: fitted, columnPinning: findPinned(sized, fitting, fitted) };
  }, [columns, space, selectWidth, resized, widths]);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const measure = () => {
      const [width, rem] = [element.clientWidth, readRem()];
      setSpace((known) => (known.width === width && known.rem === rem ? known : { width, rem }));
      markScrolledEdges(element);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    if (scroller.current && columnSizing) markScrolledEdges(scroller.current);
  }, [columnSizing]);

  const onColumnSizingChange = (updater: Updater<ColumnSizingState>) => {
    const next = functionalUpdate(updater, columnSizing);
    const changed = columns.flatMap(({ id: columnId, meta }): [string, number][] => {
      const id = String(columnId);
      const size = next[id];
      const known = (resized ?? widths)?.[id];
      if (size === undefined) return [];
      if (size === columnSizing[id]) return known === undefined ? [] : [[id, known]];
      return [[id, Math.min(maxColumnWidth, Math.max(minWidthOf(meta ?? {}), size)) / space.rem]];
    });
    // Hidden columns keep their widths.
    const hidden = Object.entries(widths ?? {}).filter(([id]) => !(id in columnSizing));
    setResized(Object.fromEntries([...hidden, ...changed]));
  };

  const isResizing = columnResizing.isResizingColumn !== false;
  const keep = useEffectEvent((chosen: ColumnWidths) => {
    onWidths?.(chosen);
    setResized(undefined);
  });
  useEffect(() => {
    if (resized && !isResizing) keep(resized);
  }, [resized, isResizing]);

  return {
    scroller,
    selectWidth,
    isResizing,
    onScroll: () => scroller.current && markScrolledEdges(scroller.current),
    /** Options for `useTable`. */
    options: {
      state: { columnSizing, columnPinning, columnResizing },
      columnResizeMode: 'onChange',
      enableColumnResizing: onWidths !== undefined,
      onColumnSizingChange,
      onColumnResizingChange,
    } as const,
  };
};
