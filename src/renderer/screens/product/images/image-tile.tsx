import { Button, Group, Menu, Modal, UnstyledButton } from '@mantine/core';
import { type ComponentPropsWithRef, useState } from 'react';
import { toImgAlt } from '#shared/resource-kit/fields.ts';
import { AltInput } from '../../../resource-kit/kinds/alt-input.tsx';
import { useIsFullServer } from '../../../resource-kit/server-level.ts';
import { announce } from '../../../ui/announcements.tsx';
import { openImagePreview } from '../../../ui/image-preview.tsx';
import { useImageSource } from '../../../ui/renditions.ts';
import { useVariants } from '../variants/use-variants.ts';
import {
  describeImage,
  type EditableVariant,
  getVariantKey,
  getVariantTitle,
  removeImage,
  setAlt,
  type VariantImage,
} from '../variants/variant-sheet.ts';
import { placeImage } from './board-changes.ts';
import classes from './image-board.module.css';
import { useSetThumbnail } from './use-thumbnail.ts';

/** In CSS pixels. */
export const tileWidth = 72;
const dialogWidth = 408;

/** Asks for the alternative text of a picture. */
const AltDialog = ({
  image,
  label,
  onSave,
  onClose,
}: {
  image: VariantImage;
  label: string;
  onSave: (alt: string) => void;
  onClose: () => void;
}) => {
  const [alt, changeAlt] = useState(image.alt ?? '');
  const toSource = useImageSource();
  return (
    <Modal opened onClose={onClose} title={label}>
      {/* A portal's events reach the form, which the key would submit. */}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          onSave(alt);
        }}
      >
        <img {...toSource(describeImage(image).src, dialogWidth)} alt={image.name ?? ''} className={classes.preview} />
        <AltInput
          data-autofocus
          label={`Alternative text of ${label}`}
          description="What the picture shows, for people who can’t see it"
          value={alt}
          onChange={changeAlt}
        />
        <Group justify="flex-end" gap={12} mt="md">
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="brand" type="submit">
            Done
          </Button>
        </Group>
      </form>
    </Modal>
  );
};

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
  const isFull = useIsFullServer() === true;
  const [isDescribing, setIsDescribing] = useState(false);
  const key = getVariantKey(variant);
  const count = variant.imagesArr.length;
  const title = getVariantTitle(variant);
  const label = `Image ${index + 1} of ${title}`;
  const row = sheet.variants.indexOf(variant);
  const move = (target: EditableVariant, place: number) => {
    const to = getVariantKey(target);
    change(`Move image of ${title}`, (current) => placeImage(current, { from: key, to, image, index: place }));
    announce(`Moved to position ${place + 1} of ${getVariantTitle(target)}`);
  };
  const view = () =>
    openImagePreview(
      variant.imagesArr.map((other, position) => ({
        src: describeImage(other).src,
        label: `Image ${position + 1} of ${title}`,
        alt: toImgAlt(other.alt),
      })),
      index,
    );
  const renderMove = (text: string, target: EditableVariant, place: number) => (
    <Menu.Item onClick={() => move(target, place)}>{text}</Menu.Item>
  );
  const renderMoveTo = (target: EditableVariant | undefined) =>
    target && renderMove(`Move to ${getVariantTitle(target)}`, target, target.imagesArr.length);
  const alt = toImgAlt(image.alt);
  const describe = (next: string) => {
    setIsDescribing(false);
    change(`Describe image of ${title}`, (current) => setAlt(current, image, next));
  };
  return (
    <>
      <Menu position="bottom-start" disabled={isReadOnly}>
        <Menu.Target>
          <UnstyledButton {...dragProps} className={classes.image} aria-label={alt ? `${label}: ${alt}` : label}>
            <img {...toSource(describeImage(image).src, tileWidth)} alt="" draggable={false} loading="lazy" />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={view}>View full size</Menu.Item>
          {isFull && <Menu.Item onClick={() => setIsDescribing(true)}>Alternative text…</Menu.Item>}
          {index > 0 && renderMove('Move earlier', variant, index - 1)}
          {index < count - 1 && renderMove('Move later', variant, index + 1)}
          {renderMoveTo(row > 0 ? sheet.variants[row - 1] : undefined)}
          {renderMoveTo(sheet.variants[row + 1])}
          <Menu.Item onClick={() => void setThumbnail(image)}>Use as the product’s image</Menu.Item>
          <Menu.Item
            onClick={() => change(`Remove image from ${title}`, (current) => removeImage(current, key, image))}
          >
            Remove
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isDescribing && (
        <AltDialog image={image} label={label} onSave={describe} onClose={() => setIsDescribing(false)} />
      )}
    </>
  );
};
