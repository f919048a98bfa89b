import { IconBuildingStore } from '@tabler/icons-react';
import { fillPath } from '#shared/resource/paths.ts';
import { brandsPage } from '#shared/resources/brands-page.ts';
import { resourceScreens } from '../resource/screens/resource-screens.ts';
import { galleryFields } from './brand/gallery-fields.ts';

export const brandScreens = resourceScreens(brandsPage, {
  menu: { group: 'main', label: 'Brands Page', icon: IconBuildingStore },
  columns: (column) => [
    column.banner('bannerImage', { header: 'Brand Image', width: '8rem' }),
    column.field('role', { header: 'Brand Role', width: '8rem' }),
    column.field('title', { header: 'Title', width: '22%' }),
    column.field('description'),
    column.link({
      header: 'View',
      width: '5rem',
      label: 'View',
      to: ({ _id }) => fillPath(brandsPage.paths.view, { id: _id }),
    }),
    column.actions({ width: '7.5rem' }),
  ],
  listOptions: { view: null },
  values: [
    { name: 'title', label: 'Title' },
    'description',
    [
      { name: 'bannerImage', label: 'Banner Image' },
      { name: 'descriptionImage', label: 'Description Image' },
      ...galleryFields,
    ],
  ],
  form: async () => (await import('./brand/brand-form.tsx')).BrandForm,
});
