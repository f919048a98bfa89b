import type { DragEvent } from 'react';
import { z } from 'zod';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { showInfo } from '../../../ui/toasts.tsx';
import type { LocalImages } from './local-images.ts';
import type { Variants } from './use-variants.ts';
import { variantImageMimeType } from './variant-grid.tsx';
import {
  addImages,
  type EditableVariant,
  findVariants,
  getImageId,
  getVariantKey,
  moveImage,
} from './variant-sheet.ts';

const draggedImageSchema = z.object({ key: z.string(), image: z.string() });

/** Moves a dragged image to the variant. Adds dropped files to it, and to all selected variants if it is selected. */
export const handleVariantDrop = async (
  event: DragEvent,
  {
    variant,
    selectedKeys,
    images,
    change,
  }: { variant: EditableVariant; selectedKeys: readonly string[]; images: LocalImages } & Pick<Variants, 'change'>,
): Promise<void> => {
  const key = getVariantKey(variant);
  const dragged = event.dataTransfer.getData(variantImageMimeType);
  if (dragged !== '') {
    const { key: from, image: id } = draggedImageSchema.parse(JSON.parse(dragged));
    change(`Move image to ${variant.name}`, (sheet) => {
      const image = findVariants(sheet, [from])[0]?.imagesArr.find((child) => getImageId(child) === id);
      return image === undefined ? sheet : moveImage(sheet, { from, to: key, image });
    });
    return;
  }
  const keys = selectedKeys.includes(key) ? selectedKeys : [key];
  const added = await images.drop(event);
  if (added.length === 0) return;
  const target = keys.length > 1 ? formatCount(keys.length, 'variant') : variant.name;
  change(`Add images to ${target}`, (sheet) => addImages(sheet, keys, added));
  if (keys.length > 1) showInfo(`Images added to ${target}`);
};
