import { productVariant, type Variant } from '#shared/product/variant.ts';
import { inChunks } from '../../database/chunks.ts';
import { decodeRow, encodeRow } from '../../database/codec.ts';
import { insertRows } from '../../database/insert-rows.ts';
import type { Database, ProductVariantTable, Row } from '../../database/tables.ts';
import { changeFileUses, deleteFileUses } from '../../files/file-uses.ts';
import { readValues, type ValuesById } from './value-names.ts';

/** A stored image of a variant; `name` and `size` are null for images from before these were stored. */
export type StoredImage = { file: string; name: string | null; size: number | null };

/** A variant as stored, with its attribute values as ids. */
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

/** `resource` of the file uses of variants, whose `recordId` is the product. */
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

/** Parses equal texts once: variants of a product often have the same images and features. */
const parseOnce = <Parsed>(parse: (json: string) => Parsed): typeof parse => {
  const known = new Map<string, Parsed>();
  return (json) => {
    const parsed = known.get(json) ?? parse(json);
    known.set(json, parsed);
    return parsed;
  };
};

const createRowReader = () => {
  const [readImages, readFeatures] = [parseOnce(imagesIn), parseOnce(textsIn)];
  return (row: ProductVariantTable): StoredVariant => {
    const { _id, name, productName, sku, images, features, valueIds } = row;
    return {
      _id,
      name,
      productName,
      sku,
      price: Number(decodeRow(productVariant, row).price),
      images: readImages(images),
      features: readFeatures(features),
      valueIds: textsIn(valueIds),
    };
  };
};

/** Returns variants by product id, in their order. */
export const readVariants = async (
  database: Database,
  productIds: readonly string[],
): Promise<Map<string, StoredVariant[]>> => {
  const found = new Map<string, StoredVariant[]>(productIds.map((id) => [id, []]));
  const fromRow = createRowReader();
  for (const ids of inChunks(productIds)) {
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

export const readVariantSkus = async (
  database: Database,
  products: readonly Row[],
): Promise<Map<string, string[]>> => {
  const productIds = products.flatMap(({ _id, variantCount }) =>
    Number(variantCount) > 0 ? [String(_id)] : [],
  );
  const found = new Map<string, string[]>(productIds.map((id) => [id, []]));
  for (const ids of inChunks(productIds)) {
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

const nameImages = (images: readonly StoredImage[]): Variant['imagesArr'] =>
  images.map(({ file, name, size }, order) => ({
    image: file,
    order,
    ...(name !== null && { name }),
    ...(size !== null && { size }),
  }));

const namedBy = (values: ValuesById, valueIds: readonly string[]): Variant['attributeValueArr'] =>
  valueIds.flatMap((id) => {
    const value = values.get(id);
    if (!value) return [];
    const { attributeId, name, attributeName } = value;
    return [{ attributeValueId: id, attributeId, attributeValueName: name, attributeName }];
  });

/** Converts variants for a response, with the current names of their values. */
export const nameVariants = (variants: readonly StoredVariant[], values: ValuesById): Variant[] =>
  variants.map(({ images, features, valueIds, ...plain }) => ({
    ...plain,
    imagesArr: nameImages(images),
    descriptionArr: features,
    attributeValueArr: namedBy(values, valueIds),
  }));

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
  for (const ids of inChunks(productIds)) {
    await database.deleteFrom('productVariant').where('productId', 'in', ids).execute();
    await database.deleteFrom('productAttributeValue').where('productId', 'in', ids).execute();
  }
  await deleteFileUses({ database, resource: fileUseName, recordIds: productIds });
};

const isSameList = <Item>(
  one: readonly Item[],
  other: readonly Item[],
  isSame: (one: Item, other: Item) => boolean = Object.is,
) => one.length === other.length && one.every((item, index) => isSame(item, other[index] as Item));

const isSameImage = (one: StoredImage, other: StoredImage) =>
  one.file === other.file && one.name === other.name && one.size === other.size;

const plainNames = ['name', 'productName', 'sku', 'price'] as const;

export const isSameVariant = (one: StoredVariant, other: StoredVariant): boolean =>
  plainNames.every((name) => one[name] === other[name]) &&
  isSameList(one.images, other.images, isSameImage) &&
  isSameList(one.features, other.features) &&
  isSameList(one.valueIds, other.valueIds);

/** Returns the values of `one` that differ from `other`, in the shape of a response. */
export const diffVariants = (
  one: StoredVariant,
  other: StoredVariant,
  values: ValuesById,
): Partial<Variant> => {
  const diff: Partial<Variant> = {
    ...(!isSameList(one.images, other.images, isSameImage) && { imagesArr: nameImages(one.images) }),
    ...(!isSameList(one.features, other.features) && { descriptionArr: one.features }),
    ...(!isSameList(one.valueIds, other.valueIds) && { attributeValueArr: namedBy(values, one.valueIds) }),
  };
  for (const name of plainNames) {
    if (one[name] !== other[name]) Object.assign(diff, { [name]: one[name] });
  }
  return diff;
};

/** An unchanged variant is the same object before and after. */
export type VariantsChange = {
  productId: string;
  before: readonly StoredVariant[];
  after: readonly StoredVariant[];
};

const usesOf = (variants: readonly StoredVariant[]) => {
  const files = new Set<string>();
  for (const { images } of variants) for (const { file } of images) files.add(file);
  return Array.from(files, (file) => ({ file, field: 'imagesArr' }));
};

/** Returns the ids of the attribute values that variants use. */
export const valuesOf = (variants: readonly StoredVariant[]): Set<string> => {
  const ids = new Set<string>();
  for (const { valueIds } of variants) for (const id of valueIds) ids.add(id);
  return ids;
};

const changeRows = async (database: Database, { productId, before, after }: VariantsChange) => {
  const stored = new Map(before.map((variant, position) => [variant._id, { variant, position }]));
  const added: Row[] = [];
  const changed: Row[] = [];
  for (const [position, variant] of after.entries()) {
    const known = stored.get(variant._id);
    stored.delete(variant._id);
    if (known?.position === position && known.variant === variant) continue;
    (known ? changed : added).push(toRow(productId, variant, position));
  }
  for (const ids of inChunks([...stored.keys()])) {
    await database.deleteFrom('productVariant').where('_id', 'in', ids).execute();
  }
  await insertRows(database, { table: 'productVariant', rows: changed, onConflict: { replaceBy: '_id' } });
  return added;
};

/** Writes the changes to variants, their value links and their file uses. */
export const changeVariants = async (
  database: Database,
  changes: readonly VariantsChange[],
): Promise<void> => {
  const rows: Row[] = [];
  const links: Row[] = [];
  for (const change of changes) {
    for (const row of await changeRows(database, change)) rows.push(row);
    const { productId, before, after } = change;
    const [used, uses] = [valuesOf(before), valuesOf(after)];
    for (const attributeValueId of uses) {
      if (!used.delete(attributeValueId)) links.push({ productId, attributeValueId });
    }
    for (const ids of inChunks([...used])) {
      await database
        .deleteFrom('productAttributeValue')
        .where('productId', '=', productId)
        .where('attributeValueId', 'in', ids)
        .execute();
    }
  }
  await insertRows(database, { table: 'productVariant', rows });
  await insertRows(database, { table: 'productAttributeValue', rows: links });
  await changeFileUses(database, {
    resource: fileUseName,
    changes: changes.map(({ productId, before, after }) => ({
      recordId: productId,
      before: usesOf(before),
      after: usesOf(after),
    })),
  });
};
