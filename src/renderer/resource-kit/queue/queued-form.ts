import { v4 } from 'uuid';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { isFullServer } from '../server-level.ts';
import { loadValues } from '../stored-values.ts';
import { hasSecret } from './failures.ts';
import { getLockName, getStorage, notify, sendQueue } from './queue.ts';
import {
  deleteChange,
  listChanges,
  type QueuedChange,
  type QueueStorage,
  readChange,
  saveChange,
} from './queue-store.ts';

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
  const storage = getStorage();
  if (!storage || hasSecret(form.values)) return false;
  // It repeats responses by key, checks versions, and has a key to encrypt stored values.
  if (!(await isFullServer().catch(() => false))) return false;
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
    const used = getStorage();
    if (!used) return resolve(null);
    const hold = async () => {
      const change = await readChange(used, id);
      if (!change) return resolve(null);
      await new Promise<void>((release) => resolve(createHeldChange(used, change, release)));
    };
    navigator.locks.request(getLockName(id), { signal }, hold).catch(reject);
  });
