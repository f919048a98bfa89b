import { Button, Select } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { useMediaQuery } from '@mantine/hooks';
import { IconPhotoPlus, IconPhotoSearch, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { toImgAlt } from '#shared/resource-kit/fields.ts';
import type { Asset } from '#shared/resources/asset.ts';
import { AltInput } from '../../../resource-kit/kinds/alt-input.tsx';
import { openLibrary, useHasLibrary } from '../../../resource-kit/library/choose-from-library.tsx';
import { useIsFullServer } from '../../../resource-kit/server-level.ts';
import { FileCaption } from '../../../ui/file-caption.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { openImagePreview } from '../../../ui/image-preview.tsx';
import { useImageSource } from '../../../ui/renditions.ts';
import { createShortcutHandler } from '../../../ui/shortcuts.ts';
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
  setAlt,
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

const isDecorative = (alt: string) => toImgAlt(alt) === '';

/** Keeps the text in local state until blur, so that each edit is one undo step. */
const AltField = ({ variant, image, label }: { variant: EditableVariant; image: VariantImage; label: string }) => {
  const { change, isReadOnly } = useVariants();
  const { alt = '' } = image;
  const [typed, setTyped] = useState(alt);
  useEffect(() => setTyped(alt), [alt]);
  const commit = (text: string) => {
    if (text !== alt) change(`Describe image of ${variant.name}`, (sheet) => setAlt(sheet, image, text));
  };
  return (
    <AltInput
      mt={6}
      size="xs"
      label={`Alternative text of ${label}`}
      value={typed}
      disabled={isReadOnly}
      onChange={(text) => (isDecorative(typed) || isDecorative(text) ? commit(text) : setTyped(text))}
      onBlur={() => commit(typed)}
      onKeyDown={createShortcutHandler({ save: () => commit(typed) })}
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
  const isFull = useIsFullServer() === true;
  const label = `Image ${position + 1}`;
  const { src, info } = describeImage(image);
  const previewImages = variant.imagesArr.map((otherImage, imageIndex) => ({
    src: describeImage(otherImage).src,
    label: `Image ${imageIndex + 1}`,
    alt: toImgAlt(otherImage.alt),
  }));
  return (
    <>
      <div className={classes.tile}>
        <button
          type="button"
          className={classes.image}
          aria-label={`View ${label} full size`}
          onClick={() => openImagePreview(previewImages, position)}
        >
          <img {...toSource(src, imageWidth)} alt={toImgAlt(image.alt) ?? label} />
        </button>
        <div className={classes.imageActions}>
          {handle}
          <MoveToSelect from={getVariantKey(variant)} image={image} label={label} />
          <IconButton
            isSmall
            label={`Remove ${label}`}
            icon={<IconTrash size="1rem" />}
            onClick={() =>
              change(`Remove image from ${variant.name}`, (sheet) => removeImage(sheet, getVariantKey(variant), image))
            }
          />
        </div>
      </div>
      <FileCaption info={info} />
      {isFull && <AltField variant={variant} image={image} label={label} />}
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
  const hasLibrary = useHasLibrary();
  const addStored = (stored: readonly Asset[]) => {
    const added = stored.map(({ file, name, size, alt }) => ({
      image: String(file),
      name,
      size: size ?? undefined,
      alt: alt || undefined,
    }));
    change(`Add images to ${variant.name}`, (sheet) => addImages(sheet, [key], added));
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
      {hasLibrary && (
        <Button
          size="xs"
          variant="subtle"
          leftSection={<IconPhotoSearch size="1rem" />}
          disabled={isDisabled}
          onClick={() => openLibrary({ kind: 'image', isMultiple: true, onChoose: addStored })}
        >
          Choose from library
        </Button>
      )}
    </Dropzone>
  );
};
