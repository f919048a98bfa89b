import { create } from 'zustand';
import type { QueuedChange } from './queue-store.ts';

type QueueState = {
  /** Changes of the signed-in user that wait for the server. */
  changes: readonly QueuedChange[];
  /** Their number; changes can't be read before the server has sent the user's key. */
  count: number;
  /** Id of the change that this window is sending. */
  sendingId: string | null;
  /** Whether this window has the user's key. */
  isReadable: boolean;
  /** Whether a request would fail without having been sent. */
  isUnreachable: boolean;
};

export const useQueue = create<QueueState>(() => ({
  changes: [],
  count: 0,
  sendingId: null,
  isReadable: false,
  isUnreachable: false,
}));

/** The record of a change; a new one is named by the change that creates it. */
export const getRecordKey = ({ id, recordId, follows }: QueuedChange): string => recordId ?? follows ?? id;

/** The last queued change of an existing record. */
export const useChangeOf = (resourceName: string, recordId: string | undefined): QueuedChange | undefined =>
  useQueue(({ changes }) =>
    recordId === undefined
      ? undefined
      : changes.findLast((change) => change.resource === resourceName && change.recordId === recordId),
  );

/** The next change to send: the first one that waits and is the earliest of its record. */
export const findNextChange = (
  changes: readonly QueuedChange[],
  passed: ReadonlySet<string>,
): QueuedChange | undefined =>
  changes.find(
    (change, index) =>
      !change.problem &&
      !passed.has(change.id) &&
      changes.slice(0, index).every((earlier) => getRecordKey(earlier) !== getRecordKey(change)),
  );
