import { IconTypography } from '@tabler/icons-react';
import { state } from '#shared/resources/state.ts';
import { resourceScreens } from '../resource/screens/resource-screens.ts';

export const stateScreens = resourceScreens(state, {
  menu: { group: 'geography', label: 'State', icon: IconTypography },
});
