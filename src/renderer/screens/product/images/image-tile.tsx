import { Menu, UnstyledButton } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';
import { announce } from '../../../ui/announcements.tsx';
import { openImagePreview } from '../../../ui/image-preview.tsx';
import { useImageSource } from '../../../ui/renditions.ts';
import { useVariants } from '../variants/use-variants.ts';
import {
  describeImage,
  type EditableVariant,
  getVariantKey,
  removeImage,
  type VariantImage,
} from '../variants/variant-sheet.ts';
import { placeImage } from './board-changes.ts';
import classes from './image-board.module.css';
import { useSetThumbnail } from './use-thumbnail.ts';

/** In CSS pixels. */
export const tileWidth = 72;

/** A picture of a variant: dragged by the pointer, lifted with Space, and moved with the menu that a click opens. */
export const ImageTile = ({
  variant,
  image,
  index,
  dragProps,
}: {
  variant: EditableVariant;
  image: VariantImage;
  index: number;
  dragProps: ComponentPropsWithRef<'button'> | null;
}) => {
  const { sheet, change, isReadOnly } = useVariants();
  const setThumbnail = useSetThumbnail();
  const toSource = useImageSource();
  const key = getVariantKey(variant);
  const count = variant.imagesArr.length;
  const label = `Image ${index + 1} of ${variant.name}`;
  const row = sheet.variants.indexOf(variant);
  const move = (target: EditableVariant, place: number) => {
    const to = getVariantKey(target);
    change(`Move image of ${variant.name}`, (current) => placeImage(current, { from: key, to, image, index: place }));
    announce(`Moved to position ${place + 1} of ${target.name}`);
  };
  const view = () =>
    openImagePreview(
      variant.imagesArr.map((other, position) => ({
        src: describeImage(other).src,
        label: `Image ${position + 1} of ${variant.name}`,
      })),
      index,
    );
  const renderMove = (text: string, target: EditableVariant | undefined, place: number) =>
    target && <Menu.Item onClick={() => move(target, place)}>{text}</Menu.Item>;
  const [previous, next] = [row > 0 ? sheet.variants[row - 1] : undefined, sheet.variants[row + 1]];
  return (
    <Menu position="bottom-start" disabled={isReadOnly}>
      <Menu.Target>
        <UnstyledButton {...dragProps} className={classes.image} aria-label={label}>
          <img {...toSource(describeImage(image).src, tileWidth)} alt="" draggable={false} loading="lazy" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={view}>View full size</Menu.Item>
        {index > 0 && renderMove('Move earlier', variant, index - 1)}
        {index < count - 1 && renderMove('Move later', variant, index + 1)}
        {renderMove(`Move to ${previous?.name}`, previous, previous?.imagesArr.length ?? 0)}
        {renderMove(`Move to ${next?.name}`, next, next?.imagesArr.length ?? 0)}
        <Menu.Item onClick={() => void setThumbnail(image)}>Use as the product’s image</Menu.Item>
        <Menu.Item
          onClick={() => change(`Remove image from ${variant.name}`, (current) => removeImage(current, key, image))}
        >
          Remove
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};
