import { Menu, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { type KeyboardEvent, useRef } from 'react';
import classes from './data-table.module.css';
import { DropdownMenu, useDropdown } from './dropdown.tsx';
import { type Column, getMinWidth, maxColumnWidth } from './table-columns.ts';
import type { ColumnLayout } from './use-column-layout.ts';

export type Sort = { field: string; direction: 'asc' | 'desc' } | null;

const getNextSort = (current: Sort, field: string): Sort => {
  if (current?.field !== field) return { field, direction: 'asc' };
  return current.direction === 'asc' ? { field, direction: 'desc' } : null;
};

const sorted = {
  none: { ariaSort: 'none', Icon: IconArrowsSort },
  asc: { ariaSort: 'ascending', Icon: IconArrowUp },
  desc: { ariaSort: 'descending', Icon: IconArrowDown },
} as const;

type HeaderProps<Row> = { column: Column<Row>; layout: ColumnLayout<Row> };

// Pixels per arrow key press and per click in the menu.
const keyStep = 16;
const menuStep = 32;

// Pixels that the pointer may move during a click.
const clickTolerance = 3;

const ResizeHandle = <Row,>({ column, layout }: HeaderProps<Row>) => {
  const { resize } = layout;
  const size = layout.getSize(column);
  const menu = useDropdown<HTMLSpanElement>('menu');
  const pressedAt = useRef(0);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -keyStep, ArrowRight: keyStep }[event.key];
    if (step === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    resize(column, step && size + step);
  };
  const { onPointerDown, ...dragProps } = layout.dragProps(column);
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: an hr can't be moved */}
      <div
        role="separator"
        className={classes.resizeHandle}
        tabIndex={0}
        aria-orientation="vertical"
        aria-label="Column width"
        aria-valuetext={`${column.header}: ${Math.round(size)} pixels`}
        aria-valuenow={Math.round(size)}
        aria-valuemin={getMinWidth(column)}
        aria-valuemax={maxColumnWidth}
        data-resizing={layout.resizingId === column.id || undefined}
        {...dragProps}
        onPointerDown={(event) => {
          pressedAt.current = event.clientX;
          onPointerDown(event);
        }}
        onClick={({ clientX }) => menu.setOpen(!menu.isOpen && Math.abs(clientX - pressedAt.current) <= clickTolerance)}
        onDoubleClick={() => resize(column)}
        onKeyDown={onKeyDown}
      />
      {/* For those who can click but not drag; the keyboard resizes without it. */}
      <span ref={menu.ref} aria-hidden className={classes.resizeMenuAnchor} />
      <DropdownMenu dropdown={menu} position="bottom-end" closeOnItemClick={false}>
        {() => (
          <>
            <Menu.Item onClick={() => resize(column, size - menuStep)}>Narrower</Menu.Item>
            <Menu.Item onClick={() => resize(column, size + menuStep)}>Wider</Menu.Item>
            <Menu.Item onClick={() => resize(column)}>Reset width</Menu.Item>
          </>
        )}
      </DropdownMenu>
    </>
  );
};

export const ColumnHeader = <Row,>({
  column,
  layout,
  sort,
  onSort,
}: HeaderProps<Row> & { sort: Sort; onSort: (sort: Sort) => void }) => {
  const { id, header, sortName, isActions, isNumeric } = column;
  const { style, ...pinned } = layout.pins[id] ?? {};
  const { ariaSort, Icon } = sorted[sort?.field === sortName ? (sort?.direction ?? 'none') : 'none'];
  return (
    <th
      scope="col"
      {...pinned}
      data-numeric={isNumeric || undefined}
      className={isActions ? 'bo-no-print' : undefined}
      style={{ ...style, width: layout.getSize(column) }}
      // Otherwise the name of the handle would be part of the header's.
      aria-label={layout.canResize ? header : undefined}
      aria-sort={sortName ? ariaSort : undefined}
    >
      {sortName ? (
        <UnstyledButton className={classes.sortButton} onClick={() => onSort(getNextSort(sort, sortName))}>
          {header}
          <Icon size="0.875rem" aria-hidden className={classes.sortIcon} />
        </UnstyledButton>
      ) : (
        header
      )}
      {layout.canResize && !isActions && <ResizeHandle column={column} layout={layout} />}
    </th>
  );
};
