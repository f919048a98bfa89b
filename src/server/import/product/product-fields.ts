import { product } from '#shared/resources/product.ts';
import { attributePrefix, fieldColumns, type KnownField } from '../columns.ts';

const own = fieldColumns(product).map((column) =>
  column.field === 'name' ? { ...column, aliases: [...(column.aliases ?? []), 'title'] } : column,
);

/** What a column of a product sheet can be, beside `Attribute: <name>`. */
export const productColumns: readonly KnownField[] = [
  { field: 'handle', title: 'Handle', aliases: ['url handle'] },
  ...own,
  { field: 'variantName', title: 'Variant Name' },
  { field: 'variantProductName', title: 'Variant Product Name' },
  { field: 'variantSku', title: 'Variant SKU' },
  { field: 'variantPrice', title: 'Variant Price' },
  { field: 'variantImages', title: 'Variant Images', aliases: ['variant image'] },
  { field: 'features', title: 'Features', aliases: ['feature', 'descriptionArr', 'variant features'] },
];

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

/** The name of the attribute that a column is for; null where it is for none. */
export const attributeOf = (field: string): string | null =>
  field.startsWith(attributePrefix) ? field.slice(attributePrefix.length) : null;
