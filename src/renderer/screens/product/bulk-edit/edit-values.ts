import { parsePriceFormula, priceFormulaProblem } from '#shared/product/price-formula.ts';
import { plainNumber } from '#shared/resource/plain-number.ts';

/** An empty string leaves a field unchanged. */
export type Edit = {
  categoryId: string;
  subCategoryId: string;
  status: string;
  price: string;
  isBestSeller: string;
};

export const noEdit: Edit = { categoryId: '', subCategoryId: '', status: '', price: '', isBestSeller: '' };

/** No category; shorter than any id. */
export const none = '-';

const reference = (chosen: string): string | null => (chosen === none ? null : chosen);

export const valuesOf = ({ categoryId, subCategoryId, status, price, isBestSeller }: Edit) => ({
  ...(categoryId && { categoryId: reference(categoryId) }),
  ...(subCategoryId && { subCategoryId: reference(subCategoryId) }),
  ...(status && { status }),
  ...(price.trim() && { price: plainNumber(price) }),
  ...(isBestSeller && { isBestSeller: isBestSeller === 'yes' }),
});

export const priceProblem = (price: string): string | null =>
  price.trim() === '' || parsePriceFormula(plainNumber(price)) ? null : priceFormulaProblem;

export const isReady = (edit: Edit): boolean =>
  Object.keys(valuesOf(edit)).length > 0 && priceProblem(edit.price) === null;
