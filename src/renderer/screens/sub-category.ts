import { category } from '#shared/resources/category.ts';
import { subCategory } from '#shared/resources/sub-category.ts';
import { resourceScreens } from '../resource/screens/resource-screens.ts';

export const subCategoryScreens = resourceScreens(subCategory, {
  within: category,
  title: (categoryName) => `Sub Categories of ${categoryName}`,
  columns: (column) => [
    column.serial(),
    column.field('name', { width: '25%' }),
    column.field('description'),
    column.field('status'),
    column.actions(),
  ],
  sections: { 'Sub category': ['categoryId', 'name', 'description'] },
});
