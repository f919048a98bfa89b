import { IconMap2 } from '@tabler/icons-react';
import { region } from '#shared/resources/region.ts';
import { resourceScreens } from '../resource/screens/resource-screens.ts';

export const regionScreens = resourceScreens(region, {
  menu: { group: 'geography', label: 'Region', icon: IconMap2 },
  widths: { countryId: '35%' },
});
