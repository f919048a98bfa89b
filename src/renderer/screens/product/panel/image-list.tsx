import { Button, Select } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconGripVertical, IconPhotoPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { DragDropContext, Draggable, Droppable, type DropResult } from 'react-beautiful-dnd';
import { IconButton } from '../../../ui/icon-button.tsx';
import { openImagePreview } from '../../../ui/image-preview.tsx';
import { moved, moveImage, removeImage, withImages } from '../variants/image-edits.ts';
import { idOfImage, sourceOf } from '../variants/image-source.ts';
import type { LocalImages } from '../variants/local-images.ts';
import { useVariants } from '../variants/use-variants.ts';
import { type Draft, editVariants, keyOf, type VariantImage } from '../variants/variant-sheet.ts';
import classes from './panel.module.css';

const listedVariants = 50;

/** Moves a picture to another variant. */
const MoveTo = ({ index, image, label }: { index: number; image: VariantImage; label: string }) => {
  const { sheet, change } = useVariants();
  return (
    <Select
      size="xs"
      aria-label={`Move ${label} to`}
      placeholder="Move to"
      searchable
      limit={listedVariants}
      nothingFoundMessage="No such variant"
      data={sheet.variants.flatMap((draft, other) =>
        other === index ? [] : [{ value: keyOf(draft), label: draft.name }],
      )}
      value={null}
      onChange={(key) => {
        const to = sheet.variants.findIndex((draft) => keyOf(draft) === key);
        if (to >= 0) change(`Move ${label}`, (current) => moveImage(current, { from: index, to, image }));
      }}
    />
  );
};

const ImageCard = ({ draft, index, place }: { draft: Draft; index: number; place: number }) => {
  const { change } = useVariants();
  const image = draft.imagesArr[place];
  if (image === undefined) return null;
  const label = `Image ${place + 1}`;
  const pictures = draft.imagesArr.map((each, at) => ({ src: sourceOf(each), label: `Image ${at + 1}` }));
  return (
    // The handle is a button, so that it has a name and a focus.
    <Draggable draggableId={idOfImage(image)} index={place} disableInteractiveElementBlocking>
      {(draggable, { isDragging }) => (
        <div
          ref={draggable.innerRef}
          {...draggable.draggableProps}
          className={classes.card}
          data-dragging={isDragging || undefined}
        >
          <button
            type="button"
            className={classes.picture}
            aria-label={`Open ${label} large`}
            onClick={() => openImagePreview(pictures, place)}
          >
            <img src={sourceOf(image)} alt={label} />
          </button>
          <div className={classes.cardTools}>
            <button
              type="button"
              {...draggable.dragHandleProps}
              className={classes.handle}
              aria-label={`Reorder ${label}`}
            >
              <IconGripVertical size="1rem" aria-hidden />
            </button>
            <IconButton
              label={`Remove ${label}`}
              icon={<IconTrash size="1rem" />}
              onClick={() =>
                change(`Remove an image of ${draft.name}`, (sheet) => removeImage(sheet, index, image))
              }
            />
          </div>
          <MoveTo index={index} image={image} label={label} />
        </div>
      )}
    </Draggable>
  );
};

/** The pictures of one variant: added, put in order by drag and drop or by keyboard, moved to others, removed. */
export const ImageList = ({ draft, index, images }: { draft: Draft; index: number; images: LocalImages }) => {
  const { change, isReadOnly } = useVariants();
  const [isBusy, setIsBusy] = useState(false);
  const take = async (added: Promise<VariantImage[]>) => {
    setIsBusy(true);
    try {
      const files = await added;
      change(`Images of ${draft.name}`, (sheet) =>
        files.length === 0
          ? sheet
          : editVariants(sheet, [index], ({ imagesArr }) => ({ imagesArr: withImages(imagesArr, files) })),
      );
    } finally {
      setIsBusy(false);
    }
  };
  const reorder = ({ source, destination }: DropResult) => {
    if (!destination || destination.index === source.index) return;
    change(`Order of the images of ${draft.name}`, (sheet) =>
      editVariants(sheet, [index], ({ imagesArr }) => ({
        imagesArr: moved(imagesArr, source.index, destination.index),
      })),
    );
  };
  return (
    <Dropzone
      onDrop={(files) => void take(images.add(files))}
      activateOnClick={false}
      activateOnKeyboard={false}
      enablePointerEvents
      disabled={isReadOnly || isBusy}
      inputProps={{ 'aria-hidden': true, tabIndex: -1 }}
      tabIndex={-1}
      className={classes.zone}
    >
      <DragDropContext onDragEnd={reorder}>
        <Droppable droppableId="images" direction="horizontal">
          {(droppable) => (
            <div ref={droppable.innerRef} {...droppable.droppableProps} className={classes.images}>
              {draft.imagesArr.map((image, place) => (
                <ImageCard key={idOfImage(image)} draft={draft} index={index} place={place} />
              ))}
              {droppable.placeholder}
            </div>
          )}
        </Droppable>
      </DragDropContext>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPhotoPlus size="1rem" />}
        disabled={isReadOnly || isBusy}
        onClick={() => void take(images.pick())}
      >
        {draft.imagesArr.length === 0 ? 'Drop images or a folder here, or choose some' : 'Add images'}
      </Button>
    </Dropzone>
  );
};
