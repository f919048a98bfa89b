import { IconBook2 } from '@tabler/icons-react';
import { catalogue } from '#shared/resources/catalogue.ts';
import { resourceScreens } from '../resource/resource-screens.ts';

export const catalogueScreens = resourceScreens(catalogue, {
  menu: { group: 'main', label: 'Catalogue Page', icon: IconBook2 },
  list: async () => (await import('./catalogue/catalogue-list.tsx')).CatalogueList,
  form: async () => (await import('./catalogue/catalogue-form.tsx')).CatalogueForm,
});
