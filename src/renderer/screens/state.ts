import { IconTypography } from '@tabler/icons-react';
import { state } from '#shared/resources/state.ts';
import { resourceScreens } from '../resource/resource-screens.ts';

export const stateScreens = resourceScreens(state, {
  menu: { group: 'geography', label: 'State', icon: IconTypography },
  list: async () => (await import('./state/state-list.tsx')).StateList,
});
