import { type RawBuilder, sql } from 'kysely';
import { productVariant, type Variant } from '#shared/product/variant.ts';
import { product } from '#shared/resources/product.ts';
import { decodeRow } from '../../database/schema.ts';
import { likePattern } from '../../database/search.ts';
import type { Database, Row } from '../../database/tables.ts';
import { insertRows, updateRows } from '../../database/write-rows.ts';
import { changeFileUses, deleteFileUses } from '../../files/file-uses.ts';
import { addAssets } from '../../records/assets.ts';
import { type Findings, saveFindings } from '../../records/findings.ts';
import type { WriteContext } from '../../records/hooks.ts';
import type { RelatedTexts } from '../../records/search-text.ts';
import { diffRows, groupBy, isSameValue } from '../../records/stored-rows.ts';
import {
  fromRow,
  imagesIn,
  listImages,
  readValues,
  type StoredImage,
  type StoredVariant,
  toColumns,
  type ValuesById,
} from './variant-rows.ts';

/** `resource` of the file uses of variants, whose `recordId` is the product. */
const fileUseName = productVariant.name;

/** Returns variants by product id, in their order. */
export const readVariants = async (
  database: Database,
  productIds: readonly string[],
): Promise<Map<string, StoredVariant[]>> => {
  const found = new Map<string, StoredVariant[]>(productIds.map((id) => [id, []]));
  if (productIds.length === 0) return found;
  const rows = await database
    .selectFrom('productVariant')
    .selectAll()
    .where('productId', 'in', productIds)
    .orderBy('productId')
    .orderBy('position')
    .execute();
  for (const row of rows) found.get(row.productId)?.push(fromRow(row));
  return found;
};

/** Returns the images of variants. */
export const readImages = async (database: Database, productIds: readonly string[]): Promise<StoredImage[]> => {
  const rows = await database
    .selectFrom('productVariant')
    .select('images')
    .distinct()
    .where('productId', 'in', productIds)
    .execute();
  return rows.flatMap(({ images }) => imagesIn(images));
};

type NamedVariant = Pick<StoredVariant, 'sku' | 'gtin' | 'name' | 'valueIds'>;

/** The texts by which variants are found: SKUs, GTINs, names and attribute values. */
export const toSearchTexts = (variants: readonly NamedVariant[], values: ValuesById): RelatedTexts => ({
  codes: variants.flatMap(({ sku, gtin }) => (gtin ? [sku, gtin] : [sku])),
  texts: variants.flatMap(({ name, valueIds }) => [name, ...valueIds.map((id) => values.get(id)?.name ?? '')]),
});

export const readSearchTexts = async (
  database: Database,
  products: readonly Row[],
): Promise<Map<string, RelatedTexts>> => {
  const ids = products.flatMap(({ _id, variantCount }) => (Number(variantCount) > 0 ? [String(_id)] : []));
  const stored = await readVariants(database, ids);
  const values = await readValues(database, { ids: collectValueIds([...stored.values()].flat()) });
  return new Map([...stored].map(([id, variants]) => [id, toSearchTexts(variants, values)]));
};

/** Returns the lowest and the highest price of the variants of each product that has any. */
export const readPriceRanges = async (
  database: Database,
  productIds: readonly string[],
): Promise<Map<string, { lowest: number; highest: number }>> => {
  if (productIds.length === 0) return new Map();
  const rows = await database
    .selectFrom('productVariant')
    .select(({ fn }) => ['productId', fn.min('price').as('lowest'), fn.max('price').as('highest')])
    .where('productId', 'in', productIds)
    .groupBy('productId')
    .execute();
  const decode = (price: unknown) => Number(decodeRow(productVariant, { price }).price);
  return new Map(
    rows.map(({ productId, lowest, highest }) => [productId, { lowest: decode(lowest), highest: decode(highest) }]),
  );
};

/** Returns the first SKU of each product's variants that contains one of the words, also without its hyphens. */
export const findVariantSkus = async (
  database: Database,
  { ids, words }: { ids: readonly string[]; words: readonly string[] },
): Promise<Map<string, string>> => {
  if (ids.length === 0 || words.length === 0) return new Map();
  const contains = (text: RawBuilder<string>) =>
    words.map((word) => sql<boolean>`${text} like ${likePattern(word)} escape '\\'`);
  const conditions = [...contains(sql`lower(sku)`), ...contains(sql`replace(lower(sku), '-', '')`)];
  const rows = await database
    .selectFrom('productVariant')
    .select(['productId', 'sku'])
    .where('productId', 'in', ids)
    .where(sql<boolean>`(${sql.join(conditions, sql` or `)})`)
    .orderBy('position', 'desc')
    .execute();
  return new Map(rows.map(({ productId, sku }) => [productId, sku]));
};

const nameImages = (images: readonly StoredImage[]): Variant['imagesArr'] =>
  images.map(({ file, name, size, alt }, order) => ({
    image: file,
    order,
    ...(name !== null && { name }),
    ...(size !== null && { size }),
    ...(alt && { alt }),
  }));

const nameValues = (values: ValuesById, valueIds: readonly string[]): Variant['attributeValueArr'] => {
  const named: Variant['attributeValueArr'] = [];
  for (const attributeValueId of valueIds) {
    const value = values.get(attributeValueId);
    if (!value) continue;
    const { attributeId, name, attributeName } = value;
    named.push({ attributeValueId, attributeId, attributeValueName: name, attributeName });
  }
  return named;
};

/** Converts a variant for a response, with the current names of its values. */
export const nameVariant = (variant: StoredVariant, values: ValuesById): Variant => {
  const { _id, name, productName, sku, price, gtin, images, features, valueIds } = variant;
  return {
    _id,
    name,
    productName,
    sku,
    price,
    ...(gtin && { gtin }),
    imagesArr: nameImages(images),
    descriptionArr: features,
    attributeValueArr: nameValues(values, valueIds),
  };
};

export const nameVariants = (variants: readonly StoredVariant[], values: ValuesById): Variant[] =>
  variants.map((variant) => nameVariant(variant, values));

export const readNamedVariants = async (
  database: Database,
  productIds: readonly string[],
): Promise<Map<string, Variant[]>> => {
  const stored = await readVariants(database, productIds);
  const ids = [...stored.values()].flat().flatMap(({ valueIds }) => valueIds);
  const values = await readValues(database, { ids });
  return new Map([...stored].map(([id, variants]) => [id, nameVariants(variants, values)]));
};

export const removeVariants = async (database: Database, productIds: string[]): Promise<void> => {
  await database.deleteFrom('productVariant').where('productId', 'in', productIds).execute();
  await database.deleteFrom('productAttributeValue').where('productId', 'in', productIds).execute();
  await deleteFileUses({ database, resource: fileUseName, recordIds: productIds });
};

/** Returns the id and the changed values of a variant before and after, in the shape of a response. */
export const diffVariants = (
  stored: StoredVariant,
  current: StoredVariant,
  values: ValuesById,
): { before: Row; after: Row } => {
  const toRow = (variant: StoredVariant): Row => ({ gtin: '', ...nameVariant(variant, values) });
  const [before, after] = [toRow(stored), toRow(current)];
  const changed = Object.keys(after).filter((name) => name === '_id' || !isSameValue(before[name], after[name]));
  // Undo sends a missing alternative text too, because the server keeps one that isn’t sent.
  const hasAlt = [stored, current].some(({ images }) => images.some(({ alt }) => alt));
  const toExplicit = (images: unknown) => (images as Row[]).map((image) => ({ alt: '', ...image }));
  const pick = (variant: Row): Row =>
    Object.fromEntries(
      changed.map((name) => [name, hasAlt && name === 'imagesArr' ? toExplicit(variant[name]) : variant[name]]),
    );
  return { before: pick(before), after: pick(after) };
};

/** An unchanged list is the same array, and an unchanged variant the same object. */
export type VariantsChange = {
  productId: string;
  before: readonly StoredVariant[];
  after: readonly StoredVariant[];
};

const listFileUses = (variants: readonly StoredVariant[]) =>
  Array.from(listImages(variants), (file) => ({ file, field: 'imagesArr' }));

/** Returns the ids of the attribute values that variants use. */
export const collectValueIds = (variants: readonly StoredVariant[]): Set<string> => {
  const ids = new Set<string>();
  for (const { valueIds } of variants) for (const id of valueIds) ids.add(id);
  return ids;
};

/** Returns the rows to add, to change and to remove. */
const compareRows = (changes: readonly VariantsChange[]) => {
  const [added, changed, removedIds]: [Row[], Row[], string[]] = [[], [], []];
  for (const { productId, before, after } of changes) {
    const remaining = new Map(before.map((variant, position) => [variant._id, { variant, position }]));
    for (const [position, variant] of after.entries()) {
      const existing = remaining.get(variant._id);
      remaining.delete(variant._id);
      if (!existing) added.push({ productId, position, ...toColumns(variant) });
      else if (existing.variant !== variant || existing.position !== position) {
        const row = { ...toColumns(variant), position };
        const before: Row = { ...toColumns(existing.variant), position: existing.position };
        changed.push({ _id: variant._id, ...diffRows(before, row) });
      }
    }
    for (const id of remaining.keys()) removedIds.push(id);
  }
  return { added, changed, removedIds };
};

/** Writes the links of products to the attribute values that their variants use. */
const writeLinks = async (database: Database, changes: readonly VariantsChange[]): Promise<void> => {
  const links: Row[] = [];
  for (const { productId, before, after } of changes) {
    const [used, uses] = [collectValueIds(before), collectValueIds(after)];
    for (const attributeValueId of uses) {
      if (!used.delete(attributeValueId)) links.push({ productId, attributeValueId });
    }
    if (used.size === 0) continue;
    await database
      .deleteFrom('productAttributeValue')
      .where('productId', '=', productId)
      .where('attributeValueId', 'in', [...used])
      .execute();
  }
  await insertRows(database, { table: 'productAttributeValue', rows: links });
};

/** Different pictures without alternative text. */
const checkVariants = (variants: readonly StoredVariant[]): Findings => {
  const missing = variants.flatMap(({ images }) => images.flatMap(({ file, alt }) => (alt ? [] : [file])));
  return { pictures: new Set(missing).size, texts: 0 };
};

const checkedPart = 'variants';

export const checkStoredVariants = async (database: Database, productIds: readonly string[]): Promise<void> => {
  const stored = await readVariants(database, productIds);
  const toChange = ([recordId, variants]: [string, StoredVariant[]]) => ({
    recordId,
    part: checkedPart,
    before: null,
    after: checkVariants(variants),
  });
  await saveFindings(database, product, [...stored].map(toChange));
};

const listNewImages = ({ before, after }: VariantsChange): StoredImage[] => {
  const known = listImages(before);
  return after.flatMap(({ images }) => images.filter(({ file }) => !known.has(file)));
};

/** Writes the changes to variants, their value links, their files and their findings. */
export const writeVariants = async (
  { database, actor }: Pick<WriteContext, 'database' | 'actor'>,
  changes: readonly VariantsChange[],
): Promise<void> => {
  const { added, changed, removedIds } = compareRows(changes);
  if (removedIds.length > 0) await database.deleteFrom('productVariant').where('_id', 'in', removedIds).execute();
  for (const rows of groupBy(changed, (row) => Object.keys(row).join())) {
    await updateRows(database, { table: 'productVariant', rows });
  }
  await insertRows(database, { table: 'productVariant', rows: added });
  await writeLinks(database, changes);
  const toFindings = ({ productId, before, after }: VariantsChange) => ({
    recordId: productId,
    part: checkedPart,
    before: checkVariants(before),
    after: checkVariants(after),
  });
  await saveFindings(database, product, changes.map(toFindings));
  await changeFileUses(database, {
    resource: fileUseName,
    changes: changes.map(({ productId, before, after }) => ({
      recordId: productId,
      before: listFileUses(before),
      after: listFileUses(after),
    })),
  });
  await addAssets(database, { files: changes.flatMap(listNewImages), userId: actor?.userId });
};
