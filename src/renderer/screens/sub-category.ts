import { category } from '#shared/resources/category.ts';
import { subCategory } from '#shared/resources/sub-category.ts';
import { resourceScreens } from '../resource/resource-screens.ts';

export const subCategoryScreens = resourceScreens(subCategory, {
  within: category,
  list: async () => (await import('./sub-category/sub-category-list.tsx')).SubCategoryList,
  form: async () => (await import('./sub-category/sub-category-form.tsx')).SubCategoryForm,
});
