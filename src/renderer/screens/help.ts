import { IconLifebuoy } from '@tabler/icons-react';
import { helpSupport } from '#shared/resources/help-support.ts';
import { resourceScreens } from '../resource/screens/resource-screens.ts';

export const helpScreens = resourceScreens(helpSupport, {
  menu: {
    group: 'messages',
    label: 'Help and support',
    icon: IconLifebuoy,
    to: `${helpSupport.paths.list}/?status=All`,
  },
  list: async () => (await import('./help/help-list.tsx')).HelpList,
  view: async () => (await import('./help/help-view.tsx')).HelpView,
  form: async () => (await import('./help/help-form.tsx')).HelpForm,
});
