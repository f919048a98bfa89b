import { IconLogout } from '@tabler/icons-react';
import { texts } from '#shared/texts.ts';
import { platform } from '../platform/index.ts';
import { clearOfflineCache } from '../resource-kit/offline-cache.ts';
import { deleteDrafts } from '../resource-kit/save/stored-saves.ts';
import { useQueue } from '../resource-kit/save/waiting-saves.ts';
import { useIsFullServer } from '../resource-kit/server-level.ts';
import { setSession } from '../resource-kit/session-store.ts';
import { hasUnsavedChanges } from '../resource-kit/use-unsaved-changes-guard.ts';
import { openConfirm } from '../ui/confirm.tsx';
import { useBusy } from '../ui/use-busy.ts';

/** Asks, then ends the session and deletes its data on this computer. */
export const useLogout = () => {
  const [isLoggingOut, track] = useBusy();
  const isWaiting = useQueue(({ count }) => count > 0);
  const canRevoke = useIsFullServer() !== false;
  const logout = async () => {
    const isConfirmed = await openConfirm({
      title: texts.logout.label,
      message: texts.logout.confirm,
      detail: [
        hasUnsavedChanges() ? 'Your unsaved changes will be lost.' : '',
        isWaiting ? 'Changes waiting to be sent stay on this computer, encrypted, until you log in again.' : '',
      ]
        .filter(Boolean)
        .join(' '),
      confirmLabel: texts.logout.label,
      confirmIcon: <IconLogout size="1rem" stroke={1.75} />,
    });
    if (isConfirmed) await track(endSession());
  };
  const endSession = async () => {
    // A database error must not block the sign-out.
    await deleteDrafts().catch((error: unknown) => console.error('Drafts cannot be deleted', error));
    await platform.session.signOut({ canRevoke });
    await clearOfflineCache();
    // Unmounts the pages first, so that none asks about unsaved changes.
    setSession({ state: 'signedOut' });
    window.location.assign('/');
  };
  return { isLoggingOut, logout };
};
