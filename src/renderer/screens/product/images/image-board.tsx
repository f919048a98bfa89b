import { Button, Text, UnstyledButton } from '@mantine/core';
import { IconPhotoPlus } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { DragDropContext, Draggable, type DragUpdate, Droppable } from 'react-beautiful-dnd';
import { useFormContext, useWatch } from 'react-hook-form';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { isLocalFile } from '../../../platform/local-files.ts';
import { FormSection } from '../../../resource-kit/form/form-page.tsx';
import type { FormValues } from '../../../resource-kit/form/form-values.ts';
import { useIsFullServer } from '../../../resource-kit/server-level.ts';
import { getDropProps } from '../../../ui/drop-props.ts';
import { openImagePreview } from '../../../ui/image-preview.tsx';
import { useImageSource } from '../../../ui/renditions.ts';
import { usePageDrop } from '../../../ui/use-page-drop.ts';
import { useVariants } from '../variants/use-variants.ts';
import { handleVariantDrop, type LocalImages, useLocalImages } from '../variants/variant-images.ts';
import {
  addImages,
  describeImage,
  type EditableVariant,
  getImageId,
  getVariantKey,
  getVariantTitle,
  type VariantImage,
} from '../variants/variant-sheet.ts';
import { AddImagesDialog } from './add-images-dialog.tsx';
import { countUndescribed, findImage, placeImage } from './board-changes.ts';
import classes from './image-board.module.css';
import { ImageTile, tileWidth } from './image-tile.tsx';

/** Products have up to thousands of variants, and every row is a drop target. */
const rowsPerStep = 40;

const usageInstructions =
  'Press Enter for a menu, or Space to lift the image, the arrow keys to move it within and between variants, and Space again to drop it.';

const VariantRow = ({ variant, images }: { variant: EditableVariant; images: LocalImages }) => {
  const { change, isReadOnly } = useVariants();
  const key = getVariantKey(variant);
  const title = getVariantTitle(variant);
  const add = async () => {
    const added = await images.pick();
    change(`Add images to ${title}`, (sheet) => addImages(sheet, [key], added));
  };
  return (
    <li
      className={classes.row}
      {...getDropProps((event) => {
        if (!isReadOnly) void handleVariantDrop(event, { variant, selectedKeys: [], images, change });
      })}
    >
      <Text span size="sm" className={classes.name} title={title}>
        {title}
      </Text>
      <Droppable droppableId={key} direction="horizontal" isDropDisabled={isReadOnly}>
        {(droppable, { isDraggingOver }) => (
          <ul
            ref={droppable.innerRef}
            {...droppable.droppableProps}
            className={classes.tiles}
            aria-label={`Images of ${title}`}
            data-over={isDraggingOver || undefined}
          >
            {variant.imagesArr.map((image, index) => (
              <Draggable
                key={getImageId(image)}
                draggableId={`${key}\n${getImageId(image)}`}
                index={index}
                disableInteractiveElementBlocking
                isDragDisabled={isReadOnly}
              >
                {(draggable) => (
                  <li ref={draggable.innerRef} {...draggable.draggableProps} className={classes.tile}>
                    <ImageTile variant={variant} image={image} index={index} dragProps={draggable.dragHandleProps} />
                  </li>
                )}
              </Draggable>
            ))}
            {droppable.placeholder}
          </ul>
        )}
      </Droppable>
      <UnstyledButton
        className={classes.add}
        aria-label={`Choose pictures for ${title}`}
        disabled={isReadOnly}
        onClick={() => void add()}
      >
        <IconPhotoPlus size="1.25rem" stroke={1.5} aria-hidden />
      </UnstyledButton>
    </li>
  );
};

/** The product's own image, which is changed in its field. */
const ProductRow = () => {
  const thumbnail = useWatch<FormValues>({ name: 'thumbnail' });
  const { setFocus } = useFormContext<FormValues>();
  const toSource = useImageSource();
  const image = (typeof thumbnail === 'string' && thumbnail !== '') || isLocalFile(thumbnail) ? thumbnail : null;
  const src = image && describeImage({ image }).src;
  return (
    <li className={classes.row}>
      <Text span size="sm" fw={500} className={classes.name}>
        Product
      </Text>
      {src !== null && (
        <UnstyledButton
          className={classes.image}
          aria-label="View image of the product full size"
          onClick={() => openImagePreview([{ src, label: 'Thumbnail' }])}
        >
          <img {...toSource(src, tileWidth)} alt="" />
        </UnstyledButton>
      )}
      <Button size="xs" variant="subtle" onClick={() => setFocus('thumbnail')}>
        {src === null ? 'Choose image' : 'Change'}
      </Button>
    </li>
  );
};

/** Memoized, so that typing elsewhere in the form doesn't render it. */
const VariantRows = memo(({ images }: { images: LocalImages }) => {
  const { sheet, change } = useVariants();
  const [limit, setLimit] = useState(rowsPerStep);
  const hiddenCount = sheet.variants.length - limit;
  const describePlace = (verb: string, { destination }: DragUpdate): string => {
    const variant = sheet.variants.find((each) => getVariantKey(each) === destination?.droppableId);
    return destination && variant
      ? `${verb} to position ${destination.index + 1} of ${variant.name}`
      : 'Not on a variant';
  };
  return (
    <DragDropContext
      dragHandleUsageInstructions={usageInstructions}
      onDragUpdate={(update, { announce }) => announce(describePlace('Dragged', update))}
      onDragEnd={(result, { announce }) => {
        announce(describePlace('Moved', result));
        const { source, destination, draggableId } = result;
        if (!destination) return;
        const { droppableId: from } = source;
        const { droppableId: to, index } = destination;
        change('Move image', (current) => {
          const image = findImage(current, from, draggableId.slice(from.length + 1));
          return image ? placeImage(current, { from, to, image, index }) : current;
        });
      }}
    >
      <ul aria-label="Images by variant">
        <ProductRow />
        {sheet.variants.slice(0, limit).map((variant) => (
          <VariantRow key={getVariantKey(variant)} variant={variant} images={images} />
        ))}
      </ul>
      {hiddenCount > 0 && (
        <Button size="xs" me="auto" onClick={() => setLimit(limit + rowsPerStep)}>
          {`Show more (${formatCount(hiddenCount, 'variant')})`}
        </Button>
      )}
    </DragDropContext>
  );
});

/** All pictures of the product and its variants. Pictures dropped or pasted anywhere on the page are added too. */
export const ImageBoard = () => {
  const images = useLocalImages();
  const { sheet, isReadOnly } = useVariants();
  const undescribedCount = useIsFullServer() === true ? countUndescribed(sheet) : 0;
  const [added, setAdded] = useState<readonly VariantImage[]>([]);
  usePageDrop(async (data) => {
    if (!isReadOnly) setAdded(await images.drop({ dataTransfer: data }));
  });
  return (
    <FormSection title="Images">
      <VariantRows images={images} />
      <Text size="xs" c="dimmed">
        Drag pictures to reorder them or to give them to another variant. Drop or paste new ones anywhere on this page.
      </Text>
      {undescribedCount > 0 && (
        <Text size="xs" c="dimmed">
          {`${formatCount(undescribedCount, 'picture')} without alternative text. Click a picture, or press Enter on it, to describe it.`}
        </Text>
      )}
      {added.length > 0 && <AddImagesDialog images={added} onClose={() => setAdded([])} />}
    </FormSection>
  );
};
