import { generateSkus } from '#shared/product/skus.ts';
import {
  applyPriceFormula,
  normalizePriceFormula,
  parsePriceFormula,
  priceFormulaMessage,
} from '#shared/resource-kit/price-formula.ts';
import { getVariantColumn } from '../grid/variant-columns.tsx';
import {
  type EditableVariant,
  getVariantKey,
  mergeImages,
  updateVariants,
  type VariantImage,
  VariantSheet,
} from '../sheet/variant-sheet.ts';

export type EditResult = { sheet: VariantSheet; changedCount: number; error: string | null };

const unchanged = (sheet: VariantSheet, error: string | null = null): EditResult => ({
  sheet,
  changedCount: 0,
  error,
});

/** Changes prices by a formula such as `+10%`, `-5` or `=9.90`; none if one result is invalid. */
export const changePrices = (sheet: VariantSheet, indexes: readonly number[], text: string): EditResult => {
  if (text.trim() === '') return unchanged(sheet);
  const formula = parsePriceFormula(normalizePriceFormula(text));
  if (!formula) return unchanged(sheet, priceFormulaMessage);
  let error: string | null = null;
  let changedCount = 0;
  const edited = updateVariants(sheet, indexes, (variant) => {
    const result = applyPriceFormula(formula, variant.price);
    if ('error' in result) error ??= `${variant.name}: ${result.error}`;
    if ('error' in result || result.price === variant.price) return null;
    changedCount += 1;
    return { price: result.price ?? 0 };
  });
  return error === null ? { sheet: edited, changedCount, error } : unchanged(sheet, error);
};

export const setSkus = (
  sheet: VariantSheet,
  indexes: readonly number[],
  options: { pattern: string; product: { name: string; sku: string }; start: number },
): VariantSheet => {
  const variants = indexes.flatMap((index) => sheet.variants[index] ?? []);
  const skus = generateSkus({ ...options, variants });
  return updateVariants(sheet, indexes, (variant, order) =>
    skus[order] === variant.sku ? null : { sku: skus[order] ?? '' },
  );
};

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

export const replaceText = (
  sheet: VariantSheet,
  indexes: readonly number[],
  {
    column,
    find,
    replacement,
    isCaseSensitive,
  }: { column: string; find: string; replacement: string; isCaseSensitive: boolean },
): EditResult => {
  if (find === '') return unchanged(sheet);
  const { getText, parse } = getVariantColumn(column);
  const pattern = new RegExp(escapeRegExp(find), isCaseSensitive ? 'g' : 'gi');
  let error: string | null = null;
  let changedCount = 0;
  const edited = updateVariants(sheet, indexes, (variant) => {
    const before = getText(variant);
    const after = before.replace(pattern, () => replacement);
    if (after === before) return null;
    const parsed = parse(variant, after);
    if ('error' in parsed) {
      error ??= `${variant.name}: “${after}”. ${parsed.error}`;
      return null;
    }
    changedCount += 1;
    return parsed;
  });
  return { sheet: edited, changedCount, error };
};

/** Returns those of the indexes whose variants have a value. */
export const findIndexesByValue = (
  variants: readonly EditableVariant[],
  { indexes, valueId }: { indexes: readonly number[]; valueId: string },
): number[] =>
  indexes.filter((index) =>
    variants[index]?.attributeValueArr.some(({ attributeValueId }) => attributeValueId === valueId),
  );

export const assignImages = (
  sheet: VariantSheet,
  indexes: readonly number[],
  { images, replacesExisting }: { images: readonly VariantImage[]; replacesExisting: boolean },
): VariantSheet =>
  updateVariants(sheet, indexes, ({ imagesArr }) => ({
    imagesArr: mergeImages(replacesExisting ? [] : imagesArr, images),
  }));

export const assignFeatures = (
  sheet: VariantSheet,
  indexes: readonly number[],
  { lines, replacesExisting }: { lines: readonly string[]; replacesExisting: boolean },
): VariantSheet =>
  updateVariants(sheet, indexes, ({ descriptionArr }) => ({
    descriptionArr: [...(replacesExisting ? [] : descriptionArr), ...lines],
  }));

/** Removes variants, but keeps them until the product is saved in case they are added again. */
export const removeVariants = (sheet: VariantSheet, indexes: readonly number[]): VariantSheet => {
  const removedIndexes = new Set(indexes);
  const removed = sheet.variants.filter((_, index) => removedIndexes.has(index));
  const keys = new Set(removed.map(getVariantKey));
  return new VariantSheet({
    ...sheet,
    variants: sheet.variants.filter((_, index) => !removedIndexes.has(index)),
    removedVariants: [...sheet.removedVariants.filter((variant) => !keys.has(getVariantKey(variant))), ...removed],
  });
};
