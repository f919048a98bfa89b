import { IconFlag } from '@tabler/icons-react';
import { country } from '#shared/resources/country.ts';
import { resourceScreens } from '../resource/screens/resource-screens.ts';

export const countryScreens = resourceScreens(country, {
  menu: { group: 'geography', label: 'Country', icon: IconFlag },
});
