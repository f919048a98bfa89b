import { IconShieldLock } from '@tabler/icons-react';
import { privacy } from '#shared/resources/privacy.ts';
import { texts } from '#shared/texts.ts';
import { getRequiredTextErrors } from '../resource/form/required-text-errors.ts';
import { resourceScreens } from '../resource/screens/resource-screens.ts';

export const privacyScreens = resourceScreens(privacy, {
  menu: { group: 'content', label: 'Privacy policy', icon: IconShieldLock },
  widths: { title: '25%' },
  sections: { Content: ['title', 'description'] },
  validate: (values) => getRequiredTextErrors(values, { title: 'title', description: 'description' }),
  values: [
    'title',
    { name: 'description', emptyText: texts.privacy.noDescription },
    { name: 'status', isSwitch: true },
  ],
});
