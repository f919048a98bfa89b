import type { Row } from '../../database/tables.ts';
import type { StoredVariant } from './variant-rows.ts';

/** Returns the number of different images of a product and its variants. */
export const countImages = ({ thumbnail }: Row, variantImages: readonly string[]): number =>
  new Set([...(thumbnail ? [thumbnail] : []), ...variantImages]).size;

const listImages = (variants: readonly StoredVariant[]) => {
  const files: string[] = [];
  for (const { images } of variants) for (const { file } of images) files.push(file);
  return files;
};

const countIf = (variants: readonly StoredVariant[], isCounted: (variant: StoredVariant) => boolean) =>
  variants.filter(isCounted).length;

/** Columns of the product list that are computed from the variants, so that it can show, sort and filter by them. */
export const deriveColumns = (row: Row, variants: readonly StoredVariant[]): Row => ({
  variantCount: variants.length,
  variantImage: variants.find(({ images }) => images.length > 0)?.images[0]?.file ?? null,
  imageCount: countImages(row, listImages(variants)),
  variantsWithoutImage: countIf(variants, ({ images }) => images.length === 0),
  variantsWithoutSku: countIf(variants, ({ sku }) => sku === ''),
});
