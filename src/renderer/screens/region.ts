import { IconMap2 } from '@tabler/icons-react';
import { region } from '#shared/resources/region.ts';
import { resourceScreens } from '../resource/resource-screens.ts';

export const regionScreens = resourceScreens(region, {
  menu: { group: 'geography', label: 'Region', icon: IconMap2 },
  list: async () => (await import('./region/region-list.tsx')).RegionList,
});
