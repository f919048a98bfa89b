import { IconCategory } from '@tabler/icons-react';
import { fillPath } from '#shared/resource/paths.ts';
import { category } from '#shared/resources/category.ts';
import { subCategory } from '#shared/resources/sub-category.ts';
import { resourceScreens } from '../resource/screens/resource-screens.ts';

export const categoryScreens = resourceScreens(category, {
  menu: { group: 'main', label: 'Category', icon: IconCategory },
  columns: (column) => [
    column.serial(),
    column.field('image', { width: '5.75rem' }),
    column.banner('banner', { width: '7.25rem' }),
    column.field('name', { width: '16%' }),
    column.field('description'),
    column.field('status', { width: '7.5rem' }),
    column.link({
      header: 'Sub Category',
      width: '7rem',
      label: 'Sub Category',
      to: ({ _id }) => fillPath(subCategory.paths.list, { categoryId: _id }),
    }),
    column.actions(),
  ],
  sections: { Category: ['name', 'description'], Images: ['image', 'banner'] },
});
