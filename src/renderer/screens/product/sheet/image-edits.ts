import { getImageId, updateVariants, type VariantImage, type VariantSheet } from './variant-sheet.ts';

/** Appends images; duplicates keep their place. */
export const mergeImages = (
  images: readonly VariantImage[],
  added: readonly VariantImage[],
): VariantImage[] => {
  const byId = new Map([...images, ...added].map((image) => [getImageId(image), image]));
  return [...byId.values()];
};

export const addImages = (
  sheet: VariantSheet,
  indexes: Iterable<number>,
  added: readonly VariantImage[],
): VariantSheet =>
  updateVariants(sheet, indexes, ({ imagesArr }) => {
    const merged = mergeImages(imagesArr, added);
    return merged.length === imagesArr.length ? null : { imagesArr: merged };
  });

export const removeImage = (sheet: VariantSheet, index: number, image: VariantImage): VariantSheet =>
  updateVariants(sheet, [index], ({ imagesArr }) => ({
    imagesArr: imagesArr.filter((other) => getImageId(other) !== getImageId(image)),
  }));

export const moveImage = (
  sheet: VariantSheet,
  { from, to, image }: { from: number; to: number; image: VariantImage },
): VariantSheet => (from === to ? sheet : addImages(removeImage(sheet, from, image), [to], [image]));
