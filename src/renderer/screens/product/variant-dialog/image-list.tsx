import { Button, Group, Select } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { useMediaQuery } from '@mantine/hooks';
import { IconPhotoPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { FileCaption } from '../../../ui/file-caption.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { openImagePreview } from '../../../ui/image-preview.tsx';
import { readWebFiles } from '../../../ui/pending-files.ts';
import { useImageSource } from '../../../ui/renditions.ts';
import { SortableList } from '../../../ui/sortable-list.tsx';
import { showError } from '../../../ui/toasts.tsx';
import { useBusy } from '../../../ui/use-busy.ts';
import type { LocalImages } from '../sheet/local-images.ts';
import { useVariants } from '../sheet/use-variants.ts';
import {
  addImages,
  type EditableVariant,
  findIndexes,
  getImageId,
  getVariantKey,
  moveImage,
  removeImage,
  updateVariants,
  type VariantImage,
} from '../sheet/variant-sheet.ts';
import classes from './variant-dialog.module.css';

const maxVariantsListed = 50;
/** In CSS pixels. */
const imageWidth = 132;

/** Too narrow for images side by side, as in variant-dialog.module.css. */
const narrowWindow = '(max-width: 48em)';

const MoveToSelect = ({ from, image, label }: { from: string; image: VariantImage; label: string }) => {
  const { sheet, change } = useVariants();
  return (
    <Select
      size="xs"
      aria-label={`Move ${label} to`}
      placeholder="Move to"
      searchable
      limit={maxVariantsListed}
      nothingFoundMessage="No matches"
      data={sheet.variants
        .map((variant) => ({ value: getVariantKey(variant), label: variant.name }))
        .filter(({ value }) => value !== from)}
      value={null}
      onChange={(to) => {
        if (to !== null) change(`Move ${label}`, (current) => moveImage(current, { from, to, image }));
      }}
    />
  );
};

const ImageCard = ({
  variant,
  position,
  handle,
}: {
  variant: EditableVariant;
  position: number;
  handle: ReactNode;
}) => {
  const { change, getVariantImage } = useVariants();
  const toSource = useImageSource();
  const image = variant.imagesArr[position];
  if (image === undefined) return null;
  const label = `Image ${position + 1}`;
  const { src, info } = getVariantImage(image);
  const previewImages = variant.imagesArr.map((otherImage, imageIndex) => ({
    src: getVariantImage(otherImage).src,
    label: `Image ${imageIndex + 1}`,
  }));
  return (
    <>
      <button
        type="button"
        className={classes.image}
        aria-label={`View ${label} full size`}
        onClick={() => openImagePreview(previewImages, position)}
      >
        <img {...toSource(src, imageWidth)} alt={label} />
      </button>
      <FileCaption info={info} />
      <Group justify="space-between" wrap="nowrap">
        {handle}
        <IconButton
          label={`Remove ${label}`}
          icon={<IconTrash size="1rem" />}
          onClick={() =>
            change(`Remove image from ${variant.name}`, (sheet) => removeImage(sheet, getVariantKey(variant), image))
          }
        />
      </Group>
      <MoveToSelect from={getVariantKey(variant)} image={image} label={label} />
    </>
  );
};

export const ImageList = ({ variant, images }: { variant: EditableVariant; images: LocalImages }) => {
  const { change, isReadOnly } = useVariants();
  const key = getVariantKey(variant);
  const isNarrow = useMediaQuery(narrowWindow, false, { getInitialValueInEffect: false });
  const [isBusy, track] = useBusy();
  const addFiles = async (added: Promise<VariantImage[]>) => {
    const files = await track(added);
    change(`Add images to ${variant.name}`, (sheet) => addImages(sheet, [key], files));
  };
  return (
    <Dropzone
      onDrop={(files) => void addFiles(images.add(files))}
      onDropCapture={({ dataTransfer }) => {
        const files = readWebFiles(dataTransfer, showError);
        if (files.length > 0) void addFiles(images.add(files));
      }}
      activateOnClick={false}
      activateOnKeyboard={false}
      enablePointerEvents
      disabled={isReadOnly || isBusy}
      inputProps={{ 'aria-hidden': true, tabIndex: -1 }}
      tabIndex={-1}
      className={classes.dropzone}
    >
      <SortableList
        items={variant.imagesArr}
        getId={getImageId}
        getHandleLabel={(_image, position) => `Reorder Image ${position + 1}`}
        isHorizontal={!isNarrow}
        isDisabled={isReadOnly}
        className={classes.images}
        itemClassName={classes.card}
        onReorder={(imagesArr) =>
          change(`Reorder images of ${variant.name}`, (sheet) =>
            updateVariants(sheet, findIndexes(sheet, [key]), () => ({ imagesArr })),
          )
        }
      >
        {(_image, position, handle) => <ImageCard variant={variant} position={position} handle={handle} />}
      </SortableList>
      <Button
        size="xs"
        leftSection={<IconPhotoPlus size="1rem" />}
        disabled={isReadOnly || isBusy}
        onClick={() => void addFiles(images.pick())}
      >
        {variant.imagesArr.length === 0 ? 'Drop images or a folder here, or choose files' : 'Add images'}
      </Button>
    </Dropzone>
  );
};
