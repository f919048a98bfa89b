import { defineResource } from '../resource-kit/define-resource.ts';
import {
  boolean,
  choice,
  image,
  inherited,
  link,
  money,
  pageFieldNames,
  pageFields,
  position,
  reference,
  richText,
  status,
  text,
  updatedBy,
} from '../resource-kit/fields.ts';
import { texts } from '../texts.ts';

/** The limit of rich text, which this field used to be, so that no existing text is too long. */
const maxSpecification = 5_000_000;

/** Fields that labels, marketplaces and the law on packaged goods ask for. */
export const tradeFieldNames = ['gtin', 'mrp', 'netQuantity', 'hsnCode', 'countryOfOrigin', 'manufacturer'] as const;

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
    gtin: text({
      label: 'GTIN',
      help: 'The number of the barcode: 8, 12, 13 or 14 digits',
      code: 'gtin',
      example: '4006381333931',
      isSearchable: true,
      isCode: true,
      isExtra: true,
      isUnsorted: true,
    }),
    mrp: money({ label: 'MRP', help: 'Maximum retail price, with all taxes', isExtra: true, isUnsorted: true }),
    netQuantity: text({ label: 'Net quantity', help: 'Such as 10 pieces or 500 g', isExtra: true, isUnsorted: true }),
    hsnCode: text({ label: 'HSN code', code: 'hsn', example: '9608', isExtra: true, isUnsorted: true }),
    countryOfOrigin: text({ label: 'Country of origin', isExtra: true, isUnsorted: true }),
    manufacturer: text({
      label: 'Manufacturer',
      help: 'Name and address of the manufacturer, packer or importer',
      isMultiline: true,
      maxLength: 1000,
      isExtra: true,
      isUnsorted: true,
    }),
    categoryId: reference({ label: 'Category', to: 'category', isSearchable: true }),
    subCategoryId: reference({ label: 'Sub Category', to: 'subCategory', isSearchable: true }),
    status: status(),
    position: position({ isUnsorted: true, within: 'categoryId' }),
    ...pageFields(),
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
  site: {
    path: 'products',
    fields: [
      'name',
      'sku',
      'description',
      'specification',
      'materialType',
      'price',
      ...tradeFieldNames,
      'isBestSeller',
      'thumbnail',
      'categoryId',
      'subCategoryId',
      ...pageFieldNames,
    ],
    filters: ['slug', 'categoryId', 'subCategoryId', 'attributeValueId', 'isBestSeller', 'minPrice', 'maxPrice'],
    orders: ['name', 'price'],
  },
});
