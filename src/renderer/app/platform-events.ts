import { useEffect } from 'react';
import { platform } from '../platform/index.ts';
import { expireSession, setSession, useSessionStore } from '../resource-kit/session-store.ts';
import { openSettings, openShortcuts } from './settings/settings-store.ts';

const loggedOutReason = 'You were logged out in another window.';

/** Follows a sign-in or sign-out in another window and preserves unsaved input. */
const syncSession = async (): Promise<void> => {
  const authorization = await platform.session.refresh();
  const current = useSessionStore.getState();
  if (authorization.state === 'signedOut' || authorization.state === 'rejected')
    expireSession(authorization.reason ?? loggedOutReason);
  if (authorization.state !== 'signedIn') return;
  if (current.state === 'signedOut') window.location.reload();
  if (current.state === 'expired') setSession(authorization);
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

/** Forms load after a login. */
const storeDrafts = async () => (await import('../resource-kit/use-unsaved-changes-guard.ts')).storeOpenDrafts();

/** The toasts of main load with the first one. */
const loadMainToasts = () => import('./main-toasts.ts');

export const usePlatformEvents = (): void => {
  useEffect(() => {
    const { desktop, session } = platform;
    const unsubscribers = [
      session.onChange(() => void syncSession()),
      desktop?.on('storeDrafts', () => void storeDrafts().then(() => desktop.draftsStored())),
      desktop?.on('openSettings', openSettings),
      desktop?.on('openShortcuts', openShortcuts),
      desktop?.on('navigate', (route) => void openDeepLink(route)),
      desktop?.on('toast', (toast) => void loadMainToasts().then(({ showMainToast }) => showMainToast(toast))),
      desktop?.on(
        'taskProgress',
        (task) => void loadMainToasts().then(({ showBackgroundTask }) => showBackgroundTask(task)),
      ),
    ];
    void desktop?.rendererReady();
    return () => {
      for (const unsubscribe of unsubscribers) unsubscribe?.();
    };
  }, []);
};
