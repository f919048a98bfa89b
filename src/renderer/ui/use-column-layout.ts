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
import {
  type ColumnWidths,
  findPinned,
  fitColumns,
  maxColumnWidth,
  minWidthOf,
  selectColumnWidth,
} from './column-widths.ts';
import type { Column } from './table-columns.ts';

// Sets `data-scrolled` to the edges under which content is scrolled.
const markScrolledEdges = (scroller: HTMLElement): void => {
  const { scrollLeft, scrollWidth, clientWidth } = scroller;
  const isAtEnd = scrollLeft + clientWidth >= scrollWidth - 1;
  scroller.dataset.scrolled = `${scrollLeft > 0 ? 'start' : ''} ${isAtEnd ? '' : 'end'}`.trim();
};

const readRem = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

type Pin = { 'data-pinned': string; 'data-inner': true | undefined; style: CSSProperties };

const pinnedProps = ({ start, end }: ReturnType<typeof findPinned>) => {
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

const pinnedOffsets = (ids: readonly string[], sizes: Readonly<Record<string, number>>, first: number) => {
  let offset = first;
  return ids.map((id) => {
    const own = offset;
    offset += sizes[id] ?? 0;
    return [`--pinned-${id}`, `${own}px`];
  });
};

export const useColumnLayout = <Row>({
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
  const [grabbed, setGrabbed] = useState<{ id: string; x: number; size: number }>();
  const selectWidth = hasSelection ? selectColumnWidth * space.rem : 0;

  const { sizes, pinned } = useMemo(() => {
    const fitting = { available: space.width - selectWidth, rem: space.rem };
    const fitted = fitColumns(columns, fitting, resized ?? widths);
    return { sizes: fitted, pinned: findPinned(columns, fitting, fitted) };
  }, [columns, space, selectWidth, resized, widths]);
  const pinnedKey = JSON.stringify(pinned);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same as long as the same columns are pinned
  const pins = useMemo(() => pinnedProps(pinned), [pinnedKey]);

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
    if (scroller.current && sizes) markScrolledEdges(scroller.current);
  }, [sizes]);

  const keep = useEffectEvent((chosen: ColumnWidths) => {
    onWidths?.(chosen);
    setResized(undefined);
  });
  useEffect(() => {
    if (resized && !grabbed) keep(resized);
  }, [resized, grabbed]);

  // `size` is in pixels; undefined resets the column.
  const resize = (column: Column<Row>, size?: number) => {
    const { [column.id]: _before, ...others } = resized ?? widths ?? {};
    const width = size && Math.min(maxColumnWidth, Math.max(minWidthOf(column), size)) / space.rem;
    setResized(width ? { ...others, [column.id]: width } : others);
  };
  const sizeOf = ({ id }: Column<Row>): number => sizes[id] ?? 0;

  return {
    scroller,
    pins,
    sizeOf,
    resize,
    canResize: onWidths !== undefined,
    resizingId: grabbed?.id,
    dragProps: (column: Column<Row>) => ({
      onPointerDown: ({ button, clientX, currentTarget, pointerId }: PointerEvent<HTMLElement>) => {
        if (button !== 0) return;
        currentTarget.setPointerCapture(pointerId);
        setGrabbed({ id: column.id, x: clientX, size: sizeOf(column) });
      },
      onPointerMove: ({ clientX }: PointerEvent) => {
        if (grabbed && clientX !== grabbed.x) resize(column, grabbed.size + clientX - grabbed.x);
      },
      onLostPointerCapture: () => setGrabbed(undefined),
    }),
    onScroll: () => scroller.current && markScrolledEdges(scroller.current),
    tableStyle: {
      minWidth: selectWidth + columns.reduce((total, column) => total + sizeOf(column), 0),
      ...Object.fromEntries([
        ...pinnedOffsets(pinned.start, sizes, selectWidth),
        ...pinnedOffsets(pinned.end.toReversed(), sizes, 0),
      ]),
    } satisfies CSSProperties,
  };
};

export type ColumnLayout<Row> = ReturnType<typeof useColumnLayout<Row>>;
