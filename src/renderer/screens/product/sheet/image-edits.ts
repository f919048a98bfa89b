import { findIndexes, getImageId, updateVariants, type VariantImage, type VariantSheet } from './variant-sheet.ts';

/** Appends images; duplicates keep their place. */
export const mergeImages = (images: readonly VariantImage[], added: readonly VariantImage[]): VariantImage[] => {
  const byId = new Map([...images, ...added].map((image) => [getImageId(image), image]));
  return [...byId.values()];
};

export const addImages = (sheet: VariantSheet, keys: readonly string[], added: readonly VariantImage[]): VariantSheet =>
  updateVariants(sheet, findIndexes(sheet, keys), ({ imagesArr }) => {
    const merged = mergeImages(imagesArr, added);
    return merged.length === imagesArr.length ? null : { imagesArr: merged };
  });

export const removeImage = (sheet: VariantSheet, key: string, image: VariantImage): VariantSheet =>
  updateVariants(sheet, findIndexes(sheet, [key]), ({ imagesArr }) => ({
    imagesArr: imagesArr.filter((other) => getImageId(other) !== getImageId(image)),
  }));

export const moveImage = (
  sheet: VariantSheet,
  { from, to, image }: { from: string; to: string; image: VariantImage },
): VariantSheet => (from === to ? sheet : addImages(removeImage(sheet, from, image), [to], [image]));
