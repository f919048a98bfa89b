/** A SKU and the path of its field: `sku` of the product or `attributeArr.3.sku`. */
export type SkuLocation = { sku: string; field: string };

type ProductSkus = { sku: string; attributeArr: readonly { sku: string }[] };

export const skusOf = ({ sku, attributeArr }: ProductSkus): SkuLocation[] =>
  [
    { sku, field: 'sku' },
    ...attributeArr.map((variant, index) => ({ sku: variant.sku, field: `attributeArr.${index}.sku` })),
  ].filter((placed) => placed.sku !== '');

/** Returns every SKU that an earlier field already has. */
export const findDuplicateSkus = (skus: readonly SkuLocation[]): SkuLocation[] => {
  const taken = new Set<string>();
  return skus.filter(({ sku }) => {
    const isTaken = taken.has(sku);
    taken.add(sku);
    return isTaken;
  });
};
