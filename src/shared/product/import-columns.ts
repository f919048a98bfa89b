import { fieldForHeader, type ImportField, importFields, listKnownTitles, normalizeHeader } from '../import-columns.ts';
import { product } from '../resources/product.ts';

const productFields = importFields(product).map((column) =>
  column.field === 'name' ? { ...column, aliases: [...(column.aliases ?? []), 'title'] } : column,
);

/** Fields of a product sheet's columns, except `Attribute: <name>`. */
export const productColumns: readonly ImportField[] = [
  { field: 'handle', title: 'Handle', aliases: ['url handle'] },
  ...productFields,
  { field: 'variantName', title: 'Variant Name' },
  { field: 'variantProductName', title: 'Variant Product Name' },
  { field: 'variantSku', title: 'Variant SKU' },
  { field: 'variantPrice', title: 'Variant Price', content: 'number' },
  { field: 'variantGtin', title: 'Variant GTIN' },
  { field: 'variantImages', title: 'Variant Images', aliases: ['variant image'], content: 'list' },
  { field: 'variantImageAlts', title: 'Alternative texts of Variant Images', content: 'list' },
  {
    field: 'features',
    title: 'Features',
    aliases: ['feature', 'descriptionArr', 'variant features'],
    content: 'list',
  },
];

/** An image without an alternative text in a list of them. */
export const noAlt = '-';

/** The handle of an exported product, by which an import matches it: the random end of its id. */
export const exportedHandle = (id: string): string => id.slice(-12);

export const shopifyOptions = [1, 2, 3] as const;

export const shopifyColumns: readonly ImportField[] = [
  ...shopifyOptions.flatMap((option) => [
    { field: `option${option}name`, title: `Option ${option}: name` },
    { field: `option${option}value`, title: `Option ${option}: value` },
  ]),
  { field: 'published', title: 'Published' },
  { field: 'imageSrc', title: 'Product image', aliases: ['image src', 'product image url'] },
  { field: 'imagePosition', title: 'Position of the product image', aliases: ['image position'] },
  { field: 'variantImage', title: 'Variant image', aliases: ['variant image url'] },
];

/** Our fields by header of Shopify's product export, current and older. */
const shopifyFields: Record<string, string> = {
  handle: 'handle',
  urlhandle: 'handle',
  title: 'name',
  bodyhtml: 'description',
  description: 'description',
  type: 'categoryId',
  variantsku: 'variantSku',
  sku: 'variantSku',
  variantprice: 'variantPrice',
  price: 'variantPrice',
  status: 'status',
};

export const productTitles: readonly string[] = [
  ...listKnownTitles([...productColumns, ...shopifyColumns]),
  ...Object.keys(shopifyFields),
];

export const isShopify = (headers: readonly string[]): boolean => {
  const normalized = new Set(headers.map(normalizeHeader));
  return (
    (normalized.has('handle') || normalized.has('urlhandle')) &&
    normalized.has('option1name') &&
    normalized.has('option1value')
  );
};

const shopifyFieldOf = (title: string): string | null => {
  const normalized = normalizeHeader(title);
  return fieldForHeader(title, { fields: shopifyColumns }) ?? shopifyFields[normalized] ?? null;
};

/** Returns the field of each header; null for unknown and repeated ones. */
export const mapProductHeaders = (headers: readonly string[]): (string | null)[] => {
  const fieldOf = isShopify(headers)
    ? shopifyFieldOf
    : (title: string) => fieldForHeader(title, { fields: productColumns, hasAttributes: true });
  const usedFields = new Set<string>();
  return headers.map(fieldOf).map((field) => {
    if (field === null || usedFields.has(field)) return null;
    usedFields.add(field);
    return field;
  });
};
