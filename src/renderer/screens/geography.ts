import { IconBuildingCommunity, IconFlag, IconMap2, IconMapPin, IconTypography } from '@tabler/icons-react';
import { city, country, location, region, state } from '#shared/resources/geography.ts';
import { resourceScreens } from '../resource-kit/screens/resource-screens.tsx';

export const geographyScreens = [
  resourceScreens(country, {
    menu: { label: 'Country', icon: IconFlag },
    purpose: 'Regions, states, cities and locations belong to a country, so start here.',
  }),
  resourceScreens(region, {
    menu: { label: 'Region', icon: IconMap2 },
    purpose: 'Parts of a country, such as North and South.',
    widths: { countryId: '35%' },
  }),
  resourceScreens(state, {
    menu: { label: 'State', icon: IconTypography },
    purpose: 'States group the cities of a country.',
  }),
  resourceScreens(city, {
    menu: { label: 'City', icon: IconBuildingCommunity },
    purpose: 'Cities group your locations.',
  }),
  resourceScreens(location, {
    menu: { label: 'Location', icon: IconMapPin },
    purpose: 'Places where customers find you.',
    widths: { countryId: '12.5%', cityId: '16.5%', status: '5.5rem' },
  }),
];
