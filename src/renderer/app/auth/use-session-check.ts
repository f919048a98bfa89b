import { useEffect } from 'react';
import type { ServerStatus } from '#shared/ipc.ts';
import { texts } from '#shared/texts.ts';
import { platform } from '../../platform/index.ts';
import { waitToRetry } from '../../platform/server.ts';
import { expireSession, setSession, useSessionStore } from '../../resource-kit/session-store.ts';
import { endFirstFrame } from '../../ui/first-frame.ts';
import { showError } from '../../ui/toasts.tsx';

/** Opens the app with the stored session before the server has confirmed it. */
const restoreStoredSession = async (): Promise<void> => {
  const session = await platform.session.getStored().catch(() => null);
  if (!session) endFirstFrame();
  if (useSessionStore.getState().state === 'checking') setSession({ state: 'checking', session });
};

const refreshSession = async (): Promise<void> => {
  const result = await platform.session.refresh().catch(() => ({ state: 'unreachable' as const, session: null }));
  const current = useSessionStore.getState();
  if (result.state === 'signedIn') return setSession(result);
  if (result.state === 'unreachable') {
    if (current.state !== 'checking') return;
    showError(texts.login.authorizationFailed);
    setSession(result.session ? { state: 'offline', session: result.session } : { state: 'signedOut' });
    return;
  }
  if (result.state === 'rejected') showError(texts.login.authorizationFailed);
  // Unsaved input stays mounted behind the sign-in screen.
  expireSession(result.reason);
};

const refreshUntilAborted = async (signal: AbortSignal): Promise<void> => {
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    await waitToRetry(attempt, signal);
    if (!signal.aborted) await refreshSession();
  }
};

/** Checks the stored session with the server, and retries while the server is unreachable. */
export const useSessionCheck = (serverState: ServerStatus['state']): void => {
  const state = useSessionStore((current) => current.state);
  const isServerStarting = serverState === 'starting' || serverState === 'restarting';
  useEffect(() => void restoreStoredSession(), []);
  useEffect(() => {
    if (state === 'checking' && !isServerStarting) void refreshSession();
  }, [state, isServerStarting]);
  useEffect(() => {
    if (state !== 'offline') return;
    const stopped = new AbortController();
    void refreshUntilAborted(stopped.signal);
    return () => stopped.abort();
  }, [state]);
};
