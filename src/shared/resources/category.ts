import { defineResource } from '../resource-kit/define-resource.ts';
import { boolean, image, pageFieldNames, pageFields, position, status, text } from '../resource-kit/fields.ts';

export const category = defineResource({
  name: 'category',
  label: 'Category',
  labelPlural: 'Categories',
  titleField: 'name',
  hasDistinctNames: true,
  paths: { list: '/Category/CategoryList', form: '/Category/CategoryAddEdit' },
  fields: {
    name: text({ label: 'Category Name', isRequired: true, isSearchable: true }),
    description: text({ label: 'Category Description', isMultiline: true, isSearchable: true }),
    image: image({ label: 'Category Image' }),
    banner: image({ label: 'Category Banner' }),
    status: status(),
    position: position({ isUnsorted: true }),
    ...pageFields(),
  },
  extraFilters: {
    hasActiveProducts: boolean({ label: 'Has active products', isExtra: true }),
  },
  site: {
    path: 'categories',
    fields: ['name', 'description', 'image', 'banner', ...pageFieldNames],
    filters: ['slug'],
    orders: ['name'],
    parts: { name: 'subCategories', of: 'subCategory', by: 'categoryId' },
  },
});
