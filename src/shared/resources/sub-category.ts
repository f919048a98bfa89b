import { defineResource } from '../resource-kit/define-resource.ts';
import { pageFieldNames, pageFields, position, reference, status, text } from '../resource-kit/fields.ts';

export const subCategory = defineResource({
  name: 'subCategory',
  label: 'Sub Category',
  labelPlural: 'Sub Categories',
  titleField: 'name',
  hasDistinctNames: true,
  paths: {
    list: '/SubCategory/SubCategoryList/:categoryId',
    form: '/SubCategory/SubCategoryAddEdit/:categoryId',
  },
  fields: {
    categoryId: reference({ label: 'Category', to: 'category', isRequired: true, onDelete: 'cascade' }),
    name: text({ label: 'Sub Category Name', isRequired: true, isSearchable: true }),
    description: text({ label: 'Sub Category Description', isMultiline: true, isSearchable: true }),
    status: status(),
    position: position({ isUnsorted: true, within: 'categoryId' }),
    ...pageFields(),
  },
  site: { fields: ['name', 'description', ...pageFieldNames] },
});
