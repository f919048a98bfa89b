import { findProductProblems } from '#shared/product/problems.ts';
import { findRepeatedSkus, skusOf } from '#shared/product/skus.ts';
import type { Validate } from '../../resource/form/use-resource-form.tsx';
import { repeatedSkuText } from './sheet/variant-problems.ts';
import { sheetOf } from './sheet/variant-sheet.ts';

/** The checks of a product before it is sent, in the order of the specification; then that no SKU is given twice. */
export const validateProduct: Validate = ({ name, sku, attributeArr }) => {
  const { variants } = sheetOf(attributeArr);
  const problems = findProductProblems({ name: String(name ?? ''), attributeArr: variants });
  if (problems.length > 0) return problems;
  return findRepeatedSkus(
    skusOf({
      sku: String(sku ?? '').trim(),
      attributeArr: variants.map((each) => ({ sku: each.sku.trim() })),
    }),
  ).map((repeated) => ({ field: repeated.field, message: repeatedSkuText(repeated.sku) }));
};
