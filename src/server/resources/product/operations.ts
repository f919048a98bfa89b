import type { Variant } from '#shared/product/variant.ts';
import type { AnyRecord } from '#shared/resource-kit/define-resource.ts';
import { type Database, type Row, resourceTables } from '../../database/tables.ts';
import type { OperationsContext } from '../../records/hooks.ts';
import type { Operations } from '../../records/operations.ts';
import { countImages } from './variant-rows.ts';

const pickImage = (record: Row, variantImage: unknown) => record.thumbnail ?? variantImage ?? null;

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

/** The row has the columns that lists of products read beside those of the record. */
const toListRecord = ({ variantImage, ...row }: AnyRecord): AnyRecord => ({
  ...row,
  imageUrl: pickImage(row, variantImage),
  variantCount: Number(row.variantCount),
  imageCount: Number(row.imageCount),
  completeness: Number(row.completeness),
});

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
      return { data: data.map(toListRecord), total };
    },
    stream: async function* (criteria) {
      for await (const record of standard.stream(criteria)) yield toListRecord(record);
    },
    get: async (id) => ({
      ...toFullRecord(await standard.get(id)),
      completeness: await readCompleteness(database, id),
    }),
  };
};
