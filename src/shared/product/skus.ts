/** A SKU and where it stands: `sku` of the product or `attributeArr.3.sku`. */
export type PlacedSku = { sku: string; field: string };

/** The SKUs of a product and of its variants, without blank ones. */
export const skusOf = ({
  sku,
  attributeArr,
}: {
  sku: string;
  attributeArr: readonly { sku: string }[];
}): PlacedSku[] =>
  [
    { sku, field: 'sku' },
    ...attributeArr.map((variant, index) => ({ sku: variant.sku, field: `attributeArr.${index}.sku` })),
  ].filter((placed) => placed.sku !== '');

/** The places of SKUs that another place before them has already. */
export const findRepeatedSkus = (skus: readonly PlacedSku[]): PlacedSku[] => {
  const taken = new Set<string>();
  return skus.filter(({ sku }) => {
    const isTaken = taken.has(sku);
    taken.add(sku);
    return isTaken;
  });
};
