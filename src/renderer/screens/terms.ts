import { IconFileText } from '@tabler/icons-react';
import { terms } from '#shared/resources/terms.ts';
import { resourceScreens } from '../resource/resource-screens.ts';

export const termsScreens = resourceScreens(terms, {
  menu: { group: 'content', label: 'Terms and conditions', icon: IconFileText },
  list: async () => (await import('./terms/terms-list.tsx')).TermsList,
  view: async () => (await import('./terms/terms-view.tsx')).TermsView,
  form: async () => (await import('./terms/terms-form.tsx')).TermsForm,
});
