import { productBulkValuesSchema } from '#shared/product/bulk.ts';
import { applyPriceFormula, parsePriceFormula, priceFormulaMessage } from '#shared/resource-kit/price-formula.ts';
import type { Row } from '../../database/tables.ts';
import { validationError } from '../../lib/app-error.ts';
import type { BulkValues } from '../../records/bulk.ts';

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

export const productBulk: BulkValues = {
  schema: productBulkValuesSchema,
  computeChanges: ({ price, ...values }, current) => ({
    ...withMatchingCategory(values, current),
    ...(price !== undefined && { price: computePrice(price, current.price) }),
  }),
};
