import { useEffect } from 'react';
import type { IpcPayload } from '#shared/ipc.ts';
import { platform } from '../platform/index.ts';
import { expireSession, setSession, useSessionStore } from '../resource-kit/session-store.ts';
import { showError, showInfo, showProgress } from '../ui/toasts.tsx';
import { openSettings } from './settings/settings-store.ts';
import { checkForUpdates, notifyUpdateReady } from './settings/update-status.ts';

/** Follows a sign-in or sign-out in another window and preserves unsaved input. */
const syncSession = async (): Promise<void> => {
  const authorization = await platform.session.refresh();
  const current = useSessionStore.getState();
  if (authorization.state === 'signedOut' || authorization.state === 'rejected') expireSession();
  if (authorization.state !== 'signedIn') return;
  if (current.state === 'signedOut') window.location.reload();
  if (current.state === 'expired' && current.session.userId === authorization.session.userId)
    setSession(authorization);
};

/** Opens a deep link. A signed-out user gets there by signing in. */
const openDeepLink = async (route: string): Promise<void> => {
  const current = useSessionStore.getState();
  // Unsaved work waits for the same user to sign in again; only another user's sign-in opens the link.
  if (current.state === 'expired') {
    window.history.replaceState(null, '', route);
    return;
  }
  const { router } = await import('./router.tsx');
  await router.navigate(route, { replace: !('session' in current && current.session) });
};

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
  if (!platform.startDrag || !file) return;
  event.preventDefault();
  const dragEnd = new AbortController();
  for (const end of ['pointerup', 'pointercancel']) {
    window.addEventListener(end, () => dragEnd.abort(), { once: true, signal: dragEnd.signal });
  }
  platform.startDrag(file, dragEnd.signal);
};

const showMainToast = ({ isFailure, message }: IpcPayload<'toast'>): void =>
  (isFailure ? showError : showInfo)(message);

let taskToast: ReturnType<typeof showProgress> | undefined;

const showBackgroundTask = (task: IpcPayload<'taskProgress'>): void => {
  if (task === null) {
    taskToast?.close();
    taskToast = undefined;
    return;
  }
  taskToast ??= showProgress(task.message, task.canCancel ? platform.cancelTask : null);
  taskToast.update(`${Math.round(task.fraction * 100)}%`);
};

const openShortcuts = async (): Promise<void> => {
  (await import('./shell/shortcuts-dialog.tsx')).openShortcutsDialog();
};

export const usePlatformEvents = (): void => {
  useEffect(() => {
    const unsubscribers = [
      platform.on('sessionChanged', () => void syncSession()),
      platform.on('openSettings', openSettings),
      platform.on('openShortcuts', () => void openShortcuts()),
      platform.on('checkForUpdates', () => void checkForUpdates()),
      platform.on('navigate', (route) => void openDeepLink(route)),
      platform.on('toast', showMainToast),
      platform.on('taskProgress', showBackgroundTask),
      platform.updates?.onStatus(notifyUpdateReady),
    ];
    platform.notifyReady();
    document.addEventListener('dragstart', startDrag);
    return () => {
      document.removeEventListener('dragstart', startDrag);
      for (const unsubscribe of unsubscribers) unsubscribe?.();
    };
  }, []);
};
