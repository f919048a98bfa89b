import { findProductProblems } from '#shared/product/problems.ts';
import type { SentVariant, Variant } from '#shared/product/variant.ts';
import type { AnyRecord } from '#shared/resource/define-resource.ts';
import { product } from '#shared/resources/product.ts';
import { type Database, type Row, resourceTables } from '../../database/tables.ts';
import { Failure } from '../../lib/failure.ts';
import { changeRecords, type ManyChange } from '../../records/change-many.ts';
import type { Operations, WriteOptions } from '../../records/operations.ts';
import { createRepository } from '../../records/repository.ts';
import type { OperationsContext, Write } from '../../records/rules.ts';
import { inBatches } from './in-batches.ts';
import { type Parts, writeParts } from './parts.ts';
import { type KnownImages, prepareVariants, withNamedThumbnail } from './prepare-variants.ts';

const refuseProblems = (values: Row) => {
  const errors = findProductProblems(values as Parameters<typeof findProductProblems>[0]);
  // The specification says one text at a time: that of the first check that fails.
  if (errors[0]) throw new Failure({ kind: 'invalid', message: errors[0].message, errors });
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
        const row = await createRepository(product, write.database).findRow({ id, isLocked: false });
        if (row) await writeParts(write, [{ ...parts, row }]);
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

/** Changes many products with their variants. */
const changeProducts = (
  context: OperationsContext,
  write: Write,
  changes: readonly ManyChange[],
): Promise<void> =>
  context.files.during(async (fileTransaction) => {
    const known: KnownImages = new Map();
    const parts = new Map<string, Parts>();
    const ownChanges: ManyChange[] = [];
    for (const change of changes) {
      const { attributeArr, ...fields } = change.values as Row & { attributeArr?: SentVariant[] };
      if (!change.revertOf) refuseProblems(change.values);
      const sent = attributeArr && (await prepareVariants(attributeArr, fileTransaction, known));
      parts.set(change.id, { sent, isSkuSent: 'sku' in fields, isComeback: false });
      ownChanges.push({ ...change, values: fields });
    }
    await changeRecords({ resource: product, context }, write, {
      changes: ownChanges,
      within: (rows) =>
        writeParts(
          write,
          rows.flatMap((row) => {
            const own = parts.get(String(row._id));
            return own ? [{ ...own, row }] : [];
          }),
        ),
    });
    fileTransaction.commit();
  });

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
    updateMany: (write, changes) => changeProducts(context, write, changes),
  };
};
