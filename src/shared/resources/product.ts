import { defineResource } from '../resource-kit/define-resource.ts';
import {
  boolean,
  choice,
  image,
  inherited,
  link,
  money,
  reference,
  richText,
  status,
  text,
  updatedBy,
} from '../resource-kit/fields.ts';
import { texts } from '../texts.ts';

/** The limit of rich text, which this field used to be, so that no existing text is too long. */
const maxSpecification = 5_000_000;

/** A product without its variants (`attributeArr`), which have their own table and operations: `src/shared/product`. */
export const product = defineResource({
  name: 'product',
  label: 'Product',
  titleField: 'name',
  paths: {
    list: '/FrontendCMS/Product/ProductList',
    view: '/FrontendCMS/Product/ProductView/:id',
    form: '/FrontendCMS/Product/ProductAddEdit',
    multiAdd: '/FrontendCMS/Product/ProductAdd',
    import: '/FrontendCMS/Product/ProductImport',
  },
  fields: {
    name: text({
      label: 'Product Name',
      isRequired: true,
      requiredMessage: texts.product.nameRequired,
      isSearchable: true,
    }),
    sku: text({ label: 'SKU', isSearchable: true, isCode: true }),
    description: richText({ label: 'Description', isSearchable: true }),
    specification: text({ label: 'Specification', isMultiline: true, maxLength: maxSpecification }),
    materialType: text({ label: 'Material Type', isSearchable: true }),
    price: money({ label: 'Price' }),
    isBestSeller: boolean({ label: 'Best seller' }),
    thumbnail: image({ label: 'Thumbnail' }),
    categoryId: reference({ label: 'Category', to: 'category', isSearchable: true }),
    subCategoryId: reference({ label: 'Sub Category', to: 'subCategory', isSearchable: true }),
    status: status(),
  },
  links: {
    attributeId: inherited({ label: 'Attribute', to: 'attribute', through: 'attributeValueId' }),
    attributeValueId: link({
      label: 'Attribute Value',
      to: 'attributeValue',
      table: 'productAttributeValue',
      ownColumn: 'productId',
    }),
  },
  extraFilters: {
    minPrice: money({ label: 'Price from', isExtra: true }),
    maxPrice: money({ label: 'Price to', isExtra: true }),
    hasVariants: boolean({ label: 'Has variants', isExtra: true }),
    missing: choice({
      label: 'Missing',
      options: [
        { value: 'image', label: 'Image' },
        { value: 'price', label: 'Price' },
        { value: 'category', label: 'Category' },
        { value: 'description', label: 'Description' },
        { value: 'variantImage', label: 'Image of a variant' },
        { value: 'variantSku', label: 'SKU of a variant' },
      ],
      isExtra: true,
    }),
    completeness: choice({
      label: 'Completeness',
      options: [
        { value: 'complete', label: 'Complete' },
        { value: 'incomplete', label: 'Incomplete' },
      ],
      isExtra: true,
    }),
    updatedBy: updatedBy(),
  },
  extraSorts: ['categoryId', 'variantCount', 'imageCount', 'completeness'],
});
