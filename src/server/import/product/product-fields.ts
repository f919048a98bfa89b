/** Fields other than attributes that make a row one of a variant. */
export const variantFields = [
  'variantName',
  'variantProductName',
  'variantSku',
  'variantPrice',
  'variantImages',
  'features',
] as const;
export type VariantField = (typeof variantFields)[number];
