import { ModalsProvider } from '@mantine/modals';
import { lazy, Suspense, useEffect } from 'react';
import { RouterProvider } from 'react-router-dom';
import { encryptOldDrafts, pruneDrafts } from '../resource-kit/form/draft-store.ts';
import { useDraftStorage } from '../resource-kit/form/use-draft-storage.ts';
import { pruneOfflineCache } from '../resource-kit/offline-cache.ts';
import { useUserId } from '../resource-kit/session-store.ts';
import { useTwoFactorStore } from '../resource-kit/two-factor-store.ts';
import { PasswordDialog } from './auth/password-dialog.tsx';
import { router } from './router.tsx';

const TwoFactorRequired = lazy(async () => ({
  default: (await import('./auth/two-factor-required.tsx')).TwoFactorRequired,
}));

export const AuthenticatedApp = () => {
  const userId = useUserId();
  const isTwoFactorRequired = useTwoFactorStore(({ isRequired }) => isRequired);
  useEffect(() => {
    void pruneOfflineCache(userId);
    void pruneDrafts().catch(() => undefined);
  }, [userId]);
  const draftStorage = useDraftStorage();
  useEffect(() => {
    if (draftStorage) void encryptOldDrafts(draftStorage).catch(() => undefined);
  }, [draftStorage]);
  return (
    <ModalsProvider>
      <RouterProvider router={router} />
      <PasswordDialog />
      {isTwoFactorRequired && (
        <Suspense>
          <TwoFactorRequired />
        </Suspense>
      )}
    </ModalsProvider>
  );
};
