import { useEffect } from 'react';
import { create } from 'zustand';
import { useIsFullServer } from '../server-level.ts';
import { useSessionStore, useUserId } from '../session-store.ts';

/** Whether the server tells this window about changes as they are saved. */
const useLiveState = create(() => ({ isOpen: false }));

/** The interval in which a query is refetched: never while the stream of live updates announces its changes. */
export const usePollInterval = (milliseconds: number): number | false =>
  useLiveState(({ isOpen }) => isOpen) ? false : milliseconds;

/** Receives live updates while a user is signed in, if the server supports that. */
export const useLiveUpdates = (): void => {
  const hasLive = useIsFullServer() === true;
  const isSignedIn = useSessionStore(({ state }) => state === 'signedIn' || state === 'offline');
  const userId = useUserId();
  useEffect(() => {
    if (!hasLive || !isSignedIn) return;
    const begun = Date.now();
    const stopped = new AbortController();
    const { signal } = stopped;
    const onOpenChange = (isOpen: boolean) => useLiveState.setState({ isOpen: isOpen && !signal.aborted });
    void import('./live-updates.ts').then(({ startLiveUpdates }) => {
      if (!signal.aborted) startLiveUpdates({ userId, begun, signal, onOpenChange });
    });
    return () => {
      stopped.abort();
      useLiveState.setState({ isOpen: false });
    };
  }, [hasLive, isSignedIn, userId]);
};
