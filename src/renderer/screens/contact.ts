import { IconMail } from '@tabler/icons-react';
import { contact } from '#shared/resources/contact.ts';
import { resourceScreens } from '../resource/resource-screens.ts';

export const contactScreens = resourceScreens(contact, {
  menu: { group: 'cms', label: 'Contact', icon: IconMail },
  list: async () => (await import('./contact/contact-list.tsx')).ContactList,
  view: async () => (await import('./contact/contact-view.tsx')).ContactView,
  form: async () => (await import('./contact/contact-form.tsx')).ContactForm,
});
