import { parsePriceFormula, priceFormulaProblem } from '#shared/product/price-formula.ts';
import { plainNumber } from '#shared/resource/plain-number.ts';

/** What is chosen for many products; an empty text leaves a field as it is. */
export type Edit = {
  categoryId: string;
  subCategoryId: string;
  status: string;
  price: string;
  isBestSeller: string;
};

export const noEdit: Edit = { categoryId: '', subCategoryId: '', status: '', price: '', isBestSeller: '' };

/** Stands for no category. No id is this short. */
export const none = '-';

const reference = (chosen: string): string | null => (chosen === none ? null : chosen);

/** What the server is to set: only what is not left as it is. */
export const valuesOf = ({ categoryId, subCategoryId, status, price, isBestSeller }: Edit) => ({
  ...(categoryId && { categoryId: reference(categoryId) }),
  ...(subCategoryId && { subCategoryId: reference(subCategoryId) }),
  ...(status && { status }),
  ...(price.trim() && { price: plainNumber(price) }),
  ...(isBestSeller && { isBestSeller: isBestSeller === 'yes' }),
});

/** What is wrong with the price; null where nothing is. */
export const priceProblem = (price: string): string | null =>
  price.trim() === '' || parsePriceFormula(plainNumber(price)) ? null : priceFormulaProblem;

/** Whether there is anything to do, and nothing wrong with it. */
export const isReady = (edit: Edit): boolean =>
  Object.keys(valuesOf(edit)).length > 0 && priceProblem(edit.price) === null;
