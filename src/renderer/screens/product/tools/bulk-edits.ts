import { applyPriceFormula, parsePriceFormula, priceFormulaMessage } from '#shared/product/price-formula.ts';
import { generateSkus } from '#shared/product/sku-pattern.ts';
import { normalizeNumber } from '#shared/resource/plain-number.ts';
import { type ColumnName, getCellText, parseCell } from '../sheet/columns.ts';
import { mergeImages } from '../sheet/image-edits.ts';
import {
  type Draft,
  getVariantKey,
  updateVariants,
  type VariantImage,
  VariantSheet,
} from '../sheet/variant-sheet.ts';

export type EditResult = { sheet: VariantSheet; changedCount: number; problem: string | null };

const unchanged = (sheet: VariantSheet, problem: string | null = null): EditResult => ({
  sheet,
  changedCount: 0,
  problem,
});

/** Changes prices by a formula such as `+10%`, `-5` or `=9.90`; none if one result is invalid. */
export const changePrices = (sheet: VariantSheet, indexes: readonly number[], text: string): EditResult => {
  if (text.trim() === '') return unchanged(sheet);
  const formula = parsePriceFormula(normalizeNumber(text));
  if (!formula) return unchanged(sheet, priceFormulaMessage);
  let problem: string | null = null;
  let changedCount = 0;
  const edited = updateVariants(sheet, indexes, (draft) => {
    const result = applyPriceFormula(formula, draft.price);
    if ('problem' in result) problem ??= `${draft.name}: ${result.problem}`;
    if ('problem' in result || result.price === draft.price) return null;
    changedCount += 1;
    return { price: result.price ?? 0 };
  });
  return problem === null ? { sheet: edited, changedCount, problem } : unchanged(sheet, problem);
};

export const setSkus = (
  sheet: VariantSheet,
  indexes: readonly number[],
  options: { pattern: string; product: { name: string; sku: string }; start: number },
): VariantSheet => {
  const variants = indexes.flatMap((index) => sheet.variants[index] ?? []);
  const skus = generateSkus({ ...options, variants });
  return updateVariants(sheet, indexes, (draft, order) =>
    skus[order] === draft.sku ? null : { sku: skus[order] ?? '' },
  );
};

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

export const replaceText = (
  sheet: VariantSheet,
  indexes: readonly number[],
  {
    column,
    find,
    replacement,
    isCaseSensitive,
  }: { column: ColumnName; find: string; replacement: string; isCaseSensitive: boolean },
): EditResult => {
  if (find === '') return unchanged(sheet);
  const pattern = new RegExp(escaped(find), isCaseSensitive ? 'g' : 'gi');
  let problem: string | null = null;
  let changedCount = 0;
  const edited = updateVariants(sheet, indexes, (draft) => {
    const before = getCellText(draft, column);
    const after = before.replace(pattern, () => replacement);
    if (after === before) return null;
    const read = parseCell(draft, column, after);
    if ('problem' in read) {
      problem ??= `${draft.name}: “${after}”. ${read.problem}`;
      return null;
    }
    changedCount += 1;
    return read;
  });
  return { sheet: edited, changedCount, problem };
};

export const findIndexesByValue = (variants: readonly Draft[], valueId: string): number[] =>
  variants.flatMap(({ attributeValueArr }, index) =>
    attributeValueArr.some(({ attributeValueId }) => attributeValueId === valueId) ? [index] : [],
  );

export const assignImages = (
  sheet: VariantSheet,
  indexes: readonly number[],
  { images, isReplacing }: { images: readonly VariantImage[]; isReplacing: boolean },
): VariantSheet =>
  updateVariants(sheet, indexes, ({ imagesArr }) => ({
    imagesArr: mergeImages(isReplacing ? [] : imagesArr, images),
  }));

export const assignFeatures = (
  sheet: VariantSheet,
  indexes: readonly number[],
  { lines, isReplacing }: { lines: readonly string[]; isReplacing: boolean },
): VariantSheet =>
  updateVariants(sheet, indexes, ({ descriptionArr }) => ({
    descriptionArr: [...(isReplacing ? [] : descriptionArr), ...lines],
  }));

export const fillDown = (
  sheet: VariantSheet,
  indexes: readonly number[],
  column: ColumnName,
): VariantSheet => {
  const first = sheet.variants[indexes[0] ?? -1];
  if (!first) return sheet;
  return updateVariants(sheet, indexes.slice(1), (draft) =>
    draft[column] === first[column] ? null : { [column]: first[column] },
  );
};

/** Removes variants and keeps them aside until the product is saved. */
export const removeVariants = (sheet: VariantSheet, indexes: readonly number[]): VariantSheet => {
  const removedIndexes = new Set(indexes);
  const removed = sheet.variants.filter((_, index) => removedIndexes.has(index));
  const keys = new Set(removed.map(getVariantKey));
  return new VariantSheet({
    ...sheet,
    variants: sheet.variants.filter((_, index) => !removedIndexes.has(index)),
    removedVariants: [
      ...sheet.removedVariants.filter((draft) => !keys.has(getVariantKey(draft))),
      ...removed,
    ],
  });
};
