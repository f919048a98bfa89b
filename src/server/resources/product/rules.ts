import { product } from '#shared/resources/product.ts';
import { invalid } from '../../failure.ts';
import type { Extension } from '../../resource/extension.ts';
import type { Rules } from '../../resource/rules.ts';
import { resourceTables } from '../../storage/tables.ts';

/** What is said of a sub category of another category. */
export const subCategoryMisfit = `${product.fields.subCategoryId.label} does not belong to the chosen ${product.fields.categoryId.label}`;

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
};

/** The products of a sub category that moves to another category move along. */
export const subCategoryExtension: Extension = {
  rules: {
    afterWrite: async ({ database, row, current }) => {
      if (!current || current.categoryId === row.categoryId) return;
      await resourceTables(database)
        .updateTable('product')
        .set(({ eb }) => ({
          categoryId: row.categoryId,
          version: eb('version', '+', 1),
          updatedAt: new Date().toISOString(),
        }))
        .where('subCategoryId', '=', row._id)
        .execute();
    },
  },
};
