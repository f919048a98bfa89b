import { formatCount } from '#shared/resource-kit/labels.ts';
import {
  findVariants,
  getImageId,
  getVariantKey,
  getVariantTitle,
  removeImage,
  updateVariants,
  type VariantImage,
  type VariantSheet,
} from '../variants/variant-sheet.ts';

export const findImage = (sheet: VariantSheet, key: string, id: string): VariantImage | undefined =>
  findVariants(sheet, [key])[0]?.imagesArr.find((image) => getImageId(image) === id);

/** Moves an image to a place in the same variant or another one. */
export const placeImage = (
  sheet: VariantSheet,
  { from, to, image, index }: { from: string; to: string; image: VariantImage; index: number },
): VariantSheet =>
  updateVariants(removeImage(sheet, from, image), [to], ({ imagesArr }) => ({
    imagesArr: imagesArr.filter((other) => getImageId(other) !== getImageId(image)).toSpliced(index, 0, image),
  }));

/** Variants that get pictures together: all of them, those with the same attribute value, and each alone. */
export const groupVariants = ({ variants }: VariantSheet): { label: string; keys: string[] }[] => {
  const byValue = new Map<string, string[]>();
  for (const variant of variants) {
    for (const { attributeName, attributeValueName } of variant.attributeValueArr) {
      const label = `${attributeName}: ${attributeValueName}`;
      const keys = byValue.get(label) ?? [];
      keys.push(getVariantKey(variant));
      byValue.set(label, keys);
    }
  }
  const shared = [...byValue].filter(([, keys]) => keys.length > 1 && keys.length < variants.length);
  return [
    ...(variants.length > 1 ? [{ label: 'All variants', keys: variants.map(getVariantKey) }] : []),
    ...shared.map(([label, keys]) => ({ label: `${label} (${formatCount(keys.length, 'variant')})`, keys })),
    ...variants.map((variant) => ({ label: getVariantTitle(variant), keys: [getVariantKey(variant)] })),
  ];
};

/** Number of different pictures of variants without alternative text. */
export const countUndescribed = ({ variants }: VariantSheet): number =>
  new Set(variants.flatMap(({ imagesArr }) => imagesArr.filter(({ alt }) => !alt)).map(getImageId)).size;

/** Number of different pictures of a product. */
export const countImages = ({ variants }: VariantSheet, thumbnail: unknown): number => {
  const ids = new Set(variants.flatMap(({ imagesArr }) => imagesArr).map(getImageId));
  return ids.size + (thumbnail && !(typeof thumbnail === 'string' && ids.has(thumbnail)) ? 1 : 0);
};
