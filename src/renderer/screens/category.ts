import { IconCategory } from '@tabler/icons-react';
import { category } from '#shared/resources/category.ts';
import { resourceScreens } from '../resource/resource-screens.ts';

export const categoryScreens = resourceScreens(category, {
  menu: { group: 'main', label: 'Category', icon: IconCategory },
  list: async () => (await import('./category/category-list.tsx')).CategoryList,
  form: async () => (await import('./category/category-form.tsx')).CategoryForm,
});
