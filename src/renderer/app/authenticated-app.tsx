import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useMemo } from 'react';
import { RouterProvider } from 'react-router-dom';
import { platform } from '../platform/index.ts';
import { useCapability } from '../resource-kit/capabilities.ts';
import { useConfirmationStore } from '../resource-kit/confirmation-store.ts';
import { encryptOldDrafts, pruneDrafts } from '../resource-kit/form/draft-store.ts';
import { useDraftStorage } from '../resource-kit/form/use-draft-storage.ts';
import { useLiveUpdates } from '../resource-kit/live/use-live-updates.ts';
import { pruneOfflineCache } from '../resource-kit/offline-cache.ts';
import { queryClient } from '../resource-kit/query-client.ts';
import { savePreview } from '../resource-kit/save-preview.ts';
import { useUserId } from '../resource-kit/session-store.ts';
import { useTwoFactorStore } from '../resource-kit/two-factor-store.ts';
import { usePreload, whenIdle } from '../resource-kit/when-idle.ts';
import { LazyModals } from '../ui/lazy-modals.tsx';
import { loadModals } from '../ui/modals.ts';
import { RenditionsContext } from '../ui/renditions.ts';
import { watchShortcutSettings } from '../ui/shortcuts.ts';
import { useFileDrag } from './file-drag.ts';
import { router } from './router.tsx';
import { isServerReachable, useServerStatus } from './server-status.ts';

export { LazyToasts } from '../ui/lazy-toasts.tsx';
export { preloadFirstPage } from './preload-first-page.ts';

const PasswordDialog = lazy(async () => ({
  default: (await import('./auth/password-dialog.tsx')).PasswordDialog,
}));

const TwoFactorRequired = lazy(async () => ({
  default: (await import('./auth/two-factor-required.tsx')).TwoFactorRequired,
}));

/** Refetches everything whenever the server is back. */
const refetchWhenReachable = () =>
  useServerStatus.subscribe((current, previous) => {
    if (isServerReachable(current) && !isServerReachable(previous)) void queryClient.invalidateQueries();
  });

const preload = (): Promise<unknown> => {
  platform.preload();
  return loadModals();
};

const Content = () => {
  const userId = useUserId();
  const isPasswordNeeded = useConfirmationStore(({ isOpen }) => isOpen);
  const isTwoFactorRequired = useTwoFactorStore(({ isRequired }) => isRequired);
  useEffect(() => {
    void whenIdle().then(() => pruneOfflineCache(userId));
    void pruneDrafts().catch(() => undefined);
  }, [userId]);
  const hasImages = useCapability('renditions');
  const hasPreviews = useCapability('filePreviews');
  const renditions = useMemo(
    () => ({ hasImages, savePreview: hasPreviews ? savePreview : hasPreviews === false ? null : undefined }),
    [hasImages, hasPreviews],
  );
  useLiveUpdates();
  useFileDrag();
  usePreload(preload);
  useEffect(watchShortcutSettings, []);
  useEffect(refetchWhenReachable, []);
  const draftStorage = useDraftStorage();
  useEffect(() => {
    if (draftStorage) void encryptOldDrafts(draftStorage).catch(() => undefined);
  }, [draftStorage]);
  return (
    <RenditionsContext value={renditions}>
      <RouterProvider router={router} />
      <LazyModals />
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
    </RenditionsContext>
  );
};

export const AuthenticatedApp = () => (
  <QueryClientProvider client={queryClient}>
    <Content />
  </QueryClientProvider>
);
