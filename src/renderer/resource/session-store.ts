import { create } from 'zustand';
import { type Action, can } from '#shared/permissions.ts';
import type { Session } from '#shared/session.ts';

/**
 * `unreachable`: the server gives no answer, and nobody is known here. `away`: it gives none, but this computer knows whose
 * session it is. `expired`: the server no longer knows the session, while the app still holds what the person was doing.
 */
export type SessionState =
  | { state: 'checking' }
  | { state: 'unreachable' }
  | { state: 'signedOut' }
  | { state: 'signedIn'; session: Session }
  | { state: 'away'; session: Session }
  | { state: 'expired'; session: Session };

/** Who uses the app now. */
export const useSessionStore = create<SessionState>(() => ({ state: 'checking' }));

/** Replaces what is known about the session. */
export const setSession = (session: SessionState): void => useSessionStore.setState(session, true);

/** The server answered 401: whoever was signed in has to sign in again. */
export const expireSession = (): void => {
  const current = useSessionStore.getState();
  if (current.state === 'signedIn' || current.state === 'away') {
    setSession({ state: 'expired', session: current.session });
  }
};

/** The session of whoever works here; null where nobody does. */
export const useSession = (): Session | null =>
  useSessionStore((current) => ('session' in current ? current.session : null));

/** Whether the person who works here may do that with records of the resource. */
export const useCan = (resourceName: string): ((action: Action) => boolean) => {
  const role = useSession()?.role ?? 'USER';
  return (action) => can({ role, action, resource: resourceName });
};
