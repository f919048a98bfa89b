import { generateSkus } from '#shared/product/sku-pattern.ts';
import { type Database, resourceTables } from '../../database/tables.ts';
import type { MergedVariant } from './merge-variants.ts';

const toAttributeValues = ({ draft }: MergedVariant) =>
  (draft?.attributes ?? []).map(({ name, text }) => ({
    attributeValueId: '',
    attributeId: '',
    attributeValueName: text,
    attributeName: name,
  }));

export const loadSkus = async (database: Database, pattern: string) => {
  const rows = await resourceTables(database).selectFrom('productSku').select('sku').execute();
  const reservedSkus = new Set(rows.map(({ sku }) => String(sku)));
  const reserveUnique = (base: string): string => {
    let sku = base;
    for (let count = 2; reservedSkus.has(sku); count += 1) sku = `${base}-${count}`;
    reservedSkus.add(sku);
    return sku;
  };
  return {
    /** Reserves the SKUs that the file itself contains. */
    reserve: (skus: Iterable<string>): void => {
      for (const sku of skus) reservedSkus.add(sku);
    },
    /** Sets a unique SKU on every variant without one. Returns their number. */
    fill: (merged: readonly MergedVariant[], product: { name: string; sku: string }): number => {
      const skus = generateSkus({
        pattern,
        product,
        variants: merged.map((one) => ({ attributeValueArr: toAttributeValues(one) })),
      });
      const missing = merged.flatMap(({ variant, draft }, index) =>
        draft && variant.sku === '' ? [{ variant, index }] : [],
      );
      for (const { variant, index } of missing) variant.sku = reserveUnique(skus[index] || `SKU-${index + 1}`);
      return missing.length;
    },
  };
};

export type NewSkus = Awaited<ReturnType<typeof loadSkus>>;
