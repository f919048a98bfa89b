import { IconHome, IconShieldSearch, IconTrash, IconUserCircle } from '@tabler/icons-react';
import { audit } from '#shared/audit-resource.ts';
import { extraRoutes } from '#shared/routes.ts';
import { useCapability } from '../../resource-kit/capabilities.ts';
import { useCan } from '../../resource-kit/session-store.ts';
import { mainItems, navigationGroups } from '../navigation.ts';
import type { PaletteGroup } from './palette-item.ts';

const sidebarGroups: readonly PaletteGroup[] = [
  { label: 'Pages', items: mainItems },
  ...navigationGroups,
].map(({ label, items }) => ({
  label,
  items: items.map(({ label: name, to, icon }) => ({ id: `section ${name}`, label: name, to, icon })),
}));

/** Pages without a sidebar entry, if the server supports them and the user may open them. */
const useMoreGroup = (): PaletteGroup => {
  const hasHome = useCapability('home');
  const hasAccount = useCapability('account');
  const hasTrash = useCapability('trash');
  const hasAudit = useCapability(audit.name);
  const canReadAudit = useCan(audit.name)('read');
  const items = [
    { id: 'home', label: 'Home', to: extraRoutes.home, icon: IconHome, isShown: hasHome },
    {
      ...{ id: 'account', label: 'My account', to: extraRoutes.account, icon: IconUserCircle },
      keywords: ['profile', 'password', 'two-factor', 'passkeys', 'sessions'],
      isShown: hasAccount,
    },
    { id: 'trash', label: 'Trash', to: extraRoutes.trash, icon: IconTrash, isShown: hasTrash },
    {
      ...{ id: 'audit', label: 'Audit log', to: extraRoutes.audit, icon: IconShieldSearch },
      isShown: hasAudit && canReadAudit,
    },
  ];
  return { label: 'More', items: items.filter(({ isShown }) => isShown) };
};

export const usePageGroups = (): PaletteGroup[] => [...sidebarGroups, useMoreGroup()];
