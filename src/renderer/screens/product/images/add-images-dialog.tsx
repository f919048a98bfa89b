import { Button, Group, Modal, Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { formatCount } from '#shared/resource-kit/labels.ts';
import type { FormValues } from '../../../resource-kit/form/form-values.ts';
import { useVariants } from '../variants/use-variants.ts';
import { addImages, describeImage, getImageId, type VariantImage } from '../variants/variant-sheet.ts';
import { groupVariants } from './board-changes.ts';
import classes from './image-board.module.css';
import { useSetThumbnail } from './use-thumbnail.ts';

const productTarget = 'product';

/** Asks where pictures that were dropped or pasted on the page belong. */
export const AddImagesDialog = ({ images, onClose }: { images: readonly VariantImage[]; onClose: () => void }) => {
  const { sheet, change } = useVariants();
  const thumbnail = useWatch<FormValues>({ name: 'thumbnail' });
  const setThumbnail = useSetThumbnail();
  const groups = groupVariants(sheet);
  const [first] = images;
  const options = [
    ...(images.length === 1 || groups.length === 0
      ? [{ value: productTarget, label: thumbnail ? 'The product, replacing its image' : 'The product' }]
      : []),
    ...groups.map(({ label }, index) => ({ value: String(index), label })),
  ];
  const isProductFirst = !thumbnail || groups.length === 0;
  const [target, setTarget] = useState(
    (isProductFirst ? options[0] : options.find(({ value }) => value === '0'))?.value ?? null,
  );
  const add = () => {
    const group = groups[Number(target)];
    if (target === productTarget && first) void setThumbnail(first);
    else if (group) change(`Add images to ${group.label}`, (current) => addImages(current, group.keys, images));
    onClose();
  };
  const count = formatCount(target === productTarget ? 1 : images.length, 'image');
  return (
    <Modal opened onClose={onClose} title={`Add ${formatCount(images.length, 'image')}`}>
      <Stack gap="md">
        <div className={classes.tiles}>
          {images.map((image) => (
            <span key={getImageId(image)} className={classes.image}>
              <img src={describeImage(image).src} alt={image.name ?? ''} />
            </span>
          ))}
        </div>
        <Select
          label="Add to"
          data={options}
          value={target}
          onChange={setTarget}
          searchable
          limit={50}
          nothingFoundMessage="No matches"
          data-autofocus
        />
        <Group justify="flex-end" gap={12}>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="brand" disabled={target === null} onClick={add}>
            {`Add ${count}`}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
};
