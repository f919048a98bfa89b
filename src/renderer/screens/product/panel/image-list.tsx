import { Button, Group, Select } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconPhotoPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { FileCaption } from '../../../ui/file-caption.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { openImagePreview } from '../../../ui/image-preview.tsx';
import { SortableList } from '../../../ui/sortable-list.tsx';
import { mergeImages, moveImage, removeImage } from '../sheet/image-edits.ts';
import type { LocalImages } from '../sheet/local-images.ts';
import { useVariants } from '../sheet/use-variants.ts';
import {
  type Draft,
  getImageId,
  getVariantKey,
  updateVariants,
  type VariantImage,
} from '../sheet/variant-sheet.ts';
import classes from './panel.module.css';

const listedVariants = 50;

const MoveTo = ({ index, image, label }: { index: number; image: VariantImage; label: string }) => {
  const { sheet, change } = useVariants();
  return (
    <Select
      size="xs"
      aria-label={`Move ${label} to`}
      placeholder="Move to"
      searchable
      limit={listedVariants}
      nothingFoundMessage="No matches"
      data={sheet.variants.flatMap((draft, other) =>
        other === index ? [] : [{ value: getVariantKey(draft), label: draft.name }],
      )}
      value={null}
      onChange={(key) => {
        const to = sheet.variants.findIndex((draft) => getVariantKey(draft) === key);
        if (to >= 0) change(`Move ${label}`, (current) => moveImage(current, { from: index, to, image }));
      }}
    />
  );
};

const ImageCard = ({
  draft,
  index,
  place,
  handle,
}: {
  draft: Draft;
  index: number;
  place: number;
  handle: ReactNode;
}) => {
  const { change, pictureOf } = useVariants();
  const image = draft.imagesArr[place];
  if (image === undefined) return null;
  const label = `Image ${place + 1}`;
  const { src, info } = pictureOf(image);
  const pictures = draft.imagesArr.map((each, at) => ({
    src: pictureOf(each).src,
    label: `Image ${at + 1}`,
  }));
  return (
    <>
      <button
        type="button"
        className={classes.picture}
        aria-label={`View ${label} full size`}
        onClick={() => openImagePreview(pictures, place)}
      >
        <img src={src} alt={label} />
      </button>
      <FileCaption info={info} />
      <Group justify="space-between" wrap="nowrap">
        {handle}
        <IconButton
          label={`Remove ${label}`}
          icon={<IconTrash size="1rem" />}
          onClick={() =>
            change(`Remove image from ${draft.name}`, (sheet) => removeImage(sheet, index, image))
          }
        />
      </Group>
      <MoveTo index={index} image={image} label={label} />
    </>
  );
};

export const ImageList = ({ draft, index, images }: { draft: Draft; index: number; images: LocalImages }) => {
  const { change, isReadOnly } = useVariants();
  const [isBusy, setIsBusy] = useState(false);
  const take = async (added: Promise<VariantImage[]>) => {
    setIsBusy(true);
    try {
      const files = await added;
      change(`Add images to ${draft.name}`, (sheet) =>
        files.length === 0
          ? sheet
          : updateVariants(sheet, [index], ({ imagesArr }) => ({ imagesArr: mergeImages(imagesArr, files) })),
      );
    } finally {
      setIsBusy(false);
    }
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
      <SortableList
        items={draft.imagesArr}
        getId={getImageId}
        getHandleLabel={(_image, place) => `Reorder Image ${place + 1}`}
        isHorizontal
        isDisabled={isReadOnly}
        className={classes.images}
        itemClassName={classes.card}
        onReorder={(imagesArr) =>
          change(`Reorder images of ${draft.name}`, (sheet) =>
            updateVariants(sheet, [index], () => ({ imagesArr })),
          )
        }
      >
        {(_image, place, handle) => <ImageCard draft={draft} index={index} place={place} handle={handle} />}
      </SortableList>
      <Button
        size="xs"
        leftSection={<IconPhotoPlus size="1rem" />}
        disabled={isReadOnly || isBusy}
        onClick={() => void take(images.pick())}
      >
        {draft.imagesArr.length === 0 ? 'Drop images or a folder here, or choose files' : 'Add images'}
      </Button>
    </Dropzone>
  );
};
