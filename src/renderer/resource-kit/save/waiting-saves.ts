import { v4 } from 'uuid';
import { create } from 'zustand';
import type { FieldError } from '#shared/api.ts';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { isFullServer } from '../server-level.ts';
import { type ClientStorage, getOwner, getStorage, openDatabase } from './client-store.ts';
import { deleteSave, loadValues, openSave, storeSave, writeSaves } from './stored-saves.ts';

/** Why a save isn't sent until the user has edited it. */
export type Problem = {
  /** `uncertain`: the server may have saved it, and has forgotten the idempotency key. */
  kind: 'rejected' | 'conflict' | 'uncertain' | 'unreadable';
  message: string;
  errors: readonly FieldError[];
};

/** A save that waits until the server can be reached. */
export type WaitingSave = {
  id: string;
  /** Saves are sent in ascending order. */
  order: number;
  resource: string;
  /** Null for a new record. */
  recordId: string | null;
  /** Id of the save that creates the record of this one. */
  follows: string | null;
  /** Name of the record, as in its list. */
  title: string;
  /** Address of the form. */
  path: string;
  /** The record when the form was opened; null for a new one. */
  base: AnyRecord | null;
  /** With references to stored files. */
  values: Record<string, unknown>;
  /** Whether other values of the record stay as they are; otherwise those that are left out are empty. */
  isPartial?: boolean;
  idempotencyKey: string;
  savedAt: string;
  /** When it was first sent without a response: the server may have saved it. */
  triedAt: string | null;
  problem: Problem | null;
};

export const useQueue = create<{
  /** The signed-in user's saves that wait for the server. */
  saves: readonly WaitingSave[];
  /** Their number; they can't be read before the server has sent the user's key. */
  count: number;
  /** Id of the save that this window is sending. */
  sendingId: string | null;
  /** Whether this window has the user's key. */
  isReadable: boolean;
}>(() => ({ saves: [], count: 0, sendingId: null, isReadable: false }));

/** The record of a waiting save; a new one is named by the save that creates it. */
export const getRecordKey = ({ id, recordId, follows }: WaitingSave): string => recordId ?? follows ?? id;

/** The last waiting save of a record. */
export const useWaitingSave = (resourceName: string, recordKey: string | undefined): WaitingSave | undefined =>
  useQueue(({ saves }) =>
    recordKey === undefined
      ? undefined
      : saves.findLast((save) => save.resource === resourceName && getRecordKey(save) === recordKey),
  );

const toStored = ({ owner }: ClientStorage, save: WaitingSave) => ({
  info: { kind: 'waiting' as const, owner, id: save.id },
  content: save,
});

/** Stores changes of a save whose files are stored already. */
export const updateWaiting = (storage: ClientStorage, save: WaitingSave): Promise<void> =>
  writeSaves(storage, { put: [toStored(storage, save)] });

/** Deletes a save; `follower` is the next one of the same record, which now knows its id. */
export const completeWaiting = (storage: ClientStorage, id: string, follower: WaitingSave | undefined): Promise<void> =>
  writeSaves(storage, { remove: id, put: follower ? [toStored(storage, follower)] : [] });

const readAll = async (storage: ClientStorage) =>
  Promise.all(
    (await (await openDatabase()).getAllFromIndex('saves', 'kind', [storage.owner, 'waiting'])).map(async (stored) => ({
      id: stored.id,
      save: (await openSave(storage, stored)) as WaitingSave | null,
    })),
  );

/** All waiting saves of a user in the order in which they are sent, without those that can't be decrypted. */
export const listWaiting = async (storage: ClientStorage): Promise<WaitingSave[]> =>
  (await readAll(storage)).flatMap(({ save }) => save ?? []).sort((one, other) => one.order - other.order);

export const readWaiting = async (storage: ClientStorage, id: string): Promise<WaitingSave | undefined> =>
  (await listWaiting(storage)).find((save) => save.id === id);

/** The storage of the signed-in user if it has a key: nothing waits unencrypted. */
export const getKeyStorage = async (): Promise<ClientStorage | null> => {
  const storage = await getStorage().catch(() => null);
  return storage?.cipher ? storage : null;
};

/** Tells the other windows that a waiting save has changed. */
const channel = new BroadcastChannel('queue');

export const readQueue = async (): Promise<void> => {
  const count = await (await openDatabase()).countFromIndex('saves', 'kind', [await getOwner(), 'waiting']);
  useQueue.setState({ count });
  const storage = await getKeyStorage();
  const saves = storage ? await listWaiting(storage) : [];
  useQueue.setState({ saves, isReadable: storage !== null });
};

channel.onmessage = () => void readQueue().catch(() => undefined);

/** Tells all windows that a waiting save has changed. */
export const notify = async (): Promise<void> => {
  channel.postMessage(null);
  await readQueue();
};

/** Deletes the saves that can't be decrypted. */
export const discardUnreadable = async (): Promise<void> => {
  const storage = await getKeyStorage();
  const saves = storage ? await readAll(storage) : [];
  for (const { id, save } of saves) if (!save) await deleteSave(id);
  await notify();
};

/** Deletes a save and those that follow it. Returns false while it is being sent or edited. */
export const discardWaiting = ({ id }: WaitingSave): Promise<boolean> =>
  navigator.locks.request(id, { ifAvailable: true }, async (lock) => {
    const storage = await getKeyStorage();
    if (!lock || !storage) return false;
    const followers = (await listWaiting(storage)).filter(({ follows }) => follows === id);
    for (const follower of followers.filter(({ recordId }) => recordId === null)) await deleteSave(follower.id);
    await deleteSave(id);
    await notify();
    return true;
  });

export type FormSave = {
  resource: Resource;
  record: AnyRecord | null;
  values: Record<string, unknown>;
  path: string;
  idempotencyKey: string;
  isPartial?: boolean;
};

export const savedHereText = 'Saved on this computer. It will be sent when the server can be reached.';

const getTitle = ({ resource, record, values }: FormSave): string => {
  const title = values[resource.titleField] || record?.[resource.titleField];
  if (typeof title === 'string' && title !== '') return title;
  return record ? resource.label : `New ${inSentence(resource.label)}`;
};

const toContent = (form: FormSave, isTried: boolean) => ({
  resource: form.resource.name,
  title: getTitle(form),
  path: form.path,
  base: form.record,
  values: form.values,
  isPartial: form.isPartial ?? false,
  idempotencyKey: form.idempotencyKey,
  savedAt: new Date().toISOString(),
  triedAt: isTried ? new Date().toISOString() : null,
  problem: null,
});

/**
 * Stores a form's values until the server can be reached. `isTried`: they were sent already, without a response.
 * Returns null if they can't wait, and rejects if there is no space.
 */
export const enqueue = async (
  form: FormSave,
  { isTried, follows }: { isTried: boolean; follows?: WaitingSave },
): Promise<string | null> => {
  // Our server repeats responses by key, checks versions, and has a key to encrypt stored values.
  // Secrets are never stored, and without locks, as on an insecure origin, two windows could send the same save.
  const canWait = navigator.locks && !form.values.password && (await isFullServer().catch(() => false));
  const storage = canWait ? await getKeyStorage() : null;
  if (!storage) return null;
  // Without it, a browser may delete stored data when space is short.
  void navigator.storage?.persist?.().catch(() => undefined);
  const order = Math.max(Date.now(), ((await listWaiting(storage)).at(-1)?.order ?? 0) + 1);
  const id = v4();
  const [recordId, previous] = [form.record?._id ?? null, follows?.id ?? null];
  await storeSave(storage, toStored(storage, { ...toContent(form, isTried), id, order, recordId, follows: previous }));
  await notify();
  return id;
};

export type HeldSave = {
  get: () => WaitingSave;
  /** `changed` replaces some of them. */
  loadValues: (changed?: Record<string, unknown>) => ReturnType<typeof loadValues>;
  /** Stores other values in its place, before they are sent. */
  replace: (form: FormSave, isTried: boolean) => Promise<void>;
  remove: () => Promise<void>;
  release: () => void;
};

/** Keeps a save from being sent until it is released. Null if it has been sent or discarded. */
export const holdWaiting = (id: string, signal: AbortSignal): Promise<HeldSave | null> =>
  new Promise((resolve, reject) => {
    const hold = async () => {
      const storage = await getKeyStorage();
      const found = storage && (await readWaiting(storage, id));
      if (!found) return resolve(null);
      let current = found;
      await new Promise<void>((release) =>
        resolve({
          get: () => current,
          loadValues: (changed) => loadValues({ ...found.values, ...changed }, storage),
          replace: async (form, isTried) => {
            current = await storeSave(storage, toStored(storage, { ...current, ...toContent(form, isTried) }));
            await notify();
          },
          remove: async () => {
            await deleteSave(id);
            await notify();
          },
          release,
        }),
      );
    };
    navigator.locks.request(id, { signal }, hold).catch(reject);
  });
