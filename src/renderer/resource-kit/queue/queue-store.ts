import { createStore, get, values as getAll, keys, promisifyRequest } from 'idb-keyval';
import type { FieldError } from '#shared/api.ts';
import type { AnyRecord } from '#shared/resource-kit/define-resource.ts';
import { platform } from '../../platform/index.ts';
import { collectLocalFiles } from '../../platform/local-files.ts';
import { useSessionStore } from '../session-store.ts';
import type { StorageCipher } from '../storage-cipher.ts';
import { deleteFiles, fileKey, getFileKeys, storeFile, toStoredValues } from '../stored-values.ts';

/** Why a change isn't sent until the user has edited it. */
export type Problem = {
  /** `uncertain`: the server may have saved it, and has forgotten the idempotency key. */
  kind: 'rejected' | 'conflict' | 'uncertain' | 'unreadable';
  message: string;
  errors: readonly FieldError[];
};

type ChangeContent = {
  resource: string;
  /** Null for a new record. */
  recordId: string | null;
  /** Id of the change that creates the record of this one. */
  follows: string | null;
  /** Name of the record, as in its list. */
  title: string;
  /** Address of the form. */
  path: string;
  /** The record when the form was opened; null for a new one. */
  base: AnyRecord | null;
  /** With references to stored files. */
  values: Record<string, unknown>;
  idempotencyKey: string;
  savedAt: string;
  /** When it was first sent without a response: the server may have saved it. */
  triedAt: string | null;
  problem: Problem | null;
};

/** A change that waits until the server can be reached. */
export type QueuedChange = ChangeContent & { id: string; order: number };

type StoredChange = { id: string; owner: string; order: number; sealed: Uint8Array<ArrayBuffer> };

/** The server and the user who saved the changes, and the user's cipher: nothing is queued without encryption. */
export type QueueStorage = { owner: string; cipher: StorageCipher };

type ChangeKey = [owner: string, id: string];

const changes = createStore('queue', 'changes');

const toKey = ({ owner }: QueueStorage, id: string): ChangeKey => [owner, id];

const findKeys = async (isMatch: (owner: string) => boolean): Promise<ChangeKey[]> =>
  (await keys<ChangeKey>(changes)).filter(([owner]) => isMatch(owner));

/** Number of changes of a user, which is known without the cipher. */
export const countChanges = async (owner: string): Promise<number> =>
  (await findKeys((other) => other === owner)).length;

const isContent = (value: unknown): value is ChangeContent =>
  typeof value === 'object' && value !== null && 'values' in value && 'idempotencyKey' in value;

const openChange = async (storage: QueueStorage, { id, order, sealed }: StoredChange): Promise<QueuedChange | null> => {
  const name = JSON.stringify(toKey(storage, id));
  const content = await storage.cipher.openJson({ name, bytes: sealed });
  return isContent(content) ? { ...content, id, order } : null;
};

export const readChange = async (storage: QueueStorage, id: string): Promise<QueuedChange | null> => {
  const stored = await get<StoredChange>(toKey(storage, id), changes);
  return stored ? openChange(storage, stored) : null;
};

/** All changes of a user in the order in which they are sent, without those that can't be decrypted. */
export const listChanges = async (storage: QueueStorage): Promise<QueuedChange[]> => {
  const stored = (await getAll<StoredChange>(changes)).filter(({ owner }) => owner === storage.owner);
  const opened = await Promise.all(stored.map((change) => openChange(storage, change)));
  return opened.filter((change) => change !== null).sort((one, other) => one.order - other.order);
};

// Values without content are left out, as in the request: a repeated request must be the same.
const sealChange = ({ id, order, ...content }: QueuedChange, storage: QueueStorage): StoredChange => {
  const name = JSON.stringify(toKey(storage, id));
  const bytes = new TextEncoder().encode(JSON.stringify(content));
  return { id, order, owner: storage.owner, sealed: storage.cipher.sealNow({ name, bytes }) };
};

/** Stores and deletes changes in one transaction. */
const write = (storage: QueueStorage, { put = [], remove }: { put?: QueuedChange[]; remove?: string }) =>
  changes('readwrite', (store) => {
    for (const change of put) store.put(sealChange(change, storage), toKey(storage, change.id));
    if (remove !== undefined) store.delete(toKey(storage, remove));
    store.transaction.commit();
    return promisifyRequest(store.transaction);
  });

/** Stores what changed about a change, but not its values. */
export const putChange = (storage: QueueStorage, change: QueuedChange): Promise<void> =>
  write(storage, { put: [change] });

/**
 * Stores a change whose values contain files of the form. The files come first, so that a change is complete or not
 * stored at all. Rejects if a file can't be read or there is no space.
 */
export const saveChange = async (storage: QueueStorage, change: QueuedChange): Promise<QueuedChange> => {
  const { id } = change;
  const storedFiles = await getFileKeys(id);
  const picked = new Map(collectLocalFiles(change.values).map((file) => [fileKey(id, file), file]));
  const added = [...picked].filter(([name]) => !storedFiles.includes(name));
  const stored = { ...change, values: toStoredValues(id, change.values) };
  try {
    for (const [name, file] of added)
      await storeFile(name, await platform.files.read(file), { cipher: storage.cipher });
    await putChange(storage, stored);
  } catch (error) {
    await deleteFiles(added.map(([name]) => name)).catch(() => undefined);
    throw error;
  }
  await deleteFiles(storedFiles.filter((name) => !picked.has(name)));
  return stored;
};

/** Deletes a change; `follower` is the next change of the same record, which now knows its id. */
export const deleteChange = async (storage: QueueStorage, id: string, follower?: QueuedChange): Promise<void> => {
  await write(storage, { remove: id, put: follower ? [follower] : [] });
  await deleteFiles(await getFileKeys(id));
};

/** Deletes the changes that are damaged, or were encrypted with another key. */
export const deleteUnreadable = async (storage: QueueStorage): Promise<void> => {
  const readable = new Set((await listChanges(storage)).map(({ id }) => id));
  for (const [, id] of await findKeys((owner) => owner === storage.owner))
    if (!readable.has(id)) await deleteChange(storage, id);
};

/** Deletes the changes of a user on any server; user ids are unique across servers. */
const deleteChangesByUser = async (userId: string): Promise<void> => {
  for (const key of await findKeys((owner) => owner.endsWith(` ${userId}`))) {
    const [, id] = key;
    await changes('readwrite', (store) => promisifyRequest(store.delete(key)));
    await deleteFiles(await getFileKeys(id));
  }
};

// The account was deleted or deactivated. A user who logs out finds the changes at the next login.
useSessionStore.subscribe((current) => {
  if (current.state !== 'signedOut' || !current.endedUserId) return;
  void deleteChangesByUser(current.endedUserId).catch(() => undefined);
});
