import { IconBook2 } from '@tabler/icons-react';
import { catalogue } from '#shared/resources/catalogue.ts';
import { resourceScreens } from '../resource/screens/resource-screens.ts';

export const catalogueScreens = resourceScreens(catalogue, {
  menu: { group: 'main', label: 'Catalogue Page', icon: IconBook2 },
  columns: (column) => [
    column.serial(),
    column.field('pdf', { header: 'PDF', width: '17rem' }),
    column.field('name'),
    column.actions(),
  ],
  form: async () => (await import('./catalogue/catalogue-form.tsx')).CatalogueForm,
});
