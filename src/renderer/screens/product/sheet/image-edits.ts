import { idOfImage } from './image-source.ts';
import { editVariants, type VariantImage, type VariantSheet } from './variant-sheet.ts';

const without = (images: readonly VariantImage[], removed: VariantImage) =>
  images.filter((image) => idOfImage(image) !== idOfImage(removed));

/** Pictures with more of them at the end; one that is there already stays where it is. */
export const withImages = (
  images: readonly VariantImage[],
  added: readonly VariantImage[],
): VariantImage[] => {
  const byId = new Map([...images, ...added].map((image) => [idOfImage(image), image]));
  return [...byId.values()];
};

/** Adds pictures to variants, at the end. */
export const addImages = (
  sheet: VariantSheet,
  indexes: Iterable<number>,
  added: readonly VariantImage[],
): VariantSheet =>
  editVariants(sheet, indexes, ({ imagesArr }) => {
    const imagesWith = withImages(imagesArr, added);
    return imagesWith.length === imagesArr.length ? null : { imagesArr: imagesWith };
  });

/** Takes a picture out of a variant. */
export const removeImage = (sheet: VariantSheet, index: number, image: VariantImage): VariantSheet =>
  editVariants(sheet, [index], ({ imagesArr }) => ({ imagesArr: without(imagesArr, image) }));

/** Takes a picture out of one variant and puts it at the end of another. */
export const moveImage = (
  sheet: VariantSheet,
  { from, to, image }: { from: number; to: number; image: VariantImage },
): VariantSheet => (from === to ? sheet : addImages(removeImage(sheet, from, image), [to], [image]));
