import { productBulkValuesSchema } from '#shared/product/bulk.ts';
import { applyPriceFormula, parsePriceFormula, priceFormulaMessage } from '#shared/product/price-formula.ts';
import type { Row } from '../../database/tables.ts';
import { invalid } from '../../lib/app-error.ts';
import type { BulkValues } from '../../records/bulk.ts';

const newPrice = (text: unknown, current: unknown): number | null => {
  if (text === null) return null;
  const formula = parsePriceFormula(String(text));
  const result = formula
    ? applyPriceFormula(formula, current === null ? null : Number(current))
    : { problem: priceFormulaMessage };
  if ('problem' in result) throw invalid([{ field: 'price', message: result.problem }]);
  return result.price;
};

/** A new category clears the subcategory unless one is set as well; a new subcategory alone also sets its category. */
const withFittingCategory = (values: Row, current: Row): Row => {
  const isOther = (name: string) => values[name] !== undefined && values[name] !== current[name];
  if (isOther('categoryId') && values.subCategoryId === undefined) return { ...values, subCategoryId: null };
  const isAlone = values.subCategoryId !== null && values.categoryId === undefined;
  return isOther('subCategoryId') && isAlone ? { ...values, categoryId: null } : values;
};

export const productBulk: BulkValues = {
  schema: productBulkValuesSchema,
  changesOf: ({ price, ...values }, current) => ({
    ...withFittingCategory(values, current),
    ...(price !== undefined && { price: newPrice(price, current.price) }),
  }),
};
