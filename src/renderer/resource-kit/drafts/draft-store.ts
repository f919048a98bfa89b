import { createStore, del, get, values as getAll, getMany, keys, promisifyRequest } from 'idb-keyval';
import type { AnyRecord } from '#shared/resource-kit/define-resource.ts';
import { type LocalFile, platform } from '../../platform/index.ts';
import { collectLocalFiles } from '../../platform/local-files.ts';
import { encodeJson } from '../encode-json.ts';
import { useSessionStore } from '../session-store.ts';
import type { StorageCipher } from '../storage-cipher.ts';
import { deleteFiles, fileKey, getFileKeys, loadValues, storeFile, toStoredValues } from '../stored-values.ts';

type Values = Record<string, unknown>;

type DraftInfo = {
  id: string;
  /** The server and the user who typed the values. */
  owner: string;
  /** The owner, the resource, and the record's id or the path. */
  form: string;
  savedAt: string;
};

type DraftContent = {
  /** The record when the form was opened; null for a new one. */
  base: AnyRecord | null;
  values: Values;
};

export type Draft = DraftInfo & DraftContent;

/** A draft that is damaged, or was encrypted with another key. */
type UnreadableDraft = DraftInfo & { isUnreadable: true };

export type FoundDraft = Draft | UnreadableDraft;

type SealedDraft = DraftInfo & { sealed: Uint8Array<ArrayBuffer> };

/** Drafts aren't encrypted on a server without keys. */
type StoredDraft = Draft | SealedDraft;

export type DraftStorage = {
  /** The server and the user who types. */
  owner: string;
  /** Null on a server without keys. */
  cipher: StorageCipher | null;
};

const maxDraftAgeDays = 30;

const getMinSavedAt = (): string => new Date(Date.now() - maxDraftAgeDays * 24 * 60 * 60 * 1000).toISOString();

const excludedFields: readonly string[] = ['password'];

const drafts = createStore('drafts', 'drafts');

type DraftKey = [owner: string, form: string, id: string];

const findKeys = async (isMatch: (key: { owner: string; form: string; id: string }) => boolean) =>
  (await keys<DraftKey>(drafts)).filter(([owner, form, id]) => isMatch({ owner, form, id }));

type SavedFiles = { key: DraftKey; picked: readonly LocalFile[]; cipher: StorageCipher | null };

const saveFiles = async ({ key, picked, cipher }: SavedFiles): Promise<void> => {
  const [, , draft] = key;
  const storedItems = await getFileKeys(draft);
  const wanted = new Map(picked.map((file) => [fileKey(draft, file), file]));
  await deleteFiles(storedItems.filter((name) => !wanted.has(name)));
  // The draft may be deleted while a file is read.
  const isWanted = async () => (await get(key, drafts)) !== undefined;
  for (const [name, file] of wanted) {
    if (storedItems.includes(name)) continue;
    // Ignore an unreadable file: the user may have replaced it, and the next save of the draft stores the new one.
    const bytes = await platform.files.read(file).catch(() => null);
    if (bytes) await storeFile(name, bytes, { cipher, isWanted });
  }
};

const contextOf = (key: DraftKey): string => JSON.stringify(key);

const sealDraft = ({ base, values, ...info }: Draft, cipher: StorageCipher): SealedDraft => {
  const name = contextOf([info.owner, info.form, info.id]);
  return { ...info, sealed: cipher.sealNow({ name, bytes: encodeJson({ base, values }) }) };
};

// Commits explicitly, because a closing page may not live until the automatic commit.
const putAndCommit = (key: DraftKey, draft: StoredDraft): Promise<void> =>
  drafts('readwrite', (store) => {
    store.put(draft, key);
    store.transaction.commit();
    return promisifyRequest(store.transaction);
  });

export const saveDraft = async (draft: Draft, cipher: StorageCipher | null): Promise<void> => {
  const { id, owner, form } = draft;
  const picked = collectLocalFiles(draft.values);
  const values = toStoredValues(id, draft.values);
  for (const name of excludedFields) delete values[name];
  const key: DraftKey = [owner, form, id];
  const plain = { ...draft, values };
  await putAndCommit(key, cipher ? sealDraft(plain, cipher) : plain);
  await saveFiles({ key, picked, cipher });
};

export const deleteDraft = async (id: string): Promise<void> => {
  for (const key of await findKeys((draft) => draft.id === id)) await del(key, drafts);
  await deleteFiles(await getFileKeys(id));
};

export const deleteDraftsByOwner = async (owner: string): Promise<void> => {
  for (const [, , id] of await findKeys((draft) => draft.owner === owner)) await deleteDraft(id);
};

/** Deletes the drafts of a user on any server; user ids are unique across servers. */
const deleteDraftsByUser = async (userId: string): Promise<void> => {
  for (const [, , id] of await findKeys(({ owner }) => owner.endsWith(` ${userId}`))) await deleteDraft(id);
};

useSessionStore.subscribe((current) => {
  if (current.state !== 'signedOut' || !current.endedUserId) return;
  const { endedUserId } = current;
  // The forms unmount first, as they store unsaved changes when they do.
  setTimeout(() => void deleteDraftsByUser(endedUserId).catch(() => undefined));
});

/** Deletes expired drafts, also of users who never log in again. */
export const pruneDrafts = async (): Promise<void> => {
  for (const { id, savedAt } of await getAll<StoredDraft>(drafts)) if (savedAt < getMinSavedAt()) await deleteDraft(id);
};

/** Locks a draft that a form is using; call the result to release it. */
export const lockDraft = (id: string): (() => void) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  // Web Locks need a secure origin; without one, a draft open in another window may be offered.
  void navigator.locks?.request(id, () => held);
  return () => release();
};

const getLockedDraftIds = async (): Promise<Set<string | undefined>> => {
  const locks = await navigator.locks?.query();
  return new Set(locks?.held?.map(({ name }) => name));
};

const isDraftContent = (value: unknown): value is DraftContent =>
  typeof value === 'object' && value !== null && 'values' in value && 'base' in value;

const readDraft = async (stored: StoredDraft, cipher: StorageCipher | null): Promise<FoundDraft> => {
  if (!('sealed' in stored)) return stored;
  const { sealed, ...info } = stored;
  const name = contextOf([info.owner, info.form, info.id]);
  const content = await cipher?.openJson({ name, bytes: sealed });
  return isDraftContent(content) ? { ...info, ...content } : { ...info, isUnreadable: true };
};

/** Unlocked drafts of a form, newest first. */
export const findDrafts = async (form: string, cipher: StorageCipher | null): Promise<FoundDraft[]> => {
  const held = await getLockedDraftIds();
  const storedItems = await getMany<StoredDraft>(await findKeys((draft) => draft.form === form), drafts);
  const found = storedItems
    .filter((draft) => draft !== undefined)
    .filter(({ id, savedAt }) => savedAt >= getMinSavedAt() && !held.has(id))
    .sort((one, other) => other.savedAt.localeCompare(one.savedAt));
  return Promise.all(found.map((draft) => readDraft(draft, cipher)));
};

/** A draft of any form of the user. */
export type ListedDraft = {
  id: string;
  savedAt: string;
  resource: string;
  /** The record when the form was opened; null for a new one. */
  base: AnyRecord | null;
  values: Values;
  /** Path of the form of a new record. */
  pathname: string;
};

/** The unlocked, readable drafts of a user, newest first. */
export const listDrafts = async ({ owner, cipher }: DraftStorage): Promise<ListedDraft[]> => {
  const forms = new Set((await findKeys((draft) => draft.owner === owner)).map(([, form]) => form));
  const found = (await Promise.all([...forms].map((form) => findDrafts(form, cipher)))).flat();
  return found
    .flatMap((draft) => {
      if ('isUnreadable' in draft) return [];
      const { id, savedAt, form, base, values } = draft;
      const [resource = '', pathname = ''] = form.slice(owner.length + 1).split(' ');
      return [{ id, savedAt, resource, base, values, pathname }];
    })
    .sort((one, other) => other.savedAt.localeCompare(one.savedAt));
};

/** Restores a draft's values with their files; `lostFiles` names those that are no longer stored or readable. */
export const loadDraft = (
  draft: Draft,
  cipher: StorageCipher | null,
): Promise<{ values: Values; lostFiles: string[] }> => loadValues(draft.values, cipher);
