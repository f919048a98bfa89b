import { Menu, UnstyledButton } from '@mantine/core';
import {
  IconArrowBarToLeft,
  IconArrowBarToRight,
  IconArrowLeft,
  IconArrowRight,
  IconGripVertical,
} from '@tabler/icons-react';
import { type ComponentPropsWithRef, type ReactNode, useRef, useState } from 'react';
import { DragDropContext, Draggable, Droppable } from 'react-beautiful-dnd';
import { flushSync } from 'react-dom';
import { announce } from './announcements.tsx';
import { holdKeys } from './hold-keys.ts';
import classes from './sortable-list.module.css';

const moveItem = <Item,>(items: readonly Item[], from: number, to: number): Item[] => {
  const rest = items.filter((_, index) => index !== from);
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)];
};

const icon = { size: '1rem', stroke: 1.75 };

const usageInstructions =
  'Press Enter for a menu of positions, or Space to lift the item and the arrow keys to move it.';

// Handle for dragging. A click or Enter opens a menu, as not everyone can drag.
const Handle = ({
  label,
  index,
  count,
  isHorizontal,
  isDisabled,
  onMove,
  ...dragProps
}: {
  label: string;
  index: number;
  count: number;
  isHorizontal: boolean;
  isDisabled: boolean;
  onMove: (to: number) => void;
} & ComponentPropsWithRef<'button'>) => {
  // After a move, the focus follows the item instead of returning to this place.
  const [hasMoved, setHasMoved] = useState(false);
  const rotate = { style: isHorizontal ? undefined : { transform: 'rotate(90deg)' } };
  const moves = [
    { text: 'Move earlier', Icon: IconArrowLeft, to: index - 1 },
    { text: 'Move later', Icon: IconArrowRight, to: index + 1 },
    { text: 'Move to start', Icon: IconArrowBarToLeft, to: 0 },
    { text: 'Move to end', Icon: IconArrowBarToRight, to: count - 1 },
  ].filter(({ to }) => to >= 0 && to < count && to !== index);
  const isMenuDisabled = isDisabled || moves.length === 0;
  return (
    <Menu
      position="bottom-start"
      disabled={isMenuDisabled}
      returnFocus={!hasMoved}
      onOpen={() => {
        setHasMoved(false);
        if (!isMenuDisabled) holdKeys();
      }}
    >
      <Menu.Target>
        <UnstyledButton {...dragProps} className={classes.handle} aria-label={label} disabled={isDisabled}>
          <IconGripVertical size="1rem" aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {moves.map(({ text, Icon, to }) => (
          <Menu.Item
            key={text}
            leftSection={<Icon {...icon} {...rotate} />}
            onClick={() => {
              setHasMoved(true);
              onMove(to);
            }}
          >
            {text}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};

/** List reordered by drag and drop, by keyboard on the handle, or with the handle's menu; `children` renders an item and its handle. */
export const SortableList = <Item,>({
  items,
  getId,
  getHandleLabel,
  onReorder,
  children,
  isHorizontal = false,
  isDisabled = false,
  className,
  itemClassName,
}: {
  items: readonly Item[];
  getId: (item: Item, index: number) => string;
  getHandleLabel: (item: Item, index: number) => string;
  onReorder: (items: Item[]) => void;
  children: (item: Item, index: number, handle: ReactNode) => ReactNode;
  isHorizontal?: boolean;
  isDisabled?: boolean;
  className?: string | undefined;
  itemClassName?: string | undefined;
}) => {
  const list = useRef<HTMLElement>(null);
  const move = (from: number, to: number) => {
    flushSync(() => onReorder(moveItem(items, from, to)));
    list.current?.querySelectorAll<HTMLElement>(`.${classes.handle}`)[to]?.focus();
    announce(`Moved to position ${to + 1} of ${items.length}`);
  };
  return (
    <DragDropContext
      dragHandleUsageInstructions={usageInstructions}
      onDragEnd={({ source, destination }) => {
        if (destination && destination.index !== source.index)
          onReorder(moveItem(items, source.index, destination.index));
      }}
    >
      <Droppable droppableId="items" direction={isHorizontal ? 'horizontal' : 'vertical'}>
        {(droppable) => (
          <ul
            ref={(element) => {
              list.current = element;
              droppable.innerRef(element);
            }}
            {...droppable.droppableProps}
            className={className}
          >
            {items.map((item, index) => (
              <Draggable
                key={getId(item, index)}
                draggableId={getId(item, index)}
                index={index}
                // The handle is a button, for its accessible name and focus.
                disableInteractiveElementBlocking
                isDragDisabled={isDisabled}
              >
                {(draggable, { isDragging }) => (
                  <li
                    ref={draggable.innerRef}
                    {...draggable.draggableProps}
                    className={`${classes.item} ${itemClassName ?? ''}`}
                    data-dragging={isDragging || undefined}
                  >
                    {children(
                      item,
                      index,
                      <Handle
                        {...draggable.dragHandleProps}
                        label={getHandleLabel(item, index)}
                        index={index}
                        isHorizontal={isHorizontal}
                        isDisabled={isDisabled}
                        count={items.length}
                        onMove={(to) => move(index, to)}
                      />,
                    )}
                  </li>
                )}
              </Draggable>
            ))}
            {droppable.placeholder}
          </ul>
        )}
      </Droppable>
    </DragDropContext>
  );
};
