import { Menu, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { useRef } from 'react';
import { announce } from './announcements.tsx';
import classes from './column-header.module.css';
import { DropdownMenu, useDropdown } from './dropdown.tsx';
import type { Column } from './table-columns.ts';
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

// Pixels per click in the menu.
const step = 32;

// Pixels that the pointer may move during a click.
const clickTolerance = 3;

/** Edge of a column, which is dragged, or opens a menu with widths. Arrow keys reach it from the other headers. */
const ResizeHandle = <Row,>({ column, layout }: HeaderProps<Row>) => {
  const menu = useDropdown('menu');
  const pressedAt = useRef(0);
  const { onPointerDown, ...dragProps } = layout.dragProps(column);
  const resize = (change?: number) => {
    const share = layout.resize(column, change && layout.getSize(column) + change);
    announce(share === undefined ? `${column.header}: default width` : `${column.header}: ${share}% of the table`);
  };
  return (
    <>
      <button
        type="button"
        {...menu.targetProps}
        className={classes.resizeHandle}
        tabIndex={-1}
        aria-label="Column width"
        data-resizing={layout.resizingId === column.id || undefined}
        {...dragProps}
        onPointerDown={(event) => {
          pressedAt.current = event.clientX;
          onPointerDown(event);
        }}
        onClick={({ clientX, detail }) =>
          menu.setOpen(!menu.isOpen && (detail === 0 || Math.abs(clientX - pressedAt.current) <= clickTolerance))
        }
        onDoubleClick={() => layout.resize(column)}
      />
      <DropdownMenu dropdown={menu} position="bottom-end" closeOnItemClick={false}>
        {() => (
          <>
            <Menu.Item onClick={() => resize(-step)}>Narrower</Menu.Item>
            <Menu.Item onClick={() => resize(step)}>Wider</Menu.Item>
            <Menu.Item onClick={() => resize()}>Reset width</Menu.Item>
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
      className={isActions ? `${classes.header} bo-no-print` : classes.header}
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
