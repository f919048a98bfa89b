/** The fields of a row that make it one of a variant, beside attributes. */
export const variantFields = [
  'variantName',
  'variantProductName',
  'variantSku',
  'variantPrice',
  'variantImages',
  'features',
] as const;
export type VariantField = (typeof variantFields)[number];
