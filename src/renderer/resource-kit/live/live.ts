import { useEffect } from 'react';
import { create } from 'zustand';
import { useIsFullServer } from '../server-level.ts';
import { useSessionStore, useUserId } from '../session-store.ts';

type Listener = { resource: string; id: string; onChange: () => void };

const listeners = new Set<Listener>();

/** Calls `onChange` when someone has changed a record, after its queries were refetched. Returns a function that stops that. */
export const listenToRecord = (listener: Listener): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const notifyRecordListeners = (resource: string | null, ids: readonly string[] | null): void => {
  for (const listener of listeners) {
    const isConcerned =
      (resource === null || listener.resource === resource) && (ids === null || ids.includes(listener.id));
    if (isConcerned) listener.onChange();
  }
};

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
    const stopped = new AbortController();
    const { signal } = stopped;
    void import('./live-updates.ts').then(({ startLiveUpdates }) => {
      if (signal.aborted) return;
      const onOpenChange = (isOpen: boolean) => useLiveState.setState({ isOpen: isOpen && !signal.aborted });
      startLiveUpdates({ userId, signal, onOpenChange, onRecordsChange: notifyRecordListeners });
    });
    return () => {
      stopped.abort();
      useLiveState.setState({ isOpen: false });
    };
  }, [hasLive, isSignedIn, userId]);
};
