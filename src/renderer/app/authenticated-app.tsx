import { ModalsProvider } from '@mantine/modals';
import { lazy, Suspense, useEffect, useMemo } from 'react';
import { RouterProvider } from 'react-router-dom';
import { useCapability } from '../resource-kit/capabilities.ts';
import { useConfirmationStore } from '../resource-kit/confirmation-store.ts';
import { encryptOldDrafts, pruneDrafts } from '../resource-kit/form/draft-store.ts';
import { useDraftStorage } from '../resource-kit/form/use-draft-storage.ts';
import { useLiveUpdates } from '../resource-kit/live/use-live-updates.ts';
import { pruneOfflineCache } from '../resource-kit/offline-cache.ts';
import { savePreview } from '../resource-kit/save-preview.ts';
import { useUserId } from '../resource-kit/session-store.ts';
import { useTwoFactorStore } from '../resource-kit/two-factor-store.ts';
import { RenditionsContext } from '../ui/renditions.ts';
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
  const hasImages = useCapability('renditions');
  const hasPreviews = useCapability('filePreviews');
  const renditions = useMemo(
    () => ({ hasImages, savePreview: hasPreviews ? savePreview : hasPreviews === false ? null : undefined }),
    [hasImages, hasPreviews],
  );
  useLiveUpdates();
  const draftStorage = useDraftStorage();
  useEffect(() => {
    if (draftStorage) void encryptOldDrafts(draftStorage).catch(() => undefined);
  }, [draftStorage]);
  return (
    <RenditionsContext value={renditions}>
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
    </RenditionsContext>
  );
};
