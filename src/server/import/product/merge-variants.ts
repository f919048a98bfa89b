import { matchVariants } from '#shared/product/match-variants.ts';
import { generateSkus } from '#shared/product/sku-pattern.ts';
import { type Database, resourceTables } from '../../database/tables.ts';
import type { StoredImage, StoredVariant } from '../../resources/product/variant-rows.ts';
import { changedValues } from '../resource/resource-importer.ts';
import type { AttributeIndex } from './attribute-index.ts';
import type { ParsedVariant } from './parse-products.ts';

/** A variant after the merge, and its parsed row; null if the file has no row for it. */
export type MergedVariant = { variant: StoredVariant; draft: ParsedVariant | null };

/** An image that the product already has keeps its name. */
const keepExistingName = (image: StoredImage, existing: StoredImage | undefined): StoredImage =>
  existing && (existing.name !== null || image.name === null) ? existing : image;

/** Its id is only unique in its product: the write replaces it. */
const createBlankVariant = ({ name, index }: { name: string; index: number }): StoredVariant => ({
  _id: `new ${index}`,
  name,
  productName: '',
  sku: '',
  price: 0,
  images: [],
  features: [],
  valueIds: [],
});

/**
 * Merges the rows of a product into its variants. A row matches a variant by SKU, else by values, else by name.
 * Variants without a row stay as they are.
 */
export const mergeVariants = (
  drafts: readonly ParsedVariant[],
  { before, attributeIndex }: { before: readonly StoredVariant[]; attributeIndex: AttributeIndex },
): MergedVariant[] => {
  const stored = new Map(before.flatMap(({ images }) => images.map((image) => [image.file, image] as const)));
  const bySku = new Map(before.map((variant) => [variant.sku, variant._id]));
  const input = drafts.map((draft) => {
    const values = draft.attributes.map((attribute) => attributeIndex.find(attribute));
    return {
      draft,
      _id: draft.values.sku ? bySku.get(draft.values.sku) : undefined,
      name: draft.values.name ?? values.map(({ name }) => name).join('-'),
      valueIds: values.map(({ _id }) => _id),
    };
  });
  const matches = matchVariants({ before, input });
  const merged = input.map(({ draft, name, valueIds }, index): MergedVariant => {
    const match = matches[index];
    const { images, features } = draft;
    const areValuesSame = match !== undefined && attributeIndex.hasSameValues(match.valueIds, draft.attributes);
    const changes = changedValues(match ?? {}, {
      ...draft.values,
      ...(images && { images: images.map((image) => keepExistingName(image, stored.get(image.file))) }),
      ...(features && { features }),
      ...(valueIds.length > 0 && !areValuesSame && { valueIds }),
    });
    const variant = { ...(match ?? createBlankVariant({ name, index })), ...changes };
    return { draft, variant };
  });
  const mergedById = new Map(merged.map((one) => [one.variant._id, one]));
  const mergedExisting = before.map((variant) => mergedById.get(variant._id) ?? { variant, draft: null });
  const existing = new Set(before.map(({ _id }) => _id));
  return [...mergedExisting, ...merged.filter(({ variant }) => !existing.has(variant._id))];
};

const toAttributeValues = ({ draft }: MergedVariant) =>
  (draft?.attributes ?? []).map(({ name, text }) => ({
    attributeValueId: '',
    attributeId: '',
    attributeValueName: text,
    attributeName: name,
  }));

export const loadSkus = async (database: Database, pattern: string) => {
  const rows = await resourceTables(database).selectFrom('productSku').select('sku').execute();
  const reservedSkus = new Set(rows.map(({ sku }) => String(sku)));
  const reserveUnique = (base: string): string => {
    let sku = base;
    for (let count = 2; reservedSkus.has(sku); count += 1) sku = `${base}-${count}`;
    reservedSkus.add(sku);
    return sku;
  };
  return {
    /** Reserves the SKUs that the file itself contains. */
    reserve: (skus: Iterable<string>): void => {
      for (const sku of skus) reservedSkus.add(sku);
    },
    /** Sets a unique SKU on every variant without one. Returns their number. */
    fill: (merged: readonly MergedVariant[], product: { name: string; sku: string }): number => {
      const skus = generateSkus({
        pattern,
        product,
        variants: merged.map((one) => ({ attributeValueArr: toAttributeValues(one) })),
      });
      const missing = merged.flatMap(({ variant, draft }, index) =>
        draft && variant.sku === '' ? [{ variant, index }] : [],
      );
      for (const { variant, index } of missing) variant.sku = reserveUnique(skus[index] || `SKU-${index + 1}`);
      return missing.length;
    },
  };
};

export type NewSkus = Awaited<ReturnType<typeof loadSkus>>;
