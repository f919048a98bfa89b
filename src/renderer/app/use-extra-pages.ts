import { IconShieldSearch, IconTrash, IconUserCircle } from '@tabler/icons-react';
import { audit } from '#shared/audit-resource.ts';
import { extraRoutes } from '#shared/routes.ts';
import { useIsFullServer } from '../resource-kit/server-level.ts';
import { useCan } from '../resource-kit/session-store.ts';

/** Pages without a sidebar entry, if the server supports them and the user may open them. */
export const useExtraPages = () => {
  const canReadAudit = useCan(audit.name)('read');
  if (!useIsFullServer()) return [];
  return [
    {
      id: 'account',
      label: 'My account',
      to: extraRoutes.account,
      icon: IconUserCircle,
      keywords: ['profile', 'password', 'two-factor', 'passkeys', 'sessions'],
      isShown: true,
    },
    { id: 'trash', label: 'Trash', to: extraRoutes.trash, icon: IconTrash, isShown: true },
    {
      id: 'audit',
      label: 'Audit log',
      to: extraRoutes.audit,
      icon: IconShieldSearch,
      isShown: canReadAudit,
    },
  ].filter(({ isShown }) => isShown);
};
