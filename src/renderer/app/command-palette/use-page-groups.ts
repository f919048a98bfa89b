import { IconHome } from '@tabler/icons-react';
import { extraRoutes } from '#shared/routes.ts';
import { useIsFullServer } from '../../resource-kit/server-level.ts';
import { mainItems, navigationGroups } from '../navigation.ts';
import { useExtraPages } from '../use-extra-pages.ts';
import type { PaletteGroup } from './palette-item.ts';

const sidebarGroups: readonly PaletteGroup[] = [{ label: 'Pages', items: mainItems }, ...navigationGroups].map(
  ({ label, items }) => ({
    label,
    items: items.map(({ label: name, to, icon }) => ({ id: `section ${name}`, label: name, to, icon })),
  }),
);

export const usePageGroups = (): PaletteGroup[] => {
  const home = { id: 'home', label: 'Home', to: extraRoutes.home, icon: IconHome };
  const more = [...(useIsFullServer() ? [home] : []), ...useExtraPages()];
  return [...sidebarGroups, { label: 'More', items: more }];
};
