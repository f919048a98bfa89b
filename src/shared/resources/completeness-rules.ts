import { defineResource } from '../resource-kit/define-resource.ts';
import { choices, number, text } from '../resource-kit/fields.ts';

/** A score of each product, from rules that the office edits. */
/** Requirements that a complete product can have to meet. */
export const completenessRequirements = [
  { value: 'image', label: 'Image' },
  { value: 'price', label: 'Price' },
  { value: 'category', label: 'Category' },
  { value: 'subCategory', label: 'Sub category' },
  { value: 'description', label: 'Description' },
  { value: 'specification', label: 'Specification' },
  { value: 'materialType', label: 'Material type' },
  { value: 'sku', label: 'SKU of the product' },
  { value: 'gtin', label: 'GTIN of the product' },
  { value: 'mrp', label: 'MRP' },
  { value: 'netQuantity', label: 'Net quantity' },
  { value: 'hsnCode', label: 'HSN code' },
  { value: 'countryOfOrigin', label: 'Country of origin' },
  { value: 'manufacturer', label: 'Manufacturer' },
  { value: 'variants', label: 'At least one variant' },
  { value: 'variantImage', label: 'Image of every variant' },
  { value: 'variantSku', label: 'SKU of every variant' },
] as const;

/** The one record of rules. Until it is saved, the rules are `defaultCompletenessRules`. */
export const completenessRules = defineResource({
  name: 'completenessRules',
  label: 'Completeness rules',
  labelPlural: 'Completeness rules',
  titleField: 'name',
  paths: { form: '/FrontendCMS/Product/CompletenessRules' },
  isSingleton: true,
  fields: {
    name: text({ label: 'Name', isRequired: true, isSearchable: true }),
    requirements: choices({ label: 'A complete product has', options: completenessRequirements }),
    minDescription: number({
      label: 'Minimum length of the description',
      help: 'In characters, without formatting',
      isInteger: true,
      min: 0,
      max: 10_000,
    }),
  },
});
