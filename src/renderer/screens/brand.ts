import { IconBuildingStore } from '@tabler/icons-react';
import { brandsPage } from '#shared/resources/brands-page.ts';
import { resourceScreens } from '../resource/screens/resource-screens.ts';

export const brandScreens = resourceScreens(brandsPage, {
  menu: { group: 'main', label: 'Brands Page', icon: IconBuildingStore },
  list: async () => (await import('./brand/brand-list.tsx')).BrandList,
  view: async () => (await import('./brand/brand-view.tsx')).BrandView,
  form: async () => (await import('./brand/brand-form.tsx')).BrandForm,
});
