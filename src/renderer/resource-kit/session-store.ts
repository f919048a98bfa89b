import { create } from 'zustand';
import { type Action, can } from '#shared/permissions.ts';
import type { Session } from '#shared/session.ts';

/**
 * `checking`: the server hasn't confirmed the session yet. A stored session already works: every request verifies it.
 * `offline`: the server is unreachable, but the session is stored on this computer.
 * `expired`: the server rejected the session while the app still has the user's unsaved work.
 */
export type SessionState =
  | { state: 'checking'; session: Session | null }
  | { state: 'signedOut'; endedUserId?: string }
  | { state: 'signedIn'; session: Session }
  | { state: 'offline'; session: Session }
  | { state: 'expired'; session: Session };

export const useSessionStore = create<SessionState>(() => ({ state: 'checking', session: null }));

export const setSession = (session: SessionState): void => useSessionStore.setState(session, true);

/** Ends the session after a 401 response. */
export const expireSession = (): void => {
  const current = useSessionStore.getState();
  // No work has started yet, so there is nothing to keep.
  if (current.state === 'checking') setSession({ state: 'signedOut' });
  if (current.state === 'signedIn' || current.state === 'offline') {
    setSession({ state: 'expired', session: current.session });
  }
};

/** Ends the session of a deleted or deactivated account. Its user's drafts and cached responses are deleted, too. */
export const endSession = (): void => {
  const endedUserId = getCurrentUserId();
  setSession({ state: 'signedOut', endedUserId });
};

const getSession = (current: SessionState): Session | null => ('session' in current ? current.session : null);

/** The current session; null when signed out. */
export const useSession = (): Session | null => useSessionStore(getSession);

export const getCurrentUserId = (): string => getSession(useSessionStore.getState())?.userId ?? '';

/** Id of the signed-in user; empty if signed out. */
export const useUserId = (): string => useSessionStore((current) => getSession(current)?.userId ?? '');

/** Permission check for the signed-in user and a resource. */
export const useCan = (resourceName: string): ((action: Action) => boolean) => {
  // Selects only the role, so that renewing the session doesn't re-render.
  const role = useSessionStore((current) => getSession(current)?.role ?? 'USER');
  return (action) => can({ role, action, resource: resourceName });
};

/** Whether the signed-in user may do something with the records of all these resources. */
export const useCanForEach = (resourceNames: readonly string[], action: Action): boolean => {
  const role = useSessionStore((current) => getSession(current)?.role ?? 'USER');
  return resourceNames.every((resource) => can({ role, action, resource }));
};
