import {
  type CSSProperties,
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import {
  type Column,
  type ColumnWidths,
  findPinned,
  fitColumns,
  getMinWidth,
  maxColumnWidth,
  selectColumnWidth,
} from './table-columns.ts';

// Sets `data-scrolled` to the edges under which content is scrolled.
const markScrolledEdges = (scroller: HTMLElement): void => {
  const { scrollLeft, scrollWidth, clientWidth } = scroller;
  const isAtEnd = scrollLeft + clientWidth >= scrollWidth - 1;
  scroller.dataset.scrolled = `${scrollLeft > 0 ? 'start' : ''} ${isAtEnd ? '' : 'end'}`.trim();
};

// Of both sides of a number, in rem, as in the CSS.
const cellPadding = 2;

// The width that the widest number of each column needs, in pixels.
const measureNumbers = (scroller: HTMLElement): Map<string, number> => {
  const widths = new Map<string, number>();
  for (const cell of scroller.querySelectorAll<HTMLElement>('[data-row] > [data-numeric]')) {
    // The text alone: a block around it would be as wide as the column.
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    const first = texts.nextNode();
    if (!first) continue;
    const content = document.createRange();
    content.setStartBefore(first);
    while (texts.nextNode());
    content.setEndAfter(texts.currentNode);
    const id = cell.dataset.numeric ?? '';
    widths.set(id, Math.max(widths.get(id) ?? 0, Math.ceil(content.getBoundingClientRect().width)));
  }
  return widths;
};

const readRem = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

type Pin = { 'data-pinned': string; 'data-inner': true | undefined; style: CSSProperties };

// The offsets are variables of the table, so that resizing a column renders no cell.
const pinColumns = (
  { start, end }: ReturnType<typeof findPinned>,
  sizes: Readonly<Record<string, number>>,
  selectWidth: number,
) => {
  const pins: Record<string, Pin> = {};
  const offsets: Record<string, string> = {};
  const pin = (side: 'start' | 'end', ids: readonly string[], startOffset: number) => {
    const inset = side === 'start' ? 'insetInlineStart' : 'insetInlineEnd';
    let offset = startOffset;
    for (const id of ids) {
      const style = { [inset]: `var(--pinned-${id})` };
      pins[id] = { 'data-pinned': side, 'data-inner': id === ids.at(-1) || undefined, style };
      offsets[`--pinned-${id}`] = `${offset}px`;
      offset += sizes[id] ?? 0;
    }
    offsets[`--pinned-${side}-width`] = `${offset}px`;
  };
  pin('start', start, selectWidth);
  pin('end', end.toReversed(), 0);
  return { pins, offsets };
};

export const useColumnLayout = <Row>({
  columns,
  rows,
  hasSelection,
  widths,
  onWidthsChange,
}: {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  hasSelection: boolean;
  widths: ColumnWidths | undefined;
  onWidthsChange: ((widths: ColumnWidths) => void) | undefined;
}) => {
  const scroller = useRef<HTMLElement>(null);
  const [space, setSpace] = useState(() => ({ width: window.innerWidth, rem: readRem() }));
  const [resized, setResized] = useState<ColumnWidths>();
  const [numberWidths, setNumberWidths] = useState<Record<string, number>>({});
  const [drag, setDrag] = useState<{ id: string; x: number; size: number }>();
  const selectWidth = hasSelection ? selectColumnWidth * space.rem : 0;

  const { sizes, pinned } = useMemo(() => {
    const tableSpace = { available: space.width - selectWidth, rem: space.rem };
    const sized = columns.map((column) => {
      const width = numberWidths[column.id];
      return { ...column, contentWidth: width && width + cellPadding * space.rem };
    });
    const fitted = fitColumns(sized, tableSpace, resized ?? widths);
    return { sizes: fitted, pinned: findPinned(columns, tableSpace, fitted) };
  }, [columns, space, selectWidth, resized, widths, numberWidths]);
  const pinnedKey = JSON.stringify(pinned);
  const { pins: currentPins, offsets } = pinColumns(pinned, sizes, selectWidth);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same as long as the same columns are pinned
  const pins = useMemo(() => currentPins, [pinnedKey]);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const measure = () => {
      const measured = { width: element.clientWidth, rem: readRem() };
      setSpace((previous) =>
        previous.width === measured.width && previous.rem === measured.rem ? previous : measured,
      );
    };
    // Runs after the layout of the frame, so reading the sizes causes no other one.
    const observer = new ResizeObserver(() => {
      flushSync(measure);
      markScrolledEdges(element);
    });
    for (const observed of [element, ...element.children]) observer.observe(observed);
    return () => observer.disconnect();
  }, []);

  // The columns of a list only grow, so that the next page moves nothing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cells show the rows
  useLayoutEffect(() => {
    const measured = scroller.current ? [...measureNumbers(scroller.current)] : [];
    setNumberWidths((known) => {
      const wider = measured.filter(([id, width]) => width > (known[id] ?? 0));
      return wider.length > 0 ? { ...known, ...Object.fromEntries(wider) } : known;
    });
  }, [rows]);

  const commitWidths = useEffectEvent((newWidths: ColumnWidths) => {
    onWidthsChange?.(newWidths);
    setResized(undefined);
  });
  useEffect(() => {
    if (resized && !drag) commitWidths(resized);
  }, [resized, drag]);

  const getSize = ({ id }: { id: string }): number => sizes[id] ?? 0;
  const tableWidth = columns.reduce((total, column) => total + getSize(column), selectWidth);
  // `size` is in pixels; undefined resets the column. Returns the new share of the table in percent.
  const resize = (column: Column<Row>, size?: number) => {
    const { [column.id]: _before, ...otherWidths } = resized ?? widths ?? {};
    const width = size && Math.min(maxColumnWidth, Math.max(getMinWidth(column), size / space.rem));
    setResized(width ? { ...otherWidths, [column.id]: width } : otherWidths);
    const newSize = width && width * space.rem;
    return newSize && Math.round((100 * newSize) / Math.max(space.width, tableWidth + newSize - getSize(column)));
  };

  return {
    scroller,
    pins,
    getSize,
    resize,
    canResize: onWidthsChange !== undefined,
    resizingId: drag?.id,
    dragProps: (column: Column<Row>) => ({
      onPointerDown: ({ button, clientX, currentTarget, pointerId }: PointerEvent<HTMLElement>) => {
        if (button !== 0) return;
        currentTarget.setPointerCapture(pointerId);
        setDrag({ id: column.id, x: clientX, size: getSize(column) });
      },
      onPointerMove: ({ clientX }: PointerEvent) => {
        if (drag && clientX !== drag.x) resize(column, drag.size + clientX - drag.x);
      },
      onLostPointerCapture: () => setDrag(undefined),
    }),
    onScroll: () => scroller.current && markScrolledEdges(scroller.current),
    tableStyle: { minWidth: tableWidth },
    scrollerStyle: { '--visible-width': `${space.width}px`, ...offsets } as CSSProperties,
  };
};

export type ColumnLayout<Row> = ReturnType<typeof useColumnLayout<Row>>;
