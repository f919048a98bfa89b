import { z } from 'zod';
import { bulkValuesSchema } from '../bulk.ts';
import { parsePriceFormula, priceFormulaMessage } from '../resource-kit/price-formula.ts';
import { product } from '../resources/product.ts';

/** A number sets the price, and null removes it. */
const priceSchema = z
  .preprocess(
    (value) => (typeof value === 'number' ? `=${value}` : value),
    z
      .string({ error: priceFormulaMessage })
      .max(50, priceFormulaMessage)
      .refine((text) => parsePriceFormula(text) !== null, priceFormulaMessage)
      .nullable(),
  )
  .optional()
  .meta({ description: 'A price, or a price formula such as +10%, -5 or =9.90', example: '+10%' });

export const productBulkValuesSchema = bulkValuesSchema(product, {
  names: ['status', 'categoryId', 'subCategoryId', 'isBestSeller', 'mrp'],
  extra: { price: priceSchema },
});
