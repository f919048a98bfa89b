import type { Variant } from '#shared/product/variant.ts';
import type { AnyRecord } from '#shared/resource-kit/define-resource.ts';
import { type Database, resourceTables } from '../../database/tables.ts';
import type { OperationsContext } from '../../records/hooks.ts';
import type { Operations } from '../../records/operations.ts';
import { countImages } from './derived-columns.ts';
import { inBatches } from './in-batches.ts';

const pickImage = (record: AnyRecord, variantImage: unknown) => record.thumbnail ?? variantImage ?? null;

const toFullRecord = (record: AnyRecord): AnyRecord => {
  const variants = record.attributeArr as Variant[];
  const image = variants.find(({ imagesArr }) => imagesArr.length > 0)?.imagesArr[0]?.image;
  const images = variants.flatMap(({ imagesArr }) => imagesArr.map((item) => item.image));
  return {
    ...record,
    imageUrl: pickImage(record, image),
    variantCount: variants.length,
    imageCount: countImages(record, images),
  };
};

const toListRecords = async (database: Database, records: AnyRecord[]): Promise<AnyRecord[]> => {
  if (records.length === 0) return [];
  const rows = await resourceTables(database)
    .selectFrom('product')
    .select(['_id', 'variantCount', 'variantImage', 'imageCount', 'completeness'])
    .where(
      '_id',
      'in',
      records.map(({ _id }) => _id),
    )
    .execute();
  const byId = new Map(rows.map((row) => [row._id, row]));
  return records.map((record) => {
    const row = byId.get(record._id);
    return {
      ...record,
      imageUrl: pickImage(record, row?.variantImage),
      variantCount: Number(row?.variantCount ?? 0),
      imageCount: Number(row?.imageCount ?? 0),
      completeness: Number(row?.completeness ?? 0),
    };
  });
};

const readCompleteness = async (database: Database, id: string): Promise<number> => {
  const product = resourceTables(database).selectFrom('product').select('completeness').where('_id', '=', id);
  return Number((await product.executeTakeFirst())?.completeness ?? 0);
};

export const productOperations = (standard: Operations, context: OperationsContext): Operations => {
  const { database } = context.databaseHandle;
  return {
    ...standard,
    list: async (query) => {
      const { data, total } = await standard.list(query);
      return { data: await toListRecords(database, data), total };
    },
    stream: async function* (criteria) {
      for await (const records of inBatches(standard.stream(criteria)))
        yield* await toListRecords(database, records);
    },
    get: async (id) => ({
      ...toFullRecord(await standard.get(id)),
      completeness: await readCompleteness(database, id),
    }),
  };
};
