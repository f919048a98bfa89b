import { v4 } from 'uuid';
import { platform } from '../../platform/index.ts';
import { isServerReachable } from '../../platform/platform.ts';
import { checkServer, getRetryDelay, useServerStatus } from '../../platform/server.ts';
import { showError, showInfo, showSuccess } from '../../ui/toasts.tsx';
import { refetchResource } from '../invalidate.ts';
import { getCurrentUserId, useSessionStore } from '../session-store.ts';
import type { StorageCipher } from '../storage-cipher.ts';
import { findNextChange, useQueue } from './queue-state.ts';
import {
  countChanges,
  deleteChange,
  deleteUnreadable,
  listChanges,
  putChange,
  type QueuedChange,
  type QueueStorage,
  readChange,
} from './queue-store.ts';
import { sendChange } from './send-change.ts';

/** Tells the other windows that the queue has changed. */
const channel = new BroadcastChannel('queue');

let owner: string | null = null;
let storage: QueueStorage | null = null;

export const getLockName = (id: string): string => `queued-change ${id}`;

const readQueue = async (): Promise<void> => {
  const [readOwner, readStorage] = [owner, storage];
  if (readOwner === null) return;
  const count = await countChanges(readOwner);
  const changes = readStorage ? await listChanges(readStorage) : [];
  if (owner === readOwner && storage === readStorage)
    useQueue.setState({ count, changes, isReadable: readStorage !== null });
};

/** Tells all windows that the queue has changed. */
export const notify = async (): Promise<void> => {
  channel.postMessage(null);
  await readQueue();
};

/** Whether requests are sent to the server and as the user of the changes. Another window may have changed the server. */
const isOwnersSession = async (used: QueueStorage): Promise<boolean> => {
  if (useSessionStore.getState().state !== 'signedIn') return false;
  const { server } = await platform.appInfo();
  return used.owner === `${server} ${getCurrentUserId()}`;
};

type Sent = { sent: number; problems: number; isRetryNeeded: boolean };

const sendLocked = (used: QueueStorage, { id }: QueuedChange) =>
  navigator.locks.request(getLockName(id), { ifAvailable: true }, async (lock) => {
    // A form has the change open, or it has been sent or discarded since.
    const change = lock && (await readChange(used, id));
    if (!change || change.problem) return null;
    if (!(await isOwnersSession(used))) return { outcome: 'stop' };
    useQueue.setState({ sendingId: id });
    try {
      return { ...(await sendChange(used, change)), change };
    } finally {
      useQueue.setState({ sendingId: null });
      await notify();
    }
  });

const sendAll = async (used: QueueStorage): Promise<Sent> => {
  const passed = new Set<string>();
  const result: Sent = { sent: 0, problems: 0, isRetryNeeded: false };
  for (;;) {
    const next = findNextChange(await listChanges(used), passed);
    if (!next) return result;
    passed.add(next.id);
    const sent = await sendLocked(used, next);
    if (sent?.outcome === 'stop') return result;
    if (sent?.outcome === 'retry') return { ...result, isRetryNeeded: true };
    if (sent?.outcome === 'problem') result.problems += 1;
    if (sent?.outcome !== 'sent') continue;
    result.sent += 1;
    for (const notice of ('notices' in sent && sent.notices) || []) showInfo(notice);
    void refetchResource(next.resource);
  }
};

const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const report = ({ sent, problems }: Sent): void => {
  if (sent > 0) showSuccess(`${countOf(sent, 'waiting change')} sent`);
  if (problems === 1) showError('1 waiting change needs your attention');
  if (problems > 1) showError(`${problems} waiting changes need your attention`);
};

let isSending = false;
let isRequestedAgain = false;
let attempts = 0;
let retryTimer: number | undefined;

const sendOnce = async (used: QueueStorage): Promise<void> => {
  // Without a server, every attempt would be one whose result is unknown.
  if (!isServerReachable(await checkServer())) return;
  // One window at a time. The next one finds what this one has left.
  const result = await navigator.locks.request(`queue ${used.owner}`, () => sendAll(used));
  report(result);
  if (!result.isRetryNeeded) {
    attempts = 0;
    return;
  }
  retryTimer = window.setTimeout(() => void sendQueue(), getRetryDelay(attempts));
  attempts += 1;
};

/** Sends the waiting changes in order if the server can be reached, and otherwise when it is back. */
export const sendQueue = async (): Promise<void> => {
  if (isSending) {
    isRequestedAgain = true;
    return;
  }
  isSending = true;
  try {
    do {
      isRequestedAgain = false;
      clearTimeout(retryTimer);
      await readQueue();
      if (storage && useQueue.getState().changes.some(({ problem }) => !problem)) await sendOnce(storage);
    } while (isRequestedAgain);
  } catch (error) {
    console.error('Waiting changes cannot be sent', error);
  } finally {
    isSending = false;
  }
};

/** The queue of the signed-in user; null until the server has sent its key. */
export const getStorage = (): QueueStorage | null => storage;

/** Opens the queue of the signed-in user; `cipher` follows when the server has sent the key. */
export const openQueue = async (opened: { owner: string; cipher: StorageCipher | null }): Promise<void> => {
  owner = opened.owner;
  storage = opened.cipher && { owner, cipher: opened.cipher };
  await sendQueue();
};

channel.onmessage = () => void readQueue().catch(() => undefined);
useServerStatus.subscribe((status) => {
  const isReachable = isServerReachable(status);
  useQueue.setState({ isUnreachable: !isReachable });
  if (isReachable) void sendQueue();
});
useSessionStore.subscribe(({ state }, previous) => {
  if (state === 'signedIn' && previous.state !== 'signedIn') void sendQueue();
});

/** Sends a change again that had a problem; one whose result is unknown as a new request. */
export const retryChange = async (change: QueuedChange): Promise<void> => {
  const used = storage;
  if (!used) return;
  const isNewRequest = change.problem?.kind === 'uncertain';
  const request = isNewRequest ? { idempotencyKey: v4(), triedAt: null } : {};
  await navigator.locks.request(getLockName(change.id), { ifAvailable: true }, async (lock) => {
    const current = lock && (await readChange(used, change.id));
    if (current) await putChange(used, { ...current, ...request, problem: null });
  });
  await notify();
  await sendQueue();
};

/** Deletes the changes that can't be decrypted. */
export const discardUnreadable = async (): Promise<void> => {
  if (!storage) return;
  await deleteUnreadable(storage);
  await notify();
};

/** Deletes a change and those that follow it. Returns false while it is being sent or edited. */
export const discardChange = async ({ id }: QueuedChange): Promise<boolean> => {
  const used = storage;
  if (!used) return false;
  return navigator.locks.request(getLockName(id), { ifAvailable: true }, async (lock) => {
    if (!lock) return false;
    const followers = (await listChanges(used)).filter(({ follows }) => follows === id);
    for (const follower of followers.filter(({ recordId }) => recordId === null)) await deleteChange(used, follower.id);
    await deleteChange(used, id);
    await notify();
    return true;
  });
};
