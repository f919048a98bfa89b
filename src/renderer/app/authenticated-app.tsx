import { ModalsProvider } from '@mantine/modals';
import { lazy, Suspense, useEffect } from 'react';
import { RouterProvider } from 'react-router-dom';
import { useConfirmationStore } from '../resource-kit/confirmation-store.ts';
import { pruneDrafts } from '../resource-kit/form/draft-store.ts';
import { pruneOfflineCache } from '../resource-kit/offline-cache.ts';
import { useUserId } from '../resource-kit/session-store.ts';
import { useTwoFactorStore } from '../resource-kit/two-factor-store.ts';
import { router } from './router.tsx';

const PasswordDialog = lazy(async () => ({
  default: (await import('./auth/password-dialog.tsx')).PasswordDialog,
}));

const TwoFactorRequired = lazy(async () => ({
  default: (await import('./auth/two-factor-required.tsx')).TwoFactorRequired,
}));

export const AuthenticatedApp = () => {
  const userId = useUserId();
  const isPasswordNeeded = useConfirmationStore(({ isOpen }) => isOpen);
  const isTwoFactorRequired = useTwoFactorStore(({ isRequired }) => isRequired);
  useEffect(() => {
    void pruneOfflineCache(userId);
    void pruneDrafts().catch(() => undefined);
  }, [userId]);
  return (
    <ModalsProvider>
      <RouterProvider router={router} />
      {isPasswordNeeded && (
        <Suspense>
          <PasswordDialog />
        </Suspense>
      )}
      {isTwoFactorRequired && (
        <Suspense>
          <TwoFactorRequired />
        </Suspense>
      )}
    </ModalsProvider>
  );
};
