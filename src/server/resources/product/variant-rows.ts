import type { Kysely } from 'kysely';
import { productVariant } from '#shared/product/variant.ts';
import { decodeRow, encodeValue } from '../../database/schema.ts';
import { type Database, type ProductVariantTable, type Row, supportsRowLocks } from '../../database/tables.ts';

/**
 * A stored image of a variant; `name` is null if the client sent none, `size` if an import took it from a product. `alt` is
 * the alternative text, if any.
 */
export type StoredImage = { file: string; name: string | null; size: number | null; alt?: string | undefined };

/** A variant as stored, with its attribute values as ids. */
export type StoredVariant = {
  _id: string;
  name: string;
  productName: string;
  sku: string;
  price: number;
  gtin: string;
  images: StoredImage[];
  features: string[];
  valueIds: string[];
};

const isSameList = <Item>(a: readonly Item[], b: readonly Item[], isSame: (a: Item, b: Item) => boolean = Object.is) =>
  a.length === b.length && a.every((item, index) => isSame(item, b[index] as Item));

const isSameImage = (a: StoredImage, b: StoredImage) =>
  a.file === b.file && a.name === b.name && a.size === b.size && (a.alt ?? '') === (b.alt ?? '');

export const isSameVariant = (a: Omit<StoredVariant, '_id'>, b: Omit<StoredVariant, '_id'>): boolean =>
  a.name === b.name &&
  a.productName === b.productName &&
  a.sku === b.sku &&
  a.price === b.price &&
  a.gtin === b.gtin &&
  isSameList(a.images, b.images, isSameImage) &&
  isSameList(a.features, b.features) &&
  isSameList(a.valueIds, b.valueIds);

/** Converts a variant to columns. */
export const toColumns = ({ images, features, valueIds, price, ...texts }: StoredVariant): Row => ({
  ...texts,
  price: encodeValue(productVariant.fields.price, price),
  images: JSON.stringify(images),
  features: JSON.stringify(features),
  valueIds: JSON.stringify(valueIds),
});

const textsIn = (json: string) => JSON.parse(json) as string[];

export const imagesIn = (json: string): StoredImage[] => JSON.parse(json) as StoredImage[];

/** Reads a variant from its row. */
export const fromRow = (row: ProductVariantTable): StoredVariant => {
  const { _id, name, productName, sku, price, gtin, images, features, valueIds } = row;
  return {
    _id,
    name,
    productName,
    sku,
    price: Number(decodeRow(productVariant, { price }).price),
    gtin,
    images: imagesIn(images),
    features: textsIn(features),
    valueIds: textsIn(valueIds),
  };
};

type ValueTables = {
  attributeValue: { _id: string; attributeId: string; name: string };
  attribute: { _id: string; name: string };
};

export type ValuesById = Map<string, { _id: string; attributeId: string; name: string; attributeName: string }>;

/** Reads attribute values; `forUpdate` prevents deletes and moves until the transaction ends. */
export const readValues = async (
  database: Database,
  { ids, forUpdate = false }: { ids: Iterable<string>; forUpdate?: boolean },
): Promise<ValuesById> => {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const tables = database as unknown as Kysely<ValueTables>;
  const rows = await tables
    .selectFrom('attributeValue')
    .innerJoin('attribute', 'attribute._id', 'attributeValue.attributeId')
    .select([
      'attributeValue._id',
      'attributeValue.attributeId',
      'attributeValue.name',
      'attribute.name as attributeName',
    ])
    .where('attributeValue._id', 'in', wanted)
    .$if(forUpdate && supportsRowLocks(database), (query) => query.forShare('attributeValue'))
    .execute();
  return new Map(rows.map((row) => [row._id, row]));
};

/** Returns the names of the images of variants. */
export const listImages = (variants: readonly StoredVariant[]): Set<string> => {
  const files = new Set<string>();
  for (const { images } of variants) for (const { file } of images) files.add(file);
  return files;
};

/** Columns of the product list that are computed from the variants, so that it can show, sort and filter by them. */
export const deriveColumns = (row: Row, variants: readonly StoredVariant[]): Row => {
  const images = listImages(variants);
  const [variantImage = null] = images;
  if (typeof row.thumbnail === 'string') images.add(row.thumbnail);
  return {
    variantCount: variants.length,
    variantImage,
    imageCount: images.size,
    variantsWithoutImage: variants.filter((variant) => variant.images.length === 0).length,
    variantsWithoutSku: variants.filter(({ sku }) => sku === '').length,
  };
};
