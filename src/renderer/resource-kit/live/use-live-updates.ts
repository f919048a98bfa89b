import { useEffect } from 'react';
import { useCapability } from '../capabilities.ts';
import { useSessionStore, useUserId } from '../session-store.ts';

/** Receives live updates while a user is signed in, if the server supports that. */
export const useLiveUpdates = (): void => {
  const hasLive = useCapability('live') === true;
  const isSignedIn = useSessionStore(({ state }) => state === 'signedIn' || state === 'offline');
  const userId = useUserId();
  useEffect(() => {
    if (!hasLive || !isSignedIn) return;
    const stopped = new AbortController();
    const { signal } = stopped;
    void import('./live-updates.ts').then(({ startLiveUpdates }) => {
      if (!signal.aborted) startLiveUpdates({ userId, signal });
    });
    return () => stopped.abort();
  }, [hasLive, isSignedIn, userId]);
};
