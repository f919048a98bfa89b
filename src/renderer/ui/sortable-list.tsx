import { UnstyledButton } from '@mantine/core';
import { IconGripVertical } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { DragDropContext, Draggable, Droppable } from 'react-beautiful-dnd';
import classes from './sortable-list.module.css';

const moveItem = <Item,>(items: readonly Item[], from: number, to: number): Item[] => {
  const rest = items.filter((_, index) => index !== from);
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)];
};

/** List reordered by drag and drop, or by keyboard on the handle; `children` renders an item and its handle. */
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
}) => (
  <DragDropContext
    onDragEnd={({ source, destination }) => {
      if (destination && destination.index !== source.index)
        onReorder(moveItem(items, source.index, destination.index));
    }}
  >
    <Droppable droppableId="items" direction={isHorizontal ? 'horizontal' : 'vertical'}>
      {(droppable) => (
        <div ref={droppable.innerRef} {...droppable.droppableProps} className={className}>
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
                <div
                  ref={draggable.innerRef}
                  {...draggable.draggableProps}
                  className={`${classes.item} ${itemClassName ?? ''}`}
                  data-dragging={isDragging || undefined}
                >
                  {children(
                    item,
                    index,
                    <UnstyledButton
                      {...draggable.dragHandleProps}
                      className={classes.handle}
                      aria-label={getHandleLabel(item, index)}
                    >
                      <IconGripVertical size="1rem" aria-hidden />
                    </UnstyledButton>,
                  )}
                </div>
              )}
            </Draggable>
          ))}
          {droppable.placeholder}
        </div>
      )}
    </Droppable>
  </DragDropContext>
);
