import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useMemo } from 'react';
import { RouterProvider } from 'react-router-dom';
import { platform } from '../platform/index.ts';
import { isServerReachable } from '../platform/platform.ts';
import { useCapability } from '../resource-kit/capabilities.ts';
import { useConfirmationStore } from '../resource-kit/confirmation-store.ts';
import { encryptOldDrafts, pruneDrafts } from '../resource-kit/drafts/draft-store.ts';
import { useDraftOwner, useDraftStorage } from '../resource-kit/drafts/use-draft-storage.ts';
import { useLiveUpdates } from '../resource-kit/live/use-live-updates.ts';
import { pruneOfflineCache } from '../resource-kit/offline-cache.ts';
import { queryClient } from '../resource-kit/query-client.ts';
import { savePreview } from '../resource-kit/save-preview.ts';
import { useUserId } from '../resource-kit/session-store.ts';
import type { StorageCipher } from '../resource-kit/storage-cipher.ts';
import { useTwoFactorStore } from '../resource-kit/two-factor-store.ts';
import { usePreload, whenIdle } from '../resource-kit/when-idle.ts';
import { LazyModals } from '../ui/lazy-modals.tsx';
import { loadToastContainer } from '../ui/lazy-toasts.tsx';
import { loadModals } from '../ui/modals.ts';
import { RenditionsContext } from '../ui/renditions.ts';
import { watchShortcutSettings } from '../ui/shortcuts.ts';
import { useFileDrag } from './file-drag.ts';
import { router } from './router.tsx';
import { useServerStatus } from './server-status.ts';

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
  return Promise.all([loadModals(), loadToastContainer(), import('../resource-kit/queue/queue-panel.tsx')]);
};

/** Loads the waiting changes after the first screen, and sends them. */
const useWaitingChanges = (owner: string | undefined, cipher: StorageCipher | null | undefined): void =>
  useEffect(() => {
    // Without locks, as on an insecure origin, two windows could send the same change.
    if (owner === undefined || !navigator.locks) return;
    let isCurrent = true;
    const open = async () => {
      await whenIdle();
      const { openQueue } = await import('../resource-kit/queue/queue.ts');
      if (isCurrent) await openQueue({ owner, cipher: cipher ?? null });
    };
    void open().catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [owner, cipher]);

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
  useWaitingChanges(useDraftOwner(), draftStorage?.cipher);
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
