import { IconPlant2 } from '@tabler/icons-react';
import { lifeAtSaya } from '#shared/resources/life-at-saya.ts';
import { resourceScreens } from '../resource/screens/resource-screens.ts';

export const lifeScreens = resourceScreens(lifeAtSaya, {
  menu: { group: 'cms', label: 'Life at the company', icon: IconPlant2 },
  columns: (column) => [
    column.field('role', { header: 'Role', width: '20%' }),
    column.field('image', { header: 'Image', width: '6rem' }),
    column.field('video', { header: 'Video', width: '16rem' }),
    column.field('name'),
    column.field('designation'),
    column.actions({ width: '7.5rem' }),
  ],
  tabs: 'role',
  listOptions: { addLabel: 'Add', emptyText: 'No content yet' },
  prepare: async (values) => (await import('./life/life-body.ts')).lifeBody(values),
  form: async () => (await import('./life/life-form.tsx')).LifeAtCompanyForm,
});
