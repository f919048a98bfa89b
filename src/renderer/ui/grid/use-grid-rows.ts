import { useViewportSize } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect } from 'react';

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
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new row height invalidates the measurements
  useEffect(() => virtualizer.measure(), [rowHeight]);
  return { virtualizer, headerHeight };
};
