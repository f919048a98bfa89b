import { sql } from 'kysely';
import { toAttributeField } from '#shared/import-columns.ts';
import { joinList } from '#shared/listed-texts.ts';
import { exportedHandle, noAlt } from '#shared/product/import-columns.ts';
import type { Variant } from '#shared/product/variant.ts';
import type { AnyRecord } from '#shared/resource-kit/define-resource.ts';
import { maxPageSize } from '#shared/resource-kit/list-fields.ts';
import { product } from '#shared/resources/product.ts';
import type { Database } from '../../database/tables.ts';
import type { OperationsContext } from '../../records/hooks.ts';
import type { ExportColumn } from '../../records/operations.ts';
import { readNamedVariants } from './variants.ts';

const listUsedAttributes = async (database: Database): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select distinct ${sql.ref('attribute.name')} as ${sql.ref('name')}
    from ${sql.table('productAttributeValue')}
    join ${sql.table('attributeValue')}
      on ${sql.ref('attributeValue._id')} = ${sql.ref('productAttributeValue.attributeValueId')}
    join ${sql.table('attribute')} on ${sql.ref('attribute._id')} = ${sql.ref('attributeValue.attributeId')}
    order by ${sql.ref('name')}`.execute(database);
  return rows.map(({ name }) => name);
};

const getVariant = (row: AnyRecord) => row.variant as Variant | undefined;

const attributeColumn = (name: string): ExportColumn => ({
  key: toAttributeField(name),
  header: `Attribute: ${name}`,
  read: (row) => getVariant(row)?.attributeValueArr.find((value) => value.attributeName === name)?.attributeValueName,
});

/** Returns the columns of a product export, from which an import can read the same products. */
export const productExportColumns = async (
  standard: ExportColumn[],
  { databaseHandle }: OperationsContext,
): Promise<ExportColumn[]> => [
  ...standard.map(({ read, ...column }) => ({
    ...column,
    // Only the first row of a product has its own fields; the title is in every row.
    read: (row: AnyRecord) => (row.isFirst || column.key === product.titleField ? read(row) : null),
  })),
  {
    key: 'variantCount',
    header: 'Variants',
    read: ({ isFirst, variantCount }) => (isFirst ? Number(variantCount) : null),
  },
  {
    key: 'imageUrl',
    header: 'Image',
    read: ({ isFirst, imageUrl }) => (isFirst ? String(imageUrl ?? '') : ''),
  },
  { key: 'handle', header: 'Handle', read: ({ _id }) => exportedHandle(_id) },
  ...(await listUsedAttributes(databaseHandle.database)).map(attributeColumn),
  { key: 'variantName', header: 'Variant Name', read: (row) => getVariant(row)?.name },
  { key: 'variantProductName', header: 'Variant Product Name', read: (row) => getVariant(row)?.productName },
  { key: 'variantSku', header: 'Variant SKU', read: (row) => getVariant(row)?.sku },
  { key: 'variantPrice', header: 'Variant Price', read: (row) => getVariant(row)?.price },
  { key: 'variantGtin', header: 'Variant GTIN', read: (row) => getVariant(row)?.gtin },
  {
    key: 'variantImages',
    header: 'Variant Images',
    read: (row) => joinList(getVariant(row)?.imagesArr.map(({ image }) => image) ?? []),
  },
  {
    key: 'variantImageAlts',
    header: 'Alternative texts of Variant Images',
    read: (row) => {
      const alts = getVariant(row)?.imagesArr.map(({ alt }) => alt) ?? [];
      return alts.some(Boolean) ? joinList(alts.map((alt) => alt || noAlt)) : '';
    },
  },
  { key: 'features', header: 'Features', read: (row) => joinList(getVariant(row)?.descriptionArr ?? []) },
];

/** Groups items into batches of the maximum page size. */
async function* inBatches<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < maxPageSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Yields one row per variant; a product without variants has one row. */
export async function* productExportRows(
  records: AsyncIterable<AnyRecord>,
  { databaseHandle: { database } }: OperationsContext,
): AsyncGenerator<AnyRecord> {
  for await (const batch of inBatches(records)) {
    const variants = await readNamedVariants(
      database,
      batch.map(({ _id }) => _id),
    );
    for (const record of batch) {
      const [first, ...others] = variants.get(record._id) ?? [];
      yield { ...record, isFirst: true, variant: first };
      for (const variant of others) yield { ...record, isFirst: false, variant };
    }
  }
}
