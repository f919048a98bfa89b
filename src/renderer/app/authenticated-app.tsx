import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, useCallback, useEffect, useMemo, useState } from 'react';
import { matchRoutes, RouterProvider } from 'react-router-dom';
import { maxToasts } from '#shared/client-defaults.ts';
import { platform } from '../platform/index.ts';
import { onServerReachable } from '../platform/server.ts';
import { savePreview, useConfirmationStore } from '../resource-kit/client.ts';
import { useFocalPoints } from '../resource-kit/library/focal-points.ts';
import { useLiveUpdates } from '../resource-kit/live/live.ts';
import { queryClient } from '../resource-kit/query-client.ts';
import { useIsFullServer } from '../resource-kit/server-level.ts';
import { useTwoFactorStore } from '../resource-kit/session-store.ts';
import { usePreload } from '../resource-kit/when-idle.ts';
import { useMoney, useTimeZone } from '../ui/format.ts';
import { lazyOverlay } from '../ui/lazy-component.tsx';
import { RenditionsContext } from '../ui/renditions.ts';
import { watchShortcutSettings } from '../ui/shortcuts.ts';
import { Tooltips } from '../ui/tooltip.tsx';
import { prefetchPages, prefetchRows } from './prefetch.ts';
import { router } from './router.tsx';
import { loadShortcutsDialog } from './settings/settings-store.ts';
import { readStartPage } from './start-page.ts';

const getDraggedFile = (target: EventTarget | null): { path: string; name: string } | null => {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-drag-path], img') : null;
  const url = element?.dataset.dragPath ?? (element instanceof HTMLImageElement ? element.src : '');
  if (!element || !URL.canParse(url, window.location.href)) return null;
  const { pathname, searchParams } = new URL(url, window.location.href);
  const name = searchParams.get('name') ?? element.dataset.dragName ?? element.getAttribute('alt');
  return pathname.startsWith('/uploads/') ? { path: pathname, name: name || 'File' } : null;
};

const startDrag = (event: DragEvent): void => {
  const file = getDraggedFile(event.target);
  const { desktop } = platform;
  if (!desktop || !file) return;
  event.preventDefault();
  const requestId = crypto.randomUUID();
  const listening = new AbortController();
  const endDrag = () => {
    listening.abort();
    void desktop.cancelRequest({ requestId });
  };
  for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, endDrag, { signal: listening.signal });
  void desktop.startDrag({ requestId, ...file });
};

/** Lets the user drag stored files out of the app, where the host can do that. */
const useFileDrag = (): void =>
  useEffect(() => {
    document.addEventListener('dragstart', startDrag);
    return () => document.removeEventListener('dragstart', startDrag);
  }, []);

/** Loads the code of the page that a login opens. */
export const preloadFirstPage = async (): Promise<void> => {
  const { pathname, search } = window.location;
  const path = pathname === '/' && search === '' ? readStartPage() : pathname;
  const lazy = matchRoutes(router.routes, path)?.at(-1)?.route.lazy;
  if (typeof lazy === 'function') await lazy();
};

/** Shows the newest toast. */
export const Toasts = () => (
  <Notifications
    limit={maxToasts}
    autoClose={false}
    position="bottom-right"
    containerWidth="40rem"
    className="bo-toasts"
  />
);

const PasswordDialog = lazyOverlay(async () => (await import('./auth/confirmations.tsx')).PasswordDialog);

const TwoFactorRequired = lazyOverlay(async () => (await import('./auth/confirmations.tsx')).TwoFactorRequired);

/** Refetches everything whenever the server is back. */
const refetchWhenReachable = () => onServerReachable(() => void queryClient.invalidateQueries());

const preload = (): Promise<unknown> => {
  platform.preload();
  return Promise.all([loadShortcutsDialog(), import('../resource-kit/save/queue-panel.tsx')]);
};

const Content = () => {
  const isPasswordNeeded = useConfirmationStore(({ isOpen }) => isOpen);
  const isTwoFactorRequired = useTwoFactorStore(({ isRequired }) => isRequired);
  const { timeZone } = useTimeZone();
  const [pageTimeZone, setPageTimeZone] = useState(timeZone);
  // Texts in open pages contain days of another zone, but what the user has typed there is worth more.
  if (pageTimeZone !== timeZone && !navigator.userActivation.hasBeenActive) setPageTimeZone(timeZone);
  const { currency } = useMoney();
  const isFull = useIsFullServer();
  const focalPoints = useFocalPoints();
  const renditions = useMemo(
    () => ({ hasImages: isFull, savePreview: isFull ? savePreview : isFull === false ? null : undefined, focalPoints }),
    [isFull, focalPoints],
  );
  // The code of the first page is still loading.
  useEffect(() => prefetchRows(window.location.href), []);
  useEffect(prefetchPages, []);
  useLiveUpdates();
  useFileDrag();
  usePreload(preload);
  useEffect(watchShortcutSettings, []);
  useEffect(refetchWhenReachable, []);
  const [BackgroundWork, setBackgroundWork] = useState<ComponentType>();
  const startBackgroundWork = useCallback(async () => {
    const module = await import('./background-work.tsx');
    setBackgroundWork(() => module.BackgroundWork);
  }, []);
  usePreload(startBackgroundWork);
  return (
    <RenditionsContext value={renditions}>
      <RouterProvider key={`${pageTimeZone} ${currency}`} router={router} useTransitions={false} />
      {BackgroundWork && <BackgroundWork />}
      <ModalsProvider />
      <Tooltips />
      {isPasswordNeeded && <PasswordDialog />}
      {isTwoFactorRequired && <TwoFactorRequired />}
    </RenditionsContext>
  );
};

export const AuthenticatedApp = () => (
  <QueryClientProvider client={queryClient}>
    <Content />
  </QueryClientProvider>
);
