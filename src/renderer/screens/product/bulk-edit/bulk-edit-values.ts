import { normalizePriceFormula, parsePriceFormula, priceFormulaMessage } from '#shared/resource-kit/price-formula.ts';

/** An empty string leaves a field unchanged. */
export const emptyBulkEdit = { categoryId: '', subCategoryId: '', status: '', price: '', isBestSeller: '' };

export type BulkEditValues = typeof emptyBulkEdit;

/** No category; shorter than any id. */
export const noneValue = '-';

const toReference = (value: string): string | null => (value === noneValue ? null : value);

export const toUpdateValues = ({ categoryId, subCategoryId, status, price, isBestSeller }: BulkEditValues) => ({
  ...(categoryId && { categoryId: toReference(categoryId) }),
  ...(subCategoryId && { subCategoryId: toReference(subCategoryId) }),
  ...(status && { status }),
  ...(price.trim() && { price: normalizePriceFormula(price) }),
  ...(isBestSeller && { isBestSeller: isBestSeller === 'yes' }),
});

export const validatePrice = (price: string): string | null =>
  price.trim() === '' || parsePriceFormula(normalizePriceFormula(price)) ? null : priceFormulaMessage;

export const canPreview = (edit: BulkEditValues): boolean =>
  Object.keys(toUpdateValues(edit)).length > 0 && validatePrice(edit.price) === null;
