import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { FlexRender, type Header, type RowData } from '@tanstack/react-table';
import type { KeyboardEvent } from 'react';
import { maxColumnWidth, minWidthOf } from './column-widths.ts';
import classes from './data-table.module.css';
import { pinnedProps, type tableKit } from './table-columns.ts';

export type Sort = { field: string; direction: 'asc' | 'desc' } | null;

const nextSort = (current: Sort, field: string): Sort => {
  if (current?.field !== field) return { field, direction: 'asc' };
  return current.direction === 'asc' ? { field, direction: 'desc' } : null;
};

const ariaSort = (current: Sort, field: string) => {
  if (current?.field !== field) return 'none';
  return current.direction === 'asc' ? 'ascending' : 'descending';
};

const SortIcon = ({ sort, field }: { sort: Sort; field: string }) => {
  const Icon =
    sort?.field !== field ? IconArrowsSort : sort.direction === 'asc' ? IconArrowUp : IconArrowDown;
  return <Icon size="0.875rem" stroke={2} aria-hidden className={classes.sortIcon} />;
};

type HeaderProps<Row extends RowData> = { header: Header<typeof tableKit, Row, unknown> };

/** Pixels per arrow key press. */
const keyStep = 16;

/** Resizes a column by dragging or arrow keys; a double click or Enter resets its width. */
const ResizeHandle = <Row extends RowData>({ header }: HeaderProps<Row>) => {
  const { column } = header;
  const { table, columnDef } = column;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -keyStep, ArrowRight: keyStep }[event.key];
    if (step === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (step === undefined) column.resetSize();
    else table.setColumnSizing((sizes) => ({ ...sizes, [column.id]: column.getSize() + step }));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an hr can't be moved
    <div
      role="separator"
      className={classes.resizeHandle}
      tabIndex={0}
      aria-orientation="vertical"
      aria-label="Column width"
      aria-valuetext={`${columnDef.header}: ${Math.round(column.getSize())} pixels`}
      aria-valuenow={Math.round(column.getSize())}
      aria-valuemin={minWidthOf(columnDef.meta ?? {})}
      aria-valuemax={maxColumnWidth}
      data-resizing={column.getIsResizing() || undefined}
      onMouseDown={header.getResizeHandler()}
      onTouchStart={header.getResizeHandler()}
      onDoubleClick={() => column.resetSize()}
      onKeyDown={onKeyDown}
    />
  );
};

/** The header cell of a column, with sorting and resizing. */
export const ColumnHeader = <Row extends RowData>({
  header,
  sort,
  onSort,
}: HeaderProps<Row> & { sort: Sort; onSort: (sort: Sort) => void }) => {
  const { column } = header;
  const { sortName, align, isScreenOnly, isPinnedToEnd } = column.columnDef.meta ?? {};
  const { style, ...pinned } = pinnedProps(column);
  return (
    <th
      scope="col"
      {...pinned}
      className={isScreenOnly && 'bo-screen-only'}
      style={{ ...style, width: column.getSize() }}
      data-align={align}
      aria-sort={sortName ? ariaSort(sort, sortName) : undefined}
    >
      {sortName ? (
        <UnstyledButton className={classes.sortButton} onClick={() => onSort(nextSort(sort, sortName))}>
          <FlexRender header={header} />
          <SortIcon sort={sort} field={sortName} />
        </UnstyledButton>
      ) : (
        <FlexRender header={header} />
      )}
      {column.getCanResize() && !isPinnedToEnd && <ResizeHandle header={header} />}
    </th>
  );
};
