import { type RawBuilder, sql } from 'kysely';
import { validateProduct } from '#shared/product/validate-product.ts';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { product } from '#shared/resources/product.ts';
import { encodeValue } from '../../database/schema.ts';
import type { Row } from '../../database/tables.ts';
import { AppError, validationError } from '../../lib/app-error.ts';
import type { ResourceHooks } from '../../records/hooks.ts';
import { type FilterConditions, matchesNothing } from '../../records/list-query.ts';
import type { Extension } from '../../records/operations.ts';
import { setInherited } from '../../records/references.ts';
import { reindex } from '../../records/reindex.ts';
import { createRepository } from '../../records/repository.ts';
import type { RowUpdate } from '../../records/stored-rows.ts';
import { assertDistinctGtins } from './gtins.ts';
import { withNamedThumbnail } from './prepare-variants.ts';
import { variantHooks } from './variant-hooks.ts';
import { findVariantSkus, readSearchTexts } from './variants.ts';

/** Error message for a subcategory of another category. */
const subCategoryMisfit = `This ${inSentence(product.fields.subCategoryId.label)} doesn’t belong to the selected ${inSentence(product.fields.categoryId.label)}`;

const assertValidProduct = (values: Row) => {
  const errors = validateProduct(values as Parameters<typeof validateProduct>[0]);
  // The specification shows one message at a time: that of the first failed check.
  if (errors[0]) throw new AppError('invalid', errors[0].message, { errors });
};

const column = (name: string) => sql.ref(`product.${name}`);

/** Partial indexes need these conditions to the letter (migration 0023). */
const missing: Readonly<Record<string, RawBuilder<boolean>>> = {
  image: sql`(${column('thumbnail')} is null and ${column('variantImage')} is null)`,
  price: sql`${column('price')} is null`,
  category: sql`${column('categoryId')} is null`,
  description: sql`${column('description')} = ''`,
  variantImage: sql`${column('variantsWithoutImage')} > 0`,
  variantSku: sql`${column('variantsWithoutSku')} > 0`,
};

const toHundredths = (amount: string) => encodeValue(product.fields.price, Number(amount));

const productFilters: FilterConditions = {
  minPrice: (amount) => sql`${column('price')} >= ${toHundredths(amount)}`,
  maxPrice: (amount) => sql`${column('price')} <= ${toHundredths(amount)}`,
  hasVariants: (value) => sql`(case when ${column('variantCount')} > 0 then 'true' else 'false' end) = ${value}`,
  // An expression index needs this to the letter (migration 0027).
  completeness: (value) =>
    sql`(case when ${column('completeness')} = 100 then 'complete' else 'incomplete' end) = ${value}`,
  missing: (value) => missing[value] ?? matchesNothing,
};

/** A subcategory sets the product's category and can't be combined with another one. */
export const productHooks: ResourceHooks = {
  completeInput: (values, { isUndo }) => {
    // Restored products may come from an import, which allows missing images.
    if (!isUndo) assertValidProduct(values);
    return withNamedThumbnail(values);
  },
  beforeWrite: async ({ database, parents }, changes) => {
    await assertDistinctGtins(
      database,
      changes.flatMap(({ row, current }) => {
        const gtin = String(row.gtin ?? '');
        if (gtin === '' || gtin === current?.gtin) return [];
        return [{ gtin, productId: String(row._id), owner: String(row.name), field: 'gtin', isNew: true }];
      }),
    );
    const isMoved = ({ row, current }: RowUpdate) =>
      row.subCategoryId && (current?.categoryId !== row.categoryId || current?.subCategoryId !== row.subCategoryId);
    const ids = changes.filter(isMoved).map(({ row }) => row.subCategoryId);
    await parents.load('subCategory', ids, { forUpdate: true });
    return changes.map((change) => {
      const { row } = change;
      if (!isMoved(change)) return row;
      const categoryId = parents.find('subCategory', row.subCategoryId)?.categoryId ?? null;
      if (row.categoryId && row.categoryId !== categoryId) {
        throw validationError([{ field: 'subCategoryId', message: subCategoryMisfit }]);
      }
      return { ...row, categoryId };
    });
  },
  relatedSearchTexts: readSearchTexts,
  findCodes: findVariantSkus,
  filters: productFilters,
  listColumns: ['variantCount', 'variantImage', 'imageCount', 'completeness'],
  related: variantHooks,
};

/** When a subcategory moves to another category, its products move too. */
export const subCategoryExtension: Extension = {
  hooks: {
    afterWrite: async (write, changes) => {
      for (const { row, current } of changes) {
        if (!current || current.categoryId === row.categoryId) continue;
        const ids = await createRepository(product, write.database).findReferrerIds('subCategoryId', [String(row._id)]);
        await setInherited(write, { resource: product, ids, values: { categoryId: row.categoryId } });
        await reindex(write.database, { resource: product, ids, hooks: productHooks });
      }
    },
  },
};
