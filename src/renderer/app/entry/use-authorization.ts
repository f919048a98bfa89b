import { useCallback, useEffect } from 'react';
import type { ServerStatus } from '#shared/ipc-shapes.ts';
import { texts } from '#shared/texts.ts';
import { platform } from '../../platform/index.ts';
import { expireSession, setSession, useSessionStore } from '../../resource/session-store.ts';
import { showFailure } from '../../ui/toasts.tsx';
import { isUp } from '../server-status.ts';

const retryAfter = 3000;

const gaveNoAnswer = { state: 'unreachable' as const, session: null };

/** Opens the app with the stored session before the server has confirmed it. */
const begin = async (): Promise<void> => {
  const session = await platform.session.kept().catch(() => null);
  if (useSessionStore.getState().state === 'checking') setSession({ state: 'checking', session });
};

const authorize = async (): Promise<void> => {
  const answer = await platform.session.authorize().catch(() => gaveNoAnswer);
  const current = useSessionStore.getState();
  if (answer.state === 'signedIn') return setSession(answer);
  if (answer.state === 'unreachable') {
    if (current.state !== 'checking') return;
    showFailure(texts.login.authorizationFailed);
    setSession(answer.session ? { state: 'away', session: answer.session } : { state: 'signedOut' });
    return;
  }
  if (answer.state === 'rejected') showFailure(texts.login.authorizationFailed);
  // Unsaved input stays mounted behind the sign-in screen.
  if ('session' in current) expireSession();
  else setSession({ state: 'signedOut' });
};

/** Checks the stored session with the server, and retries while the server is unreachable. */
export const useAuthorization = (serverState: ServerStatus['state']): void => {
  const state = useSessionStore((current) => current.state);
  const isWaiting = serverState === 'starting' || serverState === 'restarting';
  const check = useCallback(() => void authorize(), []);
  useEffect(() => void begin(), []);
  useEffect(() => {
    if (state === 'checking' && !isWaiting) check();
  }, [state, isWaiting, check]);
  useEffect(() => {
    if (state === 'away' && isUp({ state: serverState })) check();
  }, [state, serverState, check]);
  useEffect(() => {
    if (state !== 'away') return;
    const timer = window.setInterval(check, retryAfter);
    return () => window.clearInterval(timer);
  }, [state, check]);
};
