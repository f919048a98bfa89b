import { IconInfoCircle } from '@tabler/icons-react';
import { about } from '#shared/resources/about.ts';
import { resourceScreens } from '../resource/resource-screens.ts';

export const aboutScreens = resourceScreens(about, {
  menu: { group: 'content', label: 'About Us', icon: IconInfoCircle },
  list: async () => (await import('./about/about-list.tsx')).AboutList,
  form: async () => (await import('./about/about-form.tsx')).AboutForm,
});
