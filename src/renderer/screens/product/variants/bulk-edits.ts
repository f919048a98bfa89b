import { generateSkus } from '#shared/product/skus.ts';
import {
  applyPriceFormula,
  normalizePriceFormula,
  parsePriceFormula,
  priceFormulaMessage,
} from '#shared/resource-kit/price-formula.ts';
import { getVariantColumn } from './variant-columns.tsx';
import {
  type EditableVariant,
  findVariants,
  mergeImages,
  updateVariants,
  type VariantImage,
  type VariantSheet,
} from './variant-sheet.ts';

/** The sheet after an edit, which is the same one if nothing changes, and the first error. */
export type EditResult = { sheet: VariantSheet; error?: string | undefined };

/** Keys of the variants that an edit may change. */
type Keys = readonly string[];

/** Changes variants; one with an error stays as it is. */
const editEach = (
  sheet: VariantSheet,
  keys: Keys,
  edit: (variant: EditableVariant) => Partial<EditableVariant> | { error: string },
): EditResult => {
  let error: string | undefined;
  const edited = updateVariants(sheet, keys, (variant) => {
    const changes = edit(variant);
    if (!('error' in changes)) return changes;
    error ??= `${variant.name}: ${changes.error}`;
    return null;
  });
  return { sheet: edited, error };
};

/** Changes prices by a formula such as `+10%`, `-5` or `=9.90`; none if one result is invalid. */
export const changePrices = (sheet: VariantSheet, keys: Keys, text: string): EditResult => {
  if (text.trim() === '') return { sheet };
  const formula = parsePriceFormula(normalizePriceFormula(text));
  if (!formula) return { sheet, error: priceFormulaMessage };
  const result = editEach(sheet, keys, ({ price }) => {
    const changed = applyPriceFormula(formula, price);
    return 'error' in changed ? changed : { price: changed.price ?? 0 };
  });
  return result.error === undefined ? result : { sheet, error: result.error };
};

export const setSkus = (
  sheet: VariantSheet,
  keys: Keys,
  options: { pattern: string; product: { name: string; sku: string }; start: number },
): VariantSheet => {
  const skus = generateSkus({ ...options, variants: findVariants(sheet, keys) });
  return updateVariants(sheet, keys, (_variant, order) => ({ sku: skus[order] ?? '' }));
};

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

export const replaceText = (
  sheet: VariantSheet,
  keys: Keys,
  {
    column,
    find,
    replacement,
    isCaseSensitive,
  }: { column: string; find: string; replacement: string; isCaseSensitive: boolean },
): EditResult => {
  if (find === '') return { sheet };
  const { getText, parse } = getVariantColumn(column);
  const pattern = new RegExp(escapeRegExp(find), isCaseSensitive ? 'g' : 'gi');
  return editEach(sheet, keys, (variant) => {
    const before = getText(variant);
    const after = before.replace(pattern, () => replacement);
    if (after === before) return {};
    const parsed = parse(variant, after);
    return 'error' in parsed ? { error: `“${after}”. ${parsed.error}` } : parsed;
  });
};

/** Adds images to variants, or to those of them with an attribute value. */
export const assignImages = (
  sheet: VariantSheet,
  keys: Keys,
  {
    images,
    valueId,
    replacesExisting,
  }: { images: readonly VariantImage[]; valueId?: string | undefined; replacesExisting: boolean },
): VariantSheet =>
  updateVariants(sheet, keys, ({ imagesArr, attributeValueArr }) => {
    const hasValue = attributeValueArr.some(({ attributeValueId }) => attributeValueId === valueId);
    if (images.length === 0 || (valueId !== undefined && !hasValue)) return null;
    return { imagesArr: mergeImages(replacesExisting ? [] : imagesArr, images) };
  });

export const assignFeatures = (
  sheet: VariantSheet,
  keys: Keys,
  { lines, replacesExisting }: { lines: readonly string[]; replacesExisting: boolean },
): VariantSheet =>
  updateVariants(sheet, keys, ({ descriptionArr }) =>
    lines.length === 0 ? null : { descriptionArr: [...(replacesExisting ? [] : descriptionArr), ...lines] },
  );
