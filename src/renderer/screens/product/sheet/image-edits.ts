import { idOfImage } from './image-source.ts';
import { editVariants, type VariantImage, type VariantSheet } from './variant-sheet.ts';

const without = (images: readonly VariantImage[], removed: VariantImage) =>
  images.filter((image) => idOfImage(image) !== idOfImage(removed));

/** Appends images; duplicates keep their place. */
export const withImages = (
  images: readonly VariantImage[],
  added: readonly VariantImage[],
): VariantImage[] => {
  const byId = new Map([...images, ...added].map((image) => [idOfImage(image), image]));
  return [...byId.values()];
};

export const addImages = (
  sheet: VariantSheet,
  indexes: Iterable<number>,
  added: readonly VariantImage[],
): VariantSheet =>
  editVariants(sheet, indexes, ({ imagesArr }) => {
    const imagesWith = withImages(imagesArr, added);
    return imagesWith.length === imagesArr.length ? null : { imagesArr: imagesWith };
  });

export const removeImage = (sheet: VariantSheet, index: number, image: VariantImage): VariantSheet =>
  editVariants(sheet, [index], ({ imagesArr }) => ({ imagesArr: without(imagesArr, image) }));

export const moveImage = (
  sheet: VariantSheet,
  { from, to, image }: { from: number; to: number; image: VariantImage },
): VariantSheet => (from === to ? sheet : addImages(removeImage(sheet, from, image), [to], [image]));
