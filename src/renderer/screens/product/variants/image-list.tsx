import { Button, Group, Select } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { useMediaQuery } from '@mantine/hooks';
import { IconPhotoPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { FileCaption } from '../../../ui/file-caption.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { openImagePreview } from '../../../ui/image-preview.tsx';
import { useImageSource } from '../../../ui/renditions.ts';
import { SortableList } from '../../../ui/sortable-list.tsx';
import { useBusy } from '../../../ui/use-busy.ts';
import { useVariants } from './use-variants.ts';
import classes from './variant-dialog.module.css';
import type { LocalImages } from './variant-images.ts';
import {
  addImages,
  describeImage,
  type EditableVariant,
  getImageId,
  getVariantKey,
  moveImage,
  removeImage,
  updateVariants,
  type VariantImage,
} from './variant-sheet.ts';

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
  image,
  position,
  handle,
}: {
  variant: EditableVariant;
  image: VariantImage;
  position: number;
  handle: ReactNode;
}) => {
  const { change } = useVariants();
  const toSource = useImageSource();
  const label = `Image ${position + 1}`;
  const { src, info } = describeImage(image);
  const previewImages = variant.imagesArr.map((otherImage, imageIndex) => ({
    src: describeImage(otherImage).src,
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
  const isDisabled = isReadOnly || isBusy;
  const add = async (added: Promise<VariantImage[]>) => {
    const files = await track(added);
    change(`Add images to ${variant.name}`, (sheet) => addImages(sheet, [key], files));
  };
  return (
    <Dropzone
      // Its own reading of the files doesn't sort those of a folder or skip other files there.
      onDropCapture={(event) => !isDisabled && void add(images.drop(event))}
      onDrop={() => undefined}
      activateOnClick={false}
      activateOnKeyboard={false}
      enablePointerEvents
      disabled={isDisabled}
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
          change(`Reorder images of ${variant.name}`, (sheet) => updateVariants(sheet, [key], () => ({ imagesArr })))
        }
      >
        {(image, position, handle) => <ImageCard variant={variant} image={image} position={position} handle={handle} />}
      </SortableList>
      <Button
        size="xs"
        leftSection={<IconPhotoPlus size="1rem" />}
        disabled={isDisabled}
        onClick={() => void add(images.pick())}
      >
        {variant.imagesArr.length === 0 ? 'Drop images or a folder here, or choose files' : 'Add images'}
      </Button>
    </Dropzone>
  );
};
