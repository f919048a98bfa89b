import { IconBuildingCommunity } from '@tabler/icons-react';
import { city } from '#shared/resources/city.ts';
import { resourceScreens } from '../resource/screens/resource-screens.ts';

export const cityScreens = resourceScreens(city, {
  menu: { group: 'geography', label: 'City', icon: IconBuildingCommunity },
});
