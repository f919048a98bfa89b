import { inSentence } from '#shared/resource/words.ts';
import { product } from '#shared/resources/product.ts';
import { resourceTables } from '../../database/tables.ts';
import { invalid } from '../../lib/failure.ts';
import type { Extension } from '../../records/extension.ts';
import { setInherited } from '../../records/inherited.ts';
import { createRepository } from '../../records/repository.ts';
import type { Rules } from '../../records/rules.ts';
import { claimOwnSku } from './skus.ts';
import { forgetVariants, nameValues, readVariantSkus, readVariants } from './variants.ts';

/** What is said of a sub category of another category. */
export const subCategoryMisfit = `This ${inSentence(product.fields.subCategoryId.label)} doesn’t belong to the selected ${inSentence(product.fields.categoryId.label)}`;

/** A sub category brings its category along, and goes with no other. */
export const productRules: Rules = {
  beforeWrite: async ({ storage, database, row, current }) => {
    const { categoryId, subCategoryId } = row;
    const isSame = current?.categoryId === categoryId && current?.subCategoryId === subCategoryId;
    if (!subCategoryId || isSame) return row;
    const parent = await resourceTables(database)
      .selectFrom('subCategory')
      .select('categoryId')
      .where('_id', '=', subCategoryId)
      .$if(storage.hasRowLocks, (query) => query.forShare())
      .executeTakeFirst();
    if (categoryId && parent?.categoryId !== categoryId) {
      throw invalid([{ field: 'subCategoryId', message: subCategoryMisfit }]);
    }
    return { ...row, categoryId: parent?.categoryId ?? null };
  },
  afterWrite: async ({ database, row, current }) =>
    claimOwnSku(database, {
      productId: String(row._id),
      sku: String(row.sku),
      before: current ? String(current.sku) : undefined,
    }),
  removeParts: forgetVariants,
  furtherTexts: readVariantSkus,
  readParts: async (database, ids) => {
    const stored = await readVariants(database, ids);
    const variants = await nameValues(database, [...stored.values()].flat());
    const byId = new Map(variants.map((variant) => [variant._id, variant]));
    return new Map(
      [...stored].map(([id, own]) => [id, { attributeArr: own.map(({ _id }) => byId.get(_id)) }]),
    );
  },
};

/** The products of a sub category that moves to another category move along. */
export const subCategoryExtension: Extension = {
  rules: {
    afterWrite: async ({ row, current, ...write }) => {
      if (!current || current.categoryId === row.categoryId) return;
      const ids = await createRepository(product, write.database).findReferring({
        fieldName: 'subCategoryId',
        ids: [String(row._id)],
      });
      await setInherited(write, { resource: product, ids, values: { categoryId: row.categoryId } });
    },
  },
};
