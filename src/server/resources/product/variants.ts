import type { Kysely } from 'kysely';
import { productVariant, type Variant } from '#shared/product/variant.ts';
import { product } from '#shared/resources/product.ts';
import { decodeRow, encodeRow } from '../../database/codec.ts';
import { inPortions } from '../../database/portions.ts';
import { searchColumn } from '../../database/schema.ts';
import type { Database, ProductVariantTable, Row } from '../../database/tables.ts';
import { searchText } from '../../records/normalise.ts';

/** A stored image of a variant; the name and size of one from before these were kept are null. */
export type StoredImage = { file: string; name: string | null; size: number | null };

/** A variant as it is kept: its values are ids. */
export type StoredVariant = {
  _id: string;
  name: string;
  productName: string;
  sku: string;
  price: number;
  images: StoredImage[];
  features: string[];
  valueIds: string[];
};

/** The name under which the files of variants are noted, by the id of their product. */
const fileUseName = productVariant.name;

const toRow = (productId: string, variant: StoredVariant, position: number): ProductVariantTable =>
  encodeRow(productVariant, {
    ...variant,
    productId,
    position,
    images: JSON.stringify(variant.images),
    features: JSON.stringify(variant.features),
    valueIds: JSON.stringify(variant.valueIds),
  }) as ProductVariantTable;

const textsIn = (json: string) => JSON.parse(json) as string[];

const imagesIn = (json: string): StoredImage[] =>
  (JSON.parse(json) as (string | StoredImage)[]).map((image) =>
    typeof image === 'string' ? { file: image, name: null, size: null } : image,
  );

const fromRow = (row: ProductVariantTable): StoredVariant => {
  const { _id, name, productName, sku, images, features, valueIds } = row;
  return {
    _id,
    name,
    productName,
    sku,
    price: Number(decodeRow(productVariant, row).price),
    images: imagesIn(images),
    features: textsIn(features),
    valueIds: textsIn(valueIds),
  };
};

/** The variants of products, in their order, by the id of the product. */
export const readVariants = async (
  database: Database,
  productIds: readonly string[],
): Promise<Map<string, StoredVariant[]>> => {
  const found = new Map<string, StoredVariant[]>(productIds.map((id) => [id, []]));
  for (const ids of inPortions(productIds)) {
    const rows = await database
      .selectFrom('productVariant')
      .selectAll()
      .where('productId', 'in', ids)
      .orderBy('productId')
      .orderBy('position')
      .execute();
    for (const row of rows) found.get(row.productId)?.push(fromRow(row));
  }
  return found;
};

/** The SKUs of the variants of products, by the id of the product. */
export const readVariantSkus = async (
  database: Database,
  productIds: readonly string[],
): Promise<Map<string, string[]>> => {
  const found = new Map<string, string[]>(productIds.map((id) => [id, []]));
  for (const ids of inPortions(productIds)) {
    const rows = await database
      .selectFrom('productVariant')
      .select(['productId', 'sku'])
      .where('productId', 'in', ids)
      .orderBy('productId')
      .orderBy('position')
      .execute();
    for (const { productId, sku } of rows) found.get(productId)?.push(sku);
  }
  return found;
};

type ValueNames = { _id: string; attributeId: string; name: string; attributeName: string };

type ValueTables = {
  attributeValue: { _id: string; attributeId: string; name: string };
  attribute: { _id: string; name: string };
};

const readValueNames = async (database: Database, valueIds: string[]): Promise<Map<string, ValueNames>> => {
  const found = new Map<string, ValueNames>();
  const tables = database as unknown as Kysely<ValueTables>;
  for (const ids of inPortions(valueIds)) {
    const rows = await tables
      .selectFrom('attributeValue')
      .innerJoin('attribute', 'attribute._id', 'attributeValue.attributeId')
      .select([
        'attributeValue._id',
        'attributeValue.attributeId',
        'attributeValue.name',
        'attribute.name as attributeName',
      ])
      .where('attributeValue._id', 'in', ids)
      .execute();
    for (const row of rows) found.set(row._id, row);
  }
  return found;
};

/** Variants as they are read: their values with the names that these have now. */
export const nameValues = async (
  database: Database,
  variants: readonly StoredVariant[],
): Promise<Variant[]> => {
  const ids = [...new Set(variants.flatMap((variant) => variant.valueIds))];
  const names = await readValueNames(database, ids);
  return variants.map(({ images, features, valueIds, ...plain }) => ({
    ...plain,
    imagesArr: images.map(({ file, name, size }, order) => ({
      image: file,
      order,
      ...(name !== null && { name }),
      ...(size !== null && { size }),
    })),
    descriptionArr: features,
    attributeValueArr: valueIds.flatMap((id) => {
      const value = names.get(id);
      return value
        ? [
            {
              attributeValueId: id,
              attributeId: value.attributeId,
              attributeValueName: value.name,
              attributeName: value.attributeName,
            },
          ]
        : [];
    }),
  }));
};

/** A product's variants: the image by which a list shows it is the first that any of them has. */
const firstImageOf = (variants: readonly StoredVariant[]): string | null =>
  variants.find(({ images }) => images.length > 0)?.images[0]?.file ?? null;

/** What the row of a product holds of its variants: what a list shows of them, and the words that find them. */
export const columnsOfVariants = (row: Row, variants: readonly StoredVariant[]): Row => ({
  variantCount: variants.length,
  variantImage: firstImageOf(variants),
  [searchColumn]: searchText(
    product,
    row,
    variants.map(({ sku }) => sku),
  ),
});

export type ProductVariants = { productId: string; variants: readonly StoredVariant[] };

/** Forgets the variants of products, and which files they used. */
export const forgetVariants = async (database: Database, productIds: readonly string[]): Promise<void> => {
  for (const ids of inPortions(productIds)) {
    await database.deleteFrom('productVariant').where('productId', 'in', ids).execute();
    await database.deleteFrom('productAttributeValue').where('productId', 'in', ids).execute();
    await database
      .deleteFrom('fileUse')
      .where('resource', '=', fileUseName)
      .where('recordId', 'in', ids)
      .execute();
  }
};

const distinct = (lists: readonly string[][]) => [...new Set(lists.flat())];

/** Writes the variants of products that have none, and all that follows from them. */
export const insertVariants = async (
  database: Database,
  products: readonly ProductVariants[],
): Promise<void> => {
  const rows = products.flatMap(({ productId, variants }) =>
    variants.map((variant, position) => toRow(productId, variant, position)),
  );
  for (const values of inPortions(rows)) await database.insertInto('productVariant').values(values).execute();

  const used = products.flatMap(({ productId, variants }) =>
    distinct(variants.map(({ valueIds }) => valueIds)).map((attributeValueId) => ({
      productId,
      attributeValueId,
    })),
  );
  for (const values of inPortions(used)) {
    await database.insertInto('productAttributeValue').values(values).execute();
  }

  const files = products.flatMap(({ productId, variants }) =>
    distinct(variants.map(({ images }) => images.map(({ file }) => file))).map((file) => ({
      file,
      resource: fileUseName,
      recordId: productId,
      field: 'imagesArr',
    })),
  );
  for (const values of inPortions(files)) await database.insertInto('fileUse').values(values).execute();
};
