import { create } from 'zustand';
import { type Action, can } from '#shared/permissions.ts';
import type { Session } from '#shared/session.ts';
import { setPageUser } from '../platform/platform.ts';

/**
 * `checking`: the server hasn't confirmed the session yet. A stored session already works: every request verifies it.
 * `offline`: the server is unreachable, but the session is stored on this computer.
 * `expired`: the server rejected the session while the app still has the user's unsaved work.
 * `reason` says why the session has ended.
 */
export type SessionState =
  | { state: 'checking'; session: Session | null }
  | { state: 'signedOut'; endedUserId?: string; reason?: string | undefined }
  | { state: 'signedIn'; session: Session }
  | { state: 'offline'; session: Session }
  | { state: 'expired'; session: Session; reason?: string | undefined };

export const useSessionStore = create<SessionState>(() => ({ state: 'checking', session: null }));

export const setSession = (next: SessionState): void => {
  if ('session' in next && next.session) setPageUser(next.session.userId);
  useSessionStore.setState(next, true);
};

/** Ends the session after a 401 response, or after a logout in another window. */
export const expireSession = (reason?: string): void => {
  const current = useSessionStore.getState();
  // No work has started yet, so there is nothing to keep.
  if (current.state === 'checking') setSession({ state: 'signedOut', reason });
  if (current.state === 'signedIn' || current.state === 'offline') {
    setSession({ state: 'expired', session: current.session, reason });
  }
};

/** Ends the session of a deleted or deactivated account. Its user's drafts and cached responses are deleted, too. */
export const endSession = (reason?: string): void => {
  const endedUserId = getCurrentUserId();
  setSession({ state: 'signedOut', endedUserId, reason });
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

/** Whether the server accepts nothing before the user has set up two-factor login. */
export const useTwoFactorStore = create<{ isRequired: boolean }>(() => ({ isRequired: false }));
