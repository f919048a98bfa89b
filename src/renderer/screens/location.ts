import { IconMapPin } from '@tabler/icons-react';
import { location } from '#shared/resources/location.ts';
import { resourceScreens } from '../resource/screens/resource-screens.ts';

export const locationScreens = resourceScreens(location, {
  menu: { group: 'geography', label: 'Location', icon: IconMapPin },
});
