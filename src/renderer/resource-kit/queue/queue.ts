import { v4 } from 'uuid';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { platform } from '../../platform/index.ts';
import { isServerReachable } from '../../platform/platform.ts';
import { showError, showInfo, showSuccess } from '../../ui/toasts.tsx';
import { hasCapability } from '../capabilities.ts';
import { invalidateResource } from '../invalidate.ts';
import { getCurrentUserId, useSessionStore } from '../session-store.ts';
import type { StorageCipher } from '../storage-cipher.ts';
import { loadValues } from '../stored-values.ts';
import { hasSecret } from './failures.ts';
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
  saveChange,
} from './queue-store.ts';
import { sendChange } from './send-change.ts';

const firstRetryMs = 5000;
const maxRetryMs = 60_000;

/** Tells the other windows that the queue has changed. */
const channel = new BroadcastChannel('queue');

let owner: string | null = null;
let storage: QueueStorage | null = null;

const getLockName = (id: string): string => `queued-change ${id}`;

const readQueue = async (): Promise<void> => {
  const [readOwner, readStorage] = [owner, storage];
  if (readOwner === null) return;
  const count = await countChanges(readOwner);
  const changes = readStorage ? await listChanges(readStorage) : [];
  if (owner === readOwner && storage === readStorage)
    useQueue.setState({ count, changes, isReadable: readStorage !== null });
};

const notify = async (): Promise<void> => {
  channel.postMessage(null);
  await readQueue();
};

/** Whether requests are sent to the server and as the user of the changes. Another window may have changed both. */
const isOwnersSession = async (used: QueueStorage): Promise<boolean> => {
  if (useSessionStore.getState().state !== 'signedIn') return false;
  const { server } = await platform.appInfo();
  const stored = await platform.session.getStored();
  return stored?.userId === getCurrentUserId() && used.owner === `${server} ${stored.userId}`;
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
    void invalidateResource(next.resource);
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
let retryMs = firstRetryMs;
let retryTimer: number | undefined;

const sendOnce = async (used: QueueStorage): Promise<void> => {
  // Without a server, every attempt would be one whose result is unknown.
  if (!isServerReachable(await platform.server.status())) return;
  // One window at a time. The next one finds what this one has left.
  const result = await navigator.locks.request(`queue ${used.owner}`, () => sendAll(used));
  report(result);
  if (!result.isRetryNeeded) {
    retryMs = firstRetryMs;
    return;
  }
  retryTimer = window.setTimeout(() => void sendQueue(), retryMs);
  retryMs = Math.min(retryMs * 2, maxRetryMs);
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

/** Opens the queue of the signed-in user; `cipher` follows when the server has sent the key. */
export const openQueue = async (opened: { owner: string; cipher: StorageCipher | null }): Promise<void> => {
  owner = opened.owner;
  storage = opened.cipher && { owner, cipher: opened.cipher };
  await sendQueue();
};

channel.onmessage = () => void readQueue().catch(() => undefined);
let isUnreachable = false;
platform.server.onStatus((status) => {
  isUnreachable = !isServerReachable(status);
  if (isServerReachable(status)) void sendQueue();
});
useSessionStore.subscribe(({ state }, previous) => {
  if (state === 'signedIn' && previous.state !== 'signedIn') void sendQueue();
});

/** Whether a request would fail without having been sent. */
export const isKnownUnreachable = (): boolean => isUnreachable;

/** Whether the server repeats responses by key, checks versions, and has a key to encrypt what is stored. */
const isSupported = async (): Promise<boolean> => {
  const needed = await Promise.all(['idempotency', 'version', 'storageKey'].map(hasCapability));
  return needed.every(Boolean);
};

export type SavedForm = {
  resource: Resource;
  record: AnyRecord | null;
  values: Record<string, unknown>;
  path: string;
  idempotencyKey: string;
  /** Whether it was sent already, without a response. */
  isTried: boolean;
};

const getTitle = ({ resource, record, values }: SavedForm): string => {
  const title = values[resource.titleField] || record?.[resource.titleField];
  if (typeof title === 'string' && title !== '') return title;
  return record ? resource.label : `New ${inSentence(resource.label)}`;
};

const toContent = (form: SavedForm) => ({
  resource: form.resource.name,
  title: getTitle(form),
  path: form.path,
  base: form.record,
  values: form.values,
  idempotencyKey: form.idempotencyKey,
  savedAt: new Date().toISOString(),
  triedAt: form.isTried ? new Date().toISOString() : null,
  problem: null,
});

const getNextOrder = async (used: QueueStorage): Promise<number> =>
  Math.max(Date.now(), ((await listChanges(used)).at(-1)?.order ?? 0) + 1);

/**
 * Stores a form's values until the server can be reached. Returns false if they can't be queued, and rejects if there
 * is no space.
 */
export const enqueue = async (form: SavedForm, follows: QueuedChange | null = null): Promise<boolean> => {
  if (!storage || hasSecret(form.values) || !(await isSupported().catch(() => false))) return false;
  // Without it, a browser may delete stored data when space is short.
  void navigator.storage?.persist?.().catch(() => undefined);
  const content = { ...toContent(form), recordId: form.record?._id ?? null, follows: follows?.id ?? null };
  await saveChange(storage, { ...content, id: v4(), order: await getNextOrder(storage) });
  await notify();
  void sendQueue();
  return true;
};

export type HeldChange = {
  change: QueuedChange;
  getCurrent: () => QueuedChange;
  loadValues: () => ReturnType<typeof loadValues>;
  /** Stores other values in its place, before they are sent. */
  replace: (form: SavedForm) => Promise<void>;
  remove: () => Promise<void>;
  release: () => void;
};

const createHeldChange = (used: QueueStorage, change: QueuedChange, release: () => void): HeldChange => {
  let current = change;
  return {
    change,
    getCurrent: () => current,
    loadValues: () => loadValues(change.values, used.cipher),
    replace: async (form) => {
      current = await saveChange(used, { ...current, ...toContent(form) });
      await notify();
    },
    remove: async () => {
      await deleteChange(used, change.id);
      await notify();
    },
    release: () => {
      release();
      void sendQueue();
    },
  };
};

/** Keeps a change from being sent until it is released. Null if it has been sent or discarded. */
export const holdChange = (id: string, signal: AbortSignal): Promise<HeldChange | null> =>
  new Promise((resolve, reject) => {
    const used = storage;
    if (!used) return resolve(null);
    const hold = async () => {
      const change = await readChange(used, id);
      if (!change) return resolve(null);
      await new Promise<void>((release) => resolve(createHeldChange(used, change, release)));
    };
    navigator.locks.request(getLockName(id), { signal }, hold).catch(reject);
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
    for (const follower of followers.filter(({ recordId }) => recordId === null))
      await deleteChange(used, follower.id);
    await deleteChange(used, id);
    await notify();
    return true;
  });
};
