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
  getVariantTitle,
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
    error ??= `${getVariantTitle(variant)}: ${changes.error}`;
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

/** Adds images to variants; those with an attribute value get its images. */
export const assignImages = (
  sheet: VariantSheet,
  keys: Keys,
  {
    imagesOf,
    replacesExisting,
  }: { imagesOf: (variant: EditableVariant) => readonly VariantImage[]; replacesExisting: boolean },
): VariantSheet =>
  updateVariants(sheet, keys, (variant) => {
    const images = imagesOf(variant);
    return images.length === 0 ? null : { imagesArr: mergeImages(replacesExisting ? [] : variant.imagesArr, images) };
  });

/** Words of a text in lower case, as file names separate them by any other character. */
const toWords = (text: string) =>
  ` ${text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(' ')} `;

/** A picture's file name and the folders that it was dropped with, from the outermost one. */
export type ImageSource = { name: string; folders: readonly string[] };

/**
 * The value that a picture is of: the name of a folder, or else a part of the name of the file or of a folder, such as
 * Blue in "pen-blue-2.png". The innermost folder and the longest value come first, as "Light blue" is not Blue.
 */
export const matchValue = <Value extends { attributeValueName: string }>(
  { name, folders }: ImageSource,
  values: readonly Value[],
): Value | undefined => {
  const inner = folders.map(toWords).toReversed();
  const named = values
    .map((value) => ({ value, words: toWords(value.attributeValueName) }))
    .toSorted((one, other) => other.words.length - one.words.length);
  const exact = inner.map((folder) => named.find(({ words }) => words === folder));
  const partial = [toWords(name.replace(/\.\w+$/, '')), ...inner].map((text) =>
    named.find(({ words }) => text.includes(words)),
  );
  return [...exact, ...partial].find((found) => found !== undefined)?.value;
};

export const assignFeatures = (
  sheet: VariantSheet,
  keys: Keys,
  { lines, replacesExisting }: { lines: readonly string[]; replacesExisting: boolean },
): VariantSheet =>
  updateVariants(sheet, keys, ({ descriptionArr }) =>
    lines.length === 0 ? null : { descriptionArr: [...(replacesExisting ? [] : descriptionArr), ...lines] },
  );
