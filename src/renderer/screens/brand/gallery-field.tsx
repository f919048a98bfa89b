import { IconGripVertical } from '@tabler/icons-react';
import { DragDropContext, Draggable, Droppable, type DropResult } from 'react-beautiful-dnd';
import { useFormContext } from 'react-hook-form';
import { brandsPage } from '#shared/resources/brands-page.ts';
import type { FormValues } from '../../resource/form/field-props.ts';
import { ResourceField } from '../../resource/form/resource-field.tsx';
import classes from './gallery-field.module.css';
import { galleryNames } from './gallery-names.ts';

const moved = <Item,>(items: readonly Item[], from: number, to: number): Item[] => {
  const rest = items.filter((_, index) => index !== from);
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)];
};

/** The six pictures of a brand's gallery. Their order is changed by drag and drop, or by keyboard from the handle. */
export const GalleryField = () => {
  const { getValues, setValue } = useFormContext<FormValues>();
  const move = ({ source, destination }: DropResult) => {
    if (!destination || destination.index === source.index) return;
    const pictures = moved(getValues([...galleryNames]), source.index, destination.index);
    galleryNames.forEach((name, index) => {
      setValue(name, pictures[index], { shouldDirty: true });
    });
  };
  return (
    <DragDropContext onDragEnd={move}>
      <Droppable droppableId="gallery" direction="horizontal">
        {(droppable) => (
          <div ref={droppable.innerRef} {...droppable.droppableProps} className={classes.gallery}>
            {galleryNames.map((name, index) => (
              // The handle is a button, so that it has a name and a focus.
              <Draggable key={name} draggableId={name} index={index} disableInteractiveElementBlocking>
                {(draggable, { isDragging }) => (
                  <div
                    ref={draggable.innerRef}
                    {...draggable.draggableProps}
                    className={classes.slot}
                    data-dragging={isDragging || undefined}
                  >
                    <button
                      type="button"
                      {...draggable.dragHandleProps}
                      className={classes.handle}
                      aria-label={`Move ${brandsPage.fields[name].label}`}
                    >
                      <IconGripVertical size="1rem" aria-hidden />
                    </button>
                    <ResourceField resource={brandsPage} name={name} />
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
};
