import * as z from 'zod/mini';
import type { AnyRecord } from '#shared/resource-kit/define-resource.ts';

const rangeSchema = z.object({ lowest: z.number(), highest: z.number() });
const pricedVariantsSchema = z.catch(z.array(z.object({ price: z.number() })), []);

/** The lowest and the highest price of the variants: from the variants themselves, or else as a list has them. */
export const readVariantPrices = (record: AnyRecord): { lowest: number; highest: number } | undefined => {
  if (!Array.isArray(record.attributeArr)) return rangeSchema.safeParse(record.variantPrices).data;
  const prices = pricedVariantsSchema.parse(record.attributeArr).map(({ price }) => price);
  return prices.length === 0 ? undefined : { lowest: Math.min(...prices), highest: Math.max(...prices) };
};
