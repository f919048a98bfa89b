import { useElementSize, useMergedRef } from '@mantine/hooks';
import { IconAlertTriangle, IconBadgeCc, IconCheck } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useRef, useState } from 'react';
import { createStore, useStore } from 'zustand';
import { type Asset, asset } from '#shared/resources/asset.ts';
import { kindOfFile } from '#shared/uploads.ts';
import { PdfCover, VideoFrame } from '../../ui/media.tsx';
import { useImageSource } from '../../ui/renditions.ts';
import { emptySelection, isSelected, type SelectionStore, toggleRow } from '../../ui/selection.ts';
import { listQuery } from '../hooks.ts';
import type { ListParams } from '../list-params.ts';
import { QueryError } from '../query-error.tsx';
import { describeAsset, getAssetUrl, openAsset } from './asset-file.ts';
import classes from './asset-grid.module.css';

const pageSize = 100;
/** In CSS pixels, with the gap. */
const tile = { width: 192, height: 204 };

/** The picture of a file, as wide as this at most. */
export const AssetCover = ({ shown, width = tile.width }: { shown: Asset; width?: number }) => {
  const toSource = useImageSource();
  const url = getAssetUrl(shown);
  const kind = kindOfFile(String(shown.file));
  if (kind === 'image') return <img {...toSource(url, width)} alt="" loading="lazy" draggable={false} />;
  if (kind === 'pdf') return <PdfCover url={url} label="" width={width} />;
  if (kind === 'video') return <VideoFrame url={url} isEager={false} onFailed={() => undefined} />;
  return <IconBadgeCc size="2rem" stroke={1.5} aria-hidden />;
};

const isMissingAlt = ({ file, alt }: Asset): boolean => kindOfFile(String(file)) === 'image' && alt === '';

const describeState = (shown: Asset): string =>
  [shown.name, describeAsset(shown), isMissingAlt(shown) && 'no alternative text'].filter(Boolean).join(', ');

const noSelection: SelectionStore = createStore(() => emptySelection);

const steps: Readonly<Record<string, (columns: number) => number>> = {
  ArrowLeft: () => -1,
  ArrowRight: () => 1,
  ArrowUp: (columns) => -columns,
  ArrowDown: (columns) => columns,
  PageUp: (columns) => -3 * columns,
  PageDown: (columns) => 3 * columns,
  Home: () => Number.NEGATIVE_INFINITY,
  End: () => Number.POSITIVE_INFINITY,
};

/**
 * The files that a search finds, as tiles: only those in view are loaded and drawn. Enter opens one, Space shows it large,
 * and X selects it.
 */
export const AssetGrid = ({
  label,
  params,
  selection: selected,
  areClicksSelecting = false,
  onOpen,
  children,
}: {
  label: string;
  params: Pick<ListParams, 'query' | 'sort' | 'filters'>;
  /** Files can be selected if there is one. */
  selection?: SelectionStore | undefined;
  areClicksSelecting?: boolean;
  onOpen: (opened: Asset) => void;
  /** In place of the tiles if there are none. */
  children?: ReactNode;
}) => {
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const { ref: sizeRef, width } = useElementSize<HTMLDivElement>();
  const listRef = useMergedRef(scroller, sizeRef);
  const [active, setActive] = useState(0);
  const [total, setTotal] = useState(0);
  const selection = useStore(selected ?? noSelection);
  const columns = Math.max(1, Math.floor(width / tile.width));
  const virtual = useVirtualizer({
    count: Math.ceil(total / columns),
    getScrollElement: () => scroller.current,
    estimateSize: () => tile.height,
    overscan: 2,
  });
  const rows = virtual.getVirtualItems();
  const first = (rows[0]?.index ?? 0) * columns;
  const last = ((rows.at(-1)?.index ?? 0) + 1) * columns;
  const pages = new Set([0]);
  for (let at = first; at < last; at += 1) pages.add(Math.floor(at / pageSize));
  const pageIndexes = [...pages];
  const queries = useQueries({
    queries: pageIndexes.map((pageIndex) => listQuery(asset, { ...params, pageIndex, pageSize })),
  });
  const found = queries[0]?.data?.total;
  if (found !== undefined && found !== total) setTotal(found);
  const loaded = new Map<number, Asset>();
  queries.forEach(({ data }, index) => {
    (data?.data as Asset[] | undefined)?.forEach((each, at) => {
      loaded.set((pageIndexes[index] ?? 0) * pageSize + at, each);
    });
  });
  const failed = queries.find(({ isError, data }) => isError && !data);
  if (failed) return <QueryError query={failed} />;
  if (found === 0) return children;

  const current = Math.min(active, Math.max(0, total - 1));
  const toggle = (index: number, isRange: boolean) => {
    const toggled = loaded.get(index);
    if (!toggled || !selected) return;
    const selectable = [...loaded].sort(([one], [other]) => one - other);
    const all = selectable.map(([, { _id, name }]) => ({ id: _id, title: name }));
    selected.setState((state) => toggleRow(state, { id: toggled._id, rows: all, isRange }));
  };
  const open = (index: number) => {
    const opened = loaded.get(index);
    if (opened) onOpen(opened);
  };
  const handleKey = (event: KeyboardEvent) => {
    const step = steps[event.key]?.(columns);
    const opened = loaded.get(current);
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
    if (hasModifier) return;
    if (step !== undefined) {
      const next = Math.max(0, Math.min(total - 1, current + step));
      setActive(next);
      virtual.scrollToIndex(Math.floor(next / columns));
    } else if (event.key === 'Enter') {
      if (areClicksSelecting) toggle(current, event.shiftKey);
      else open(current);
    } else if (event.key === ' ') {
      if (opened) openAsset(opened, [...loaded.values()]);
    } else if (event.key.toLowerCase() === 'x') toggle(current, event.shiftKey);
    else return;
    event.preventDefault();
  };
  const handleClick = (event: MouseEvent, index: number) => {
    setActive(index);
    const isOnCheck = event.target instanceof Element && event.target.closest('[data-check]') !== null;
    const isSelecting = areClicksSelecting || isOnCheck || event.ctrlKey || event.metaKey || event.shiftKey;
    if (selected && isSelecting) toggle(index, event.shiftKey);
    else open(index);
  };
  const optionId = (index: number) => `${id}-${index}`;

  return (
    <div
      ref={listRef}
      role="listbox"
      aria-label={label}
      aria-multiselectable={selected !== undefined || undefined}
      aria-activedescendant={loaded.has(current) ? optionId(current) : undefined}
      tabIndex={0}
      className={classes.scroller}
      onKeyDown={handleKey}
    >
      <div role="presentation" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {rows.map((row) => (
          <div
            key={row.key}
            role="presentation"
            className={classes.row}
            style={{ transform: `translateY(${row.start}px)`, gridTemplateColumns: `repeat(${columns}, 1fr)` }}
          >
            {Array.from({ length: Math.min(columns, total - row.index * columns) }, (_, column) => {
              const index = row.index * columns + column;
              const shown = loaded.get(index);
              if (!shown) return <div key={index} className={classes.tile} data-loading />;
              const isOn = isSelected(selection, shown._id);
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys
                <div
                  key={shown._id}
                  id={optionId(index)}
                  role="option"
                  tabIndex={-1}
                  aria-label={describeState(shown)}
                  aria-selected={isOn}
                  aria-setsize={total}
                  aria-posinset={index + 1}
                  className={classes.tile}
                  data-active={index === current || undefined}
                  onClick={(event) => handleClick(event, index)}
                >
                  <span className={classes.cover}>
                    <AssetCover shown={shown} />
                  </span>
                  {selected && (
                    <span className={classes.check} data-check>
                      {isOn && <IconCheck size="0.875rem" stroke={3} aria-hidden />}
                    </span>
                  )}
                  <span className={classes.name} title={shown.name}>
                    {shown.name}
                  </span>
                  <span className={classes.details}>
                    {isMissingAlt(shown) && (
                      <IconAlertTriangle size="0.875rem" className={classes.warning} aria-hidden>
                        <title>No alternative text</title>
                      </IconAlertTriangle>
                    )}
                    {describeAsset(shown)}
                  </span>
                </div>
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
};
