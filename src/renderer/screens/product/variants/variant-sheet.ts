import { normalizeLine } from '#shared/normalize-text.ts';
import type { VariantSet } from '#shared/product/generate-variants.ts';
import type { Variant } from '#shared/product/variant.ts';
import {
  draftCombinationKey,
  isGeneratedName,
  joinValueNames,
  selectionOf,
  type VariantDraft,
} from '#shared/product/variant-draft.ts';
import type { FileInfo } from '#shared/resource-kit/define-resource.ts';
import { uploadPath } from '#shared/urls.ts';
import type { LocalFile } from '../../../platform/index.ts';

/** An image as the server returns it, or a local file that isn't stored yet. */
export type VariantImage = {
  image: string | LocalFile;
  name?: string | undefined;
  size?: number | undefined;
  /** The server keeps the alternative text of a stored image that has none here. */
  alt?: string | undefined;
};
export type EditableVariant = VariantDraft<VariantImage>;

let lastRevision = 0;

/**
 * A class, so that the form treats the sheet as one value: copying and comparing thousands of variants on every
 * keystroke would be too slow. It serializes to the list that the API uses, which `toVariantSheet` parses.
 */
export class VariantSheet implements VariantSet<EditableVariant> {
  /** First property, so that comparing two sheets ends here. */
  readonly revision: number;
  readonly variants: readonly EditableVariant[];
  readonly removedVariants: readonly EditableVariant[];
  readonly selection: VariantSet['selection'];

  toJSON() {
    return this.variants;
  }

  constructor({ variants, removedVariants, selection }: VariantSet<EditableVariant>) {
    lastRevision += 1;
    this.revision = lastRevision;
    this.variants = variants;
    this.removedVariants = removedVariants;
    this.selection = selection;
  }
}

type SerializedVariant = Partial<Omit<Variant, 'imagesArr'>> & { imagesArr?: (VariantImage & { order?: number })[] };

const toEditableVariant = (variant: SerializedVariant): EditableVariant => ({
  _id: variant._id ?? null,
  name: variant.name ?? '',
  productName: variant.productName ?? '',
  sku: String(variant.sku ?? ''),
  price: Number(variant.price ?? 0),
  gtin: variant.gtin,
  imagesArr: (variant.imagesArr ?? [])
    .toSorted((one, other) => (one.order ?? 0) - (other.order ?? 0))
    .map(({ image, name, size, alt }) => ({ image, name, size, alt })),
  descriptionArr: variant.descriptionArr ?? [],
  attributeValueArr: variant.attributeValueArr ?? [],
});

/** Parses a form value: a sheet, a record's list or a serialized sheet. */
export const toVariantSheet = (value: unknown): VariantSheet => {
  if (value instanceof VariantSheet) return value;
  const variants = Array.isArray(value) ? (value as SerializedVariant[]).map(toEditableVariant) : [];
  return new VariantSheet({ variants, removedVariants: [], selection: selectionOf(variants) });
};

/** The variant's key: its combination of values, which editing doesn't change. */
export const getVariantKey = (variant: EditableVariant): string =>
  draftCombinationKey(variant) || (variant._id ?? variant.name);

/** The name as the grid shows it: a generated one has its values apart, such as "Blue · Pack of 5". */
export const getVariantTitle = (variant: Pick<EditableVariant, 'name' | 'attributeValueArr'>): string => {
  const { name, attributeValueArr } = variant;
  if (attributeValueArr.length === 0 || !isGeneratedName(variant)) return name;
  const values = attributeValueArr.map(({ attributeValueName }) => attributeValueName).join(' · ');
  return `${values}${name.slice(joinValueNames(attributeValueArr).length)}`;
};

/** The attributes that variants have values of. */
export const listUsedAttributes = (variants: readonly EditableVariant[]) => [
  ...new Map(
    variants.flatMap(({ attributeValueArr }) => attributeValueArr).map((value) => [value.attributeId, value]),
  ).values(),
];

export const findVariants = ({ variants }: VariantSheet, keys: Iterable<string>): EditableVariant[] => {
  const wanted = new Set(keys);
  return variants.filter((variant) => wanted.has(getVariantKey(variant)));
};

/**
 * Changes variants by their keys, as they may have moved or disappeared since the keys were read. Returns the same
 * sheet if nothing changes.
 */
export const updateVariants = (
  sheet: VariantSheet,
  keys: Iterable<string>,
  change: (variant: EditableVariant, order: number) => Partial<EditableVariant> | null,
): VariantSheet => {
  const wanted = new Set(keys);
  let order = -1;
  let isChanged = false;
  const variants = sheet.variants.map((variant) => {
    if (!wanted.has(getVariantKey(variant))) return variant;
    order += 1;
    const changed = { ...variant, ...change(variant, order) };
    const names = Object.keys(changed) as (keyof EditableVariant)[];
    if (names.every((name) => changed[name] === variant[name])) return variant;
    isChanged = true;
    return changed;
  });
  return isChanged ? new VariantSheet({ ...sheet, variants }) : sheet;
};

/** Changes that the grid made to rows. */
export const applyGridChanges = (
  sheet: VariantSheet,
  changes: readonly { row: EditableVariant; values: Partial<EditableVariant> }[],
): VariantSheet => {
  const valuesByKey = new Map(changes.map(({ row, values }) => [getVariantKey(row), values]));
  return updateVariants(sheet, valuesByKey.keys(), (variant) => valuesByKey.get(getVariantKey(variant)) ?? null);
};

/** Removes variants, but keeps them until the product is saved in case they are added again. */
export const removeVariants = (sheet: VariantSheet, keys: Iterable<string>): VariantSheet => {
  const removedKeys = new Set(keys);
  const isRemoved = (variant: EditableVariant) => removedKeys.has(getVariantKey(variant));
  return new VariantSheet({
    ...sheet,
    variants: sheet.variants.filter((variant) => !isRemoved(variant)),
    removedVariants: [
      ...sheet.removedVariants.filter((variant) => !isRemoved(variant)),
      ...sheet.variants.filter(isRemoved),
    ],
  });
};

/** Splits text into features and removes list bullets. */
export const parseFeatureLines = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => normalizeLine(line.replace(/^\s*[-*•·]\s+/, '')))
    .filter((line) => line !== '');

export const getImageId = ({ image }: VariantImage): string => (typeof image === 'string' ? image : image.id);

/** The address of an image, and its original name and size if they are known. */
export const describeImage = ({ image, name, size }: VariantImage): { src: string; info?: FileInfo | undefined } => ({
  src: typeof image === 'string' ? uploadPath(image, name) : image.previewUrl,
  info: size === undefined ? undefined : { name: name ?? null, size },
});

/** Sets the alternative text of a picture in all variants that have it with the same text so far. */
export const setAlt = (sheet: VariantSheet, image: VariantImage, alt: string): VariantSheet => {
  const isMeant = (other: VariantImage) =>
    getImageId(other) === getImageId(image) && (other.alt ?? '') === (image.alt ?? '');
  return updateVariants(sheet, sheet.variants.map(getVariantKey), ({ imagesArr }) =>
    imagesArr.some(isMeant)
      ? { imagesArr: imagesArr.map((other) => (isMeant(other) ? { ...other, alt } : other)) }
      : null,
  );
};

/** Appends images; duplicates keep their place. */
export const mergeImages = (images: readonly VariantImage[], added: readonly VariantImage[]): VariantImage[] => {
  const byId = new Map([...images, ...added].map((image) => [getImageId(image), image]));
  return [...byId.values()];
};

export const addImages = (sheet: VariantSheet, keys: Iterable<string>, added: readonly VariantImage[]): VariantSheet =>
  updateVariants(sheet, keys, ({ imagesArr }) => {
    const merged = mergeImages(imagesArr, added);
    return merged.length === imagesArr.length ? null : { imagesArr: merged };
  });

export const removeImage = (sheet: VariantSheet, key: string, image: VariantImage): VariantSheet =>
  updateVariants(sheet, [key], ({ imagesArr }) => ({
    imagesArr: imagesArr.filter((other) => getImageId(other) !== getImageId(image)),
  }));

export const moveImage = (
  sheet: VariantSheet,
  { from, to, image }: { from: string; to: string; image: VariantImage },
): VariantSheet => (from === to ? sheet : addImages(removeImage(sheet, from, image), [to], [image]));
