import { sql } from 'kysely';
import { productVariant } from '#shared/product/variant.ts';
import { toImgAlt } from '#shared/resource-kit/fields.ts';
import { attribute } from '#shared/resources/attribute.ts';
import { attributeValue } from '#shared/resources/attribute-value.ts';
import { product } from '#shared/resources/product.ts';
import { argument, runPrepared } from '../database/prepared.ts';
import { decodeRow } from '../database/schema.ts';
import { type Database, type Row, resourceTables } from '../database/tables.ts';
import { column } from '../records/list-query.ts';
import type { StoredImage } from '../resources/product/variant-rows.ts';
import { selectColumns } from './read.ts';
import { type FileDescriptions, type Media, toPublic } from './to-public.ts';

/** Most lists are empty. */
const listIn = <Item>(json: unknown): Item[] => (json === '[]' ? [] : (JSON.parse(String(json)) as Item[]));

const own = productVariant.site?.fields ?? [];

/** Reads the attribute values that variants use, with the names of their attributes. */
const readValues = async (database: Database, ids: readonly string[], media: Media): Promise<Map<string, Row>> => {
  if (ids.length === 0) return new Map();
  const [attributeId, attributeName] = [column(attribute.name, '_id'), column(attribute.name, attribute.titleField)];
  const build = () =>
    resourceTables(database)
      .selectFrom(attributeValue.name)
      .innerJoin(attribute.name, 'attribute._id', 'attributeValue.attributeId')
      .where('attributeValue._id', 'in', [argument])
      .select([...selectColumns(attributeValue), attributeId.as('attribute id'), attributeName.as('attribute name')]);
  const rows = await runPrepared<Row>(database, { key: 'public attribute values', build, value: ids });
  return new Map(
    rows.map((row) => {
      const {
        id,
        createdAt: _createdAt,
        updatedAt: _updatedAt,
        ...value
      } = toPublic(attributeValue, decodeRow(attributeValue, row), media);
      return [String(id), { id, ...value, attribute: { id: row['attribute id'], name: row['attribute name'] } }];
    }),
  );
};

/** Reads the variants of products in two queries, however many there are, by the id of the product. */
export const readPublicVariants = async (
  database: Database,
  ids: readonly string[],
  media: Media,
): Promise<Map<string, Row[]>> => {
  const variants = new Map<string, Row[]>(ids.map((id) => [id, []]));
  if (ids.length === 0) return variants;
  const build = () =>
    resourceTables(database)
      .selectFrom(productVariant.name)
      .select(['_id', 'productId', 'images', 'features', 'valueIds', ...own])
      .where('productId', 'in', [argument])
      .orderBy(sql`"productId", "position"`);
  const rows = await runPrepared<Row>(database, { key: 'public variants', build, value: ids });
  const parsed = rows.map((row) => ({ row, valueIds: listIn<string>(row.valueIds) }));
  const values = await readValues(database, [...new Set(parsed.flatMap(({ valueIds }) => valueIds))], media);
  // Rows of a product are together.
  let owner: { id: string; variants: Row[]; media: FileDescriptions } | undefined;
  for (const { row, valueIds } of parsed) {
    const productId = String(row.productId);
    if (owner?.id !== productId) {
      const ownMedia = media.of({ resource: product.name, id: productId });
      owner = { id: productId, variants: variants.get(productId) ?? [], media: ownMedia };
    }
    const { toImage } = owner.media;
    const decoded = decodeRow(productVariant, row);
    const title = String(row.productName || row.name);
    const variant: Row = { id: row._id };
    for (const name of own) variant[name] = decoded[name];
    variant.images = listIn<StoredImage>(row.images).map(({ file, alt }) => toImage(file, toImgAlt(alt) ?? title));
    variant.features = listIn<string>(row.features);
    variant.attributeValues = valueIds.flatMap((valueId) => values.get(valueId) ?? []);
    owner.variants.push(variant);
  }
  return variants;
};
