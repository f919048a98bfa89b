import { create } from 'zustand';
import { type Action, can } from '#shared/permissions.ts';
import type { Session } from '#shared/session.ts';

/**
 * `checking`: the server has not said yet who is signed in. Whoever's session is kept here works meanwhile: the server
 * looks at it with every request. `away`: the server gives no answer, but this computer knows whose session it is.
 * `expired`: the server no longer knows the session, while the app still holds what the person was doing.
 */
export type SessionState =
  | { state: 'checking'; session: Session | null }
  | { state: 'signedOut' }
  | { state: 'signedIn'; session: Session }
  | { state: 'away'; session: Session }
  | { state: 'expired'; session: Session };

/** Who uses the app now. */
export const useSessionStore = create<SessionState>(() => ({ state: 'checking', session: null }));

/** Replaces what is known about the session. */
export const setSession = (session: SessionState): void => useSessionStore.setState(session, true);

/** The server answered 401: whoever was signed in has to sign in again. */
export const expireSession = (): void => {
  const current = useSessionStore.getState();
  // Nothing was done in it yet that would have to wait.
  if (current.state === 'checking') setSession({ state: 'signedOut' });
  if (current.state === 'signedIn' || current.state === 'away') {
    setSession({ state: 'expired', session: current.session });
  }
};

const sessionIn = (current: SessionState): Session | null => ('session' in current ? current.session : null);

/** The session of whoever works here; null where nobody does. */
export const useSession = (): Session | null => useSessionStore(sessionIn);

/** The same as `useUserId`, outside of a component. */
export const currentUserId = (): string => sessionIn(useSessionStore.getState())?.userId ?? '';

/** Who works here; empty where nobody does. */
export const useUserId = (): string => useSessionStore((current) => sessionIn(current)?.userId ?? '');

/** Whether the person who works here may do that with records of the resource. */
export const useCan = (resourceName: string): ((action: Action) => boolean) => {
  // The role alone: a session that is renewed changes nothing for whoever asks.
  const role = useSessionStore((current) => sessionIn(current)?.role ?? 'USER');
  return (action) => can({ role, action, resource: resourceName });
};
