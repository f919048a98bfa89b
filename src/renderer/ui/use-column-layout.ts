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

const readRem = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

type Pin = { 'data-pinned': string; 'data-inner': true | undefined; style: CSSProperties };

const getPinnedProps = ({ start, end }: ReturnType<typeof findPinned>) => {
  const pins: Record<string, Pin> = {};
  const pin = (id: string, side: 'start' | 'end', isInner: boolean) => {
    const inset = side === 'start' ? 'insetInlineStart' : 'insetInlineEnd';
    const style = { [inset]: `var(--pinned-${id})` };
    pins[id] = { 'data-pinned': side, 'data-inner': isInner || undefined, style };
  };
  for (const id of start) pin(id, 'start', id === start.at(-1));
  for (const id of end) pin(id, 'end', id === end[0]);
  return pins;
};

const getPinnedOffsets = (ids: readonly string[], sizes: Readonly<Record<string, number>>, startOffset: number) => {
  let offset = startOffset;
  return ids.map((id) => {
    const ownOffset = offset;
    offset += sizes[id] ?? 0;
    return [`--pinned-${id}`, `${ownOffset}px`];
  });
};

export const useColumnLayout = <Row>({
  columns,
  hasSelection,
  widths,
  onWidthsChange,
}: {
  columns: readonly Column<Row>[];
  hasSelection: boolean;
  widths: ColumnWidths | undefined;
  onWidthsChange: ((widths: ColumnWidths) => void) | undefined;
}) => {
  const scroller = useRef<HTMLElement>(null);
  const [space, setSpace] = useState(() => ({ width: window.innerWidth, rem: readRem() }));
  const [resized, setResized] = useState<ColumnWidths>();
  const [drag, setDrag] = useState<{ id: string; x: number; size: number }>();
  const selectWidth = hasSelection ? selectColumnWidth * space.rem : 0;

  const { sizes, pinned } = useMemo(() => {
    const tableSpace = { available: space.width - selectWidth, rem: space.rem };
    const fitted = fitColumns(columns, tableSpace, resized ?? widths);
    return { sizes: fitted, pinned: findPinned(columns, tableSpace, fitted) };
  }, [columns, space, selectWidth, resized, widths]);
  const pinnedKey = JSON.stringify(pinned);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same as long as the same columns are pinned
  const pins = useMemo(() => getPinnedProps(pinned), [pinnedKey]);

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

  const commitWidths = useEffectEvent((newWidths: ColumnWidths) => {
    onWidthsChange?.(newWidths);
    setResized(undefined);
  });
  useEffect(() => {
    if (resized && !drag) commitWidths(resized);
  }, [resized, drag]);

  // `size` is in pixels; undefined resets the column.
  const resize = (column: Column<Row>, size?: number) => {
    const { [column.id]: _before, ...otherWidths } = resized ?? widths ?? {};
    const width = size && Math.min(maxColumnWidth, Math.max(getMinWidth(column), size)) / space.rem;
    setResized(width ? { ...otherWidths, [column.id]: width } : otherWidths);
  };
  const getSize = ({ id }: Column<Row>): number => sizes[id] ?? 0;
  const sumSizes = (ids: readonly string[]): number => ids.reduce((total, id) => total + (sizes[id] ?? 0), 0);

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
    tableStyle: { minWidth: selectWidth + sumSizes(columns.map(({ id }) => id)) },
    scrollerStyle: {
      ...Object.fromEntries([
        ['--visible-width', `${space.width}px`],
        ['--pinned-start-width', `${selectWidth + sumSizes(pinned.start)}px`],
        ['--pinned-end-width', `${sumSizes(pinned.end)}px`],
        ...getPinnedOffsets(pinned.start, sizes, selectWidth),
        ...getPinnedOffsets(pinned.end.toReversed(), sizes, 0),
      ]),
    } satisfies CSSProperties,
  };
};

export type ColumnLayout<Row> = ReturnType<typeof useColumnLayout<Row>>;
