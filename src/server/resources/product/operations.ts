import { v7 } from 'uuid';
import { matchVariants } from '#shared/product/match-variants.ts';
import { findProductProblems } from '#shared/product/problems.ts';
import { skusOf } from '#shared/product/skus.ts';
import type { SentVariant, Variant } from '#shared/product/variant.ts';
import type { AnyRecord } from '#shared/resource/define-resource.ts';
import { maxPageSize } from '#shared/resource/schemas.ts';
import { product } from '#shared/resources/product.ts';
import { Failure } from '../../failure.ts';
import type { Operations, WriteOptions } from '../../resource/operations.ts';
import { createRepository } from '../../resource/repository.ts';
import type { OperationsContext, Write } from '../../resource/rules.ts';
import { type Database, type Row, resourceTables } from '../../storage/tables.ts';
import { type PreparedVariant, prepareVariants, withNamedThumbnail } from './prepare-variants.ts';
import { forgetSkus, insertSkus, refuseTakenSkus } from './skus.ts';
import { refuseWrongValues } from './values.ts';
import {
  columnsOfVariants,
  forgetVariants,
  insertVariants,
  readVariants,
  type StoredVariant,
} from './variants.ts';

const refuseProblems = (values: Row) => {
  const errors = findProductProblems(values as Parameters<typeof findProductProblems>[0]);
  // The specification says one text at a time: that of the first check that fails.
  if (errors[0]) throw new Failure({ kind: 'invalid', message: errors[0].message, errors });
};

const variantsOf = async (database: Database, productId: string): Promise<StoredVariant[]> =>
  (await readVariants(database, [productId])).get(productId) ?? [];

const toStored = (
  sent: readonly PreparedVariant[],
  { before, isComeback }: { before: readonly StoredVariant[]; isComeback: boolean },
): StoredVariant[] => {
  const idsOf = (variant: SentVariant) => variant.attributeValueArr.map((value) => value.attributeValueId);
  const matches = matchVariants({
    before,
    sent: sent.map((variant) => ({ ...variant, valueIds: idsOf(variant) })),
  });
  const idOfNew = (variant: SentVariant) => (isComeback && variant._id) || v7();
  return sent.map((variant, index) => ({
    _id: matches[index]?._id ?? idOfNew(variant),
    name: variant.name,
    productName: variant.productName,
    sku: variant.sku,
    price: variant.price,
    images: variant.images,
    features: variant.descriptionArr,
    valueIds: idsOf(variant),
  }));
};

const claimSkus = async (database: Database, productId: string, variants: readonly StoredVariant[]) => {
  const { sku } = await resourceTables(database)
    .selectFrom('product')
    .select('sku')
    .where('_id', '=', productId)
    .executeTakeFirstOrThrow();
  const skus = skusOf({ sku: String(sku), attributeArr: variants });
  await refuseTakenSkus(database, { productId, skus });
  await forgetSkus(database, [productId]);
  await insertSkus(
    database,
    skus.map((placed) => ({ sku: placed.sku, productId })),
  );
};

/** What is written of a product beside its row. */
type Parts = {
  sent: readonly PreparedVariant[] | undefined;
  isSkuSent: boolean;
  /** The product was deleted and is restored, with the ids that its variants had. */
  isComeback: boolean;
};

const writeParts = async (
  write: Write,
  productId: string,
  { sent, isSkuSent, isComeback }: Parts,
): Promise<void> => {
  const { database } = write;
  if (!sent && !isSkuSent) return;
  const before = await variantsOf(database, productId);
  if (!sent) return claimSkus(database, productId, before);
  await refuseWrongValues(write, sent);
  const variants = toStored(sent, { before, isComeback });
  await claimSkus(database, productId, variants);
  await forgetVariants(database, [productId]);
  await insertVariants(database, [{ productId, variants }]);
  const repository = createRepository(product, database);
  const row = await repository.findRow({ id: productId, isLocked: false });
  if (row) await repository.update(productId, columnsOfVariants(row, variants));
};

const withImage = (record: AnyRecord, variantImage: unknown) => record.thumbnail ?? variantImage ?? null;

/** A product with what follows from its variants. */
const full = (record: AnyRecord): AnyRecord => {
  const variants = record.attributeArr as Variant[];
  const image = variants.find(({ imagesArr }) => imagesArr.length > 0)?.imagesArr[0]?.image;
  return { ...record, imageUrl: withImage(record, image), variantCount: variants.length };
};

type Save = (values: Row, options: WriteOptions) => Promise<AnyRecord>;

const saveProduct = (
  { files }: OperationsContext,
  { attributeArr, ...fields }: Row & { attributeArr?: SentVariant[] },
  { options, save }: { options: WriteOptions; save: Save },
): Promise<AnyRecord> => {
  // What comes back as it was may be of an import, which can leave images open.
  if (!options.revertOf) refuseProblems({ ...fields, attributeArr });
  return files.during(async (fileTransaction) => {
    const sent = attributeArr && (await prepareVariants(attributeArr, fileTransaction));
    const parts = { sent, isSkuSent: 'sku' in fields, isComeback: options.comeback !== undefined };
    const record = await save(withNamedThumbnail(fields), {
      ...options,
      within: async (write, id) => {
        await writeParts(write, id, parts);
        await options.within?.(write, id);
      },
      finally: async (write, saved) => {
        await options.finally?.(write, full(saved));
        fileTransaction.commit();
      },
    });
    return full(record);
  });
};

/** Adds to the records of a page what a list shows of their variants. */
const forList = async (database: Database, records: AnyRecord[]): Promise<AnyRecord[]> => {
  if (records.length === 0) return [];
  const rows = await resourceTables(database)
    .selectFrom('product')
    .select(['_id', 'variantCount', 'variantImage'])
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
      imageUrl: withImage(record, row?.variantImage),
      variantCount: Number(row?.variantCount ?? 0),
    };
  });
};

async function* inBatches<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < maxPageSize) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

/** The operations on products: a record is read and written together with its variants. */
export const productOperations = (standard: Operations, context: OperationsContext): Operations => {
  const { database } = context.storage;
  return {
    ...standard,
    list: async (query) => {
      const { data, total } = await standard.list(query);
      return { data: await forList(database, data), total };
    },
    stream: async function* (selection) {
      for await (const records of inBatches(standard.stream(selection)))
        yield* await forList(database, records);
    },
    get: async (id) => full(await standard.get(id)),
    create: (values, options) => saveProduct(context, values, { options, save: standard.create }),
    update: (id, changes, options) =>
      saveProduct(context, changes, {
        options,
        save: (values, saveOptions) => standard.update(id, values, saveOptions),
      }),
  };
};
