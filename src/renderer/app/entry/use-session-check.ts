import { useCallback, useEffect } from 'react';
import type { ServerStatus } from '#shared/ipc-schemas.ts';
import { texts } from '#shared/texts.ts';
import { platform } from '../../platform/index.ts';
import { expireSession, setSession, useSessionStore } from '../../resource/session-store.ts';
import { showError } from '../../ui/toasts.tsx';
import { isServerReachable } from '../server-status.ts';

const retryIntervalMs = 3000;

const unreachableResult = { state: 'unreachable' as const, session: null };

/** Opens the app with the stored session before the server has confirmed it. */
const restoreStoredSession = async (): Promise<void> => {
  const session = await platform.session.kept().catch(() => null);
  if (useSessionStore.getState().state === 'checking') setSession({ state: 'checking', session });
};

const authorize = async (): Promise<void> => {
  const answer = await platform.session.authorize().catch(() => unreachableResult);
  const current = useSessionStore.getState();
  if (answer.state === 'signedIn') return setSession(answer);
  if (answer.state === 'unreachable') {
    if (current.state !== 'checking') return;
    showError(texts.login.authorizationFailed);
    setSession(answer.session ? { state: 'away', session: answer.session } : { state: 'signedOut' });
    return;
  }
  if (answer.state === 'rejected') showError(texts.login.authorizationFailed);
  // Unsaved input stays mounted behind the sign-in screen.
  if ('session' in current) expireSession();
  else setSession({ state: 'signedOut' });
};

/** Checks the stored session with the server, and retries while the server is unreachable. */
export const useSessionCheck = (serverState: ServerStatus['state']): void => {
  const state = useSessionStore((current) => current.state);
  const isWaiting = serverState === 'starting' || serverState === 'restarting';
  const check = useCallback(() => void authorize(), []);
  useEffect(() => void restoreStoredSession(), []);
  useEffect(() => {
    if (state === 'checking' && !isWaiting) check();
  }, [state, isWaiting, check]);
  useEffect(() => {
    if (state === 'away' && isServerReachable({ state: serverState })) check();
  }, [state, serverState, check]);
  useEffect(() => {
    if (state !== 'away') return;
    const timer = window.setInterval(check, retryIntervalMs);
    return () => window.clearInterval(timer);
  }, [state, check]);
};
