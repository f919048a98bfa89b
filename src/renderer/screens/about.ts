import { IconInfoCircle } from '@tabler/icons-react';
import { about } from '#shared/resources/about.ts';
import { resourceScreens } from '../resource/screens/resource-screens.ts';

export const aboutScreens = resourceScreens(about, {
  menu: { group: 'content', label: 'About Us', icon: IconInfoCircle },
  columns: (column) => [
    column.serial(),
    column.field('name', { width: '25%' }),
    column.field('description'),
    column.field('status', { header: 'Chat Status', width: '8.5rem' }),
    column.actions(),
  ],
  sections: { 'About the company': ['name', 'description'] },
});
