import { IconFileText } from '@tabler/icons-react';
import { terms } from '#shared/resources/terms.ts';
import { getRequiredTextErrors } from '../resource/form/required-text-errors.ts';
import { resourceScreens } from '../resource/screens/resource-screens.ts';

export const termsScreens = resourceScreens(terms, {
  menu: { group: 'content', label: 'Terms and conditions', icon: IconFileText },
  widths: { title: '25%' },
  sections: { Content: ['title', 'description'] },
  validate: (values) => getRequiredTextErrors(values, { title: 'title', description: 'description' }),
});
