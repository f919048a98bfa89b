import { z } from 'zod';
import { productBulkValuesSchema } from '#shared/product/bulk.ts';
import { skuInputSchema, variantInputsSchema, variantsSchema } from '#shared/product/variant.ts';
import type { AnyRecord } from '#shared/resource-kit/define-resource.ts';
import { exampleStoredFile } from '#shared/resource-kit/examples.ts';
import { applyPriceFormula, parsePriceFormula, priceFormulaMessage } from '#shared/resource-kit/price-formula.ts';
import { createSchema, recordSchema, updateSchema } from '#shared/resource-kit/schemas.ts';
import { product } from '#shared/resources/product.ts';
import type { Row } from '../../database/tables.ts';
import { validationError } from '../../lib/app-error.ts';
import type { BulkValues } from '../../records/bulk.ts';
import type { OperationsContext } from '../../records/hooks.ts';
import type { Extension, Operations } from '../../records/operations.ts';
import { productExportColumns, productExportRows } from './export.ts';
import { productHooks } from './hooks.ts';
import { moveAttributeValue } from './rename-variants.ts';
import { readPriceRanges } from './variants.ts';

/** Completes a record from the columns that follow from its variants. */
const toFullRecord = ({ variantImage, ...row }: AnyRecord): AnyRecord => ({
  ...row,
  imageUrl: row.thumbnail ?? variantImage ?? null,
  variantCount: Number(row.variantCount),
  imageCount: Number(row.imageCount),
  completeness: Number(row.completeness),
});

const productOperations = (standard: Operations, { databaseHandle }: OperationsContext): Operations => ({
  ...standard,
  list: async (query) => {
    const { data, ...found } = await standard.list(query);
    const ids = data.filter(({ variantCount }) => Number(variantCount) > 0).map(({ _id }) => _id);
    const ranges = await readPriceRanges(databaseHandle.database, ids);
    const records = data.map((record) => ({ ...toFullRecord(record), variantPrices: ranges.get(record._id) ?? null }));
    return { data: records, ...found };
  },
  stream: async function* (criteria) {
    for await (const record of standard.stream(criteria)) yield toFullRecord(record);
  },
  get: async (id) => toFullRecord(await standard.get(id)),
});

const computePrice = (text: unknown, current: unknown): number | null => {
  if (text === null) return null;
  const formula = parsePriceFormula(String(text));
  const result = formula
    ? applyPriceFormula(formula, current === null ? null : Number(current))
    : { error: priceFormulaMessage };
  if ('error' in result) throw validationError([{ field: 'price', message: result.error }]);
  return result.price;
};

/** A new category clears the subcategory unless one is set as well; a new subcategory alone also sets its category. */
const withMatchingCategory = (values: Row, current: Row): Row => {
  const isChanged = (name: string) => values[name] !== undefined && values[name] !== current[name];
  if (isChanged('categoryId') && values.subCategoryId === undefined) return { ...values, subCategoryId: null };
  const isSetAlone = values.subCategoryId !== null && values.categoryId === undefined;
  return isChanged('subCategoryId') && isSetAlone ? { ...values, categoryId: null } : values;
};

const productBulk: BulkValues = {
  schema: productBulkValuesSchema,
  computeChanges: ({ price, ...values }, current) => ({
    ...withMatchingCategory(values, current),
    ...(price !== undefined && { price: computePrice(price, current.price) }),
  }),
};

const listed = z.object({
  imageUrl: z.string().nullable().meta({
    example: exampleStoredFile,
    description: 'Stored file name of the thumbnail, otherwise of the first image of a variant',
  }),
  variantCount: z.number().meta({ example: 1 }),
  imageCount: z
    .number()
    .meta({ example: 1, description: 'Number of different images of the product and its variants' }),
  completeness: z
    .number()
    .meta({ example: 80, description: 'Percent of the completeness rules that the product meets' }),
});

const variantPricesSchema = z
  .object({ lowest: z.number().meta({ example: 45 }), highest: z.number().meta({ example: 405 }) })
  .nullable()
  .meta({ description: 'The lowest and the highest price of its variants; null without variants' });

/** Read-only fields are accepted, so that clients can send a record back as they read it. */
const readOnly = {
  imageUrl: z.unknown().optional(),
  variantCount: z.unknown().optional(),
  imageCount: z.unknown().optional(),
  completeness: z.unknown().optional(),
  variantPrices: z.unknown().optional(),
};

// The specification puts everything into one body: about 190 MB of new images.
const bodyLimit = 256 * 1024 * 1024;

export const productExtension: Extension = {
  hooks: { ...productHooks, moveLinks: moveAttributeValue },
  schemas: {
    record: recordSchema(product)
      .and(listed)
      .and(z.object({ attributeArr: variantsSchema })),
    saved: recordSchema(product)
      .and(listed)
      .and(z.object({ attributeArr: variantsSchema.optional() })),
    listed: recordSchema(product)
      .and(listed)
      .and(z.object({ variantPrices: variantPricesSchema })),
    create: createSchema(product, {
      ...readOnly,
      sku: skuInputSchema(product.fields.sku).default(''),
      attributeArr: variantInputsSchema.default([]),
    }),
    update: updateSchema(product, {
      ...readOnly,
      sku: skuInputSchema(product.fields.sku).optional(),
      attributeArr: variantInputsSchema.optional(),
    }),
  },
  operations: productOperations,
  exportColumns: productExportColumns,
  exportRows: productExportRows,
  bodyLimit,
  bulk: productBulk,
};
