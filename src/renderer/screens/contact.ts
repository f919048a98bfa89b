import { IconMail } from '@tabler/icons-react';
import { contact } from '#shared/resources/contact.ts';
import { resourceScreens } from '../resource/screens/resource-screens.ts';

export const contactScreens = resourceScreens(contact, {
  menu: { group: 'cms', label: 'Contact', icon: IconMail },
  columns: (column) => [
    column.field('email'),
    column.field('phone', { width: '30%' }),
    column.field('status'),
    column.actions(),
  ],
  sections: { 'Contact details': ['email', 'phone', 'address'] },
  values: ['email', { name: 'phone', label: 'Phone' }, 'address', 'status'],
});
