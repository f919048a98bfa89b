import type { AnyRecord } from '#shared/resource-kit/define-resource.ts';
import { type LocalFile, platform } from '../../platform/index.ts';
import { collectLocalFiles, mapLocalFiles, mapValuesDeep } from '../../platform/local-files.ts';
import { useSessionStore } from '../session-store.ts';
import {
  type ClientStorage,
  getOwner,
  openContent,
  openDatabase,
  type SaveInfo,
  type StoredSave,
  sealContent,
} from './client-store.ts';
import type { StorageCipher } from './storage-cipher.ts';

type Values = Record<string, unknown>;

type NewSave = { info: SaveInfo; content: object };

/** Takes the place of a file in stored values. */
type FileReference = { draftFile: string; name: string; type: string };

/** A content is bound to its name: it can't be moved to another draft or record. */
const nameOf = (info: SaveInfo): string =>
  JSON.stringify(info.kind === 'draft' ? [info.owner, info.form, info.id] : [info.owner, info.id]);

// A draft keeps fields without a value. A waiting save leaves them out like its first request, which it has to repeat.
const toText = ({ kind }: SaveInfo, content: object): string =>
  JSON.stringify(content, kind === 'draft' ? (_name, item: unknown) => item ?? null : undefined);

const sealSave = (cipher: StorageCipher | null, { info, content }: NewSave): StoredSave => ({
  ...info,
  ...sealContent(cipher, nameOf(info), toText(info, content)),
});

/** Stores and deletes saves in one transaction. */
export const writeSaves = async (
  { cipher }: ClientStorage,
  { put = [], remove }: { put?: readonly NewSave[]; remove?: string },
): Promise<void> => {
  const sealed = put.map((save) => sealSave(cipher, save));
  const transaction = (await openDatabase()).transaction('saves', 'readwrite');
  const requests: Promise<unknown>[] = sealed.map((save) => transaction.store.put(save));
  if (remove !== undefined) requests.push(transaction.store.delete(remove));
  // A closing page may not live until the automatic commit.
  transaction.commit();
  await Promise.all([...requests, transaction.done]);
  if (remove !== undefined) await deleteFiles(await getFileIds(remove));
};

/** The content of a save; null if it can't be decrypted. */
export const openSave = ({ cipher }: ClientStorage, save: StoredSave): Promise<unknown> =>
  openContent(cipher, nameOf(save), save);

export const deleteSave = async (id: string): Promise<void> => {
  await (await openDatabase()).delete('saves', id);
  await deleteFiles(await getFileIds(id));
};

// The account was deleted or deactivated. A user who logs out finds waiting saves at the next login.
useSessionStore.subscribe((current) => {
  if (current.state !== 'signedOut' || !current.endedUserId) return;
  const end = ` ${current.endedUserId}`;
  const deleteSaves = async () => {
    // User ids are unique across servers.
    for (const { id, owner } of await (await openDatabase()).getAll('saves'))
      if (owner.endsWith(end)) await deleteSave(id);
  };
  // The forms unmount first, as they store unsaved changes when they do.
  setTimeout(() => void deleteSaves().catch(() => undefined));
});

const fileId = (save: string, { id }: LocalFile): string => `${save}/${id}`;

const getFileIds = async (save: string): Promise<string[]> =>
  (await openDatabase()).getAllKeysFromIndex('files', 'save', save);

const deleteFiles = async (ids: readonly string[]): Promise<void> => {
  const transaction = (await openDatabase()).transaction('files', 'readwrite');
  await Promise.all([...ids.map((id) => transaction.store.delete(id)), transaction.done]);
};

/** Replaces files by references. */
const toStoredValues = (save: string, values: Values): Values =>
  mapLocalFiles(values, (file): FileReference => ({ draftFile: fileId(save, file), name: file.name, type: file.type }));

const storeFile = async ({ cipher }: ClientStorage, { id, save, file }: { id: string; save: string; file: Blob }) => {
  const sealed = await cipher?.seal({ name: id, bytes: new Uint8Array(await file.arrayBuffer()) });
  const bytes = sealed ? new Blob([sealed]) : file;
  await (await openDatabase()).put('files', { id, save, bytes, isSealed: sealed !== undefined });
};

/**
 * Stores a save whose values contain files of the form. A draft comes before its files, because the page may be
 * closing; a waiting save comes after them, so that it is complete or not stored at all. Rejects if there is no space,
 * or if a file of a waiting save can't be read.
 */
export const storeSave = async <SaveContent extends { values: Values }>(
  storage: ClientStorage,
  { info, content }: { info: SaveInfo; content: SaveContent },
): Promise<SaveContent> => {
  const { id } = info;
  const isDraft = info.kind === 'draft';
  const picked = new Map(collectLocalFiles(content.values).map((file) => [fileId(id, file), file]));
  const stored = { ...content, values: toStoredValues(id, content.values) };
  if (isDraft) await writeSaves(storage, { put: [{ info, content: stored }] });
  const storedIds = await getFileIds(id);
  const added = [...picked].filter(([name]) => !storedIds.includes(name));
  try {
    for (const [name, local] of added) {
      // The user may have replaced an unreadable file, and the next save of the draft stores the new one.
      const file = await platform.files.read(local).catch((error: unknown) => {
        if (isDraft) return null;
        throw error;
      });
      const isWanted = !isDraft || (await (await openDatabase()).getKey('saves', id)) !== undefined;
      if (file && isWanted) await storeFile(storage, { id: name, save: id, file });
    }
    if (!isDraft) await writeSaves(storage, { put: [{ info, content: stored }] });
  } catch (error) {
    await deleteFiles(added.map(([name]) => name)).catch(() => undefined);
    throw error;
  }
  await deleteFiles(storedIds.filter((name) => !picked.has(name)));
  return stored;
};

const isFileReference = (value: object): value is FileReference => 'draftFile' in value;

const getFileKind = ({ type }: FileReference) => {
  if (type === 'application/pdf') return 'pdf';
  if (type === 'text/vtt') return 'captions';
  return type.startsWith('video/') ? 'video' : 'image';
};

const readFile = async (reference: FileReference, cipher: StorageCipher | null): Promise<LocalFile | null> => {
  const stored = await (await openDatabase()).get('files', reference.draftFile);
  if (!stored) return null;
  const { id, bytes, isSealed } = stored;
  const opened = isSealed ? await cipher?.open({ name: id, bytes: new Uint8Array(await bytes.arrayBuffer()) }) : bytes;
  if (!opened) return null;
  const file = new File([opened], reference.name, { type: reference.type });
  const [result] = await platform.files.add({ kind: getFileKind(reference), files: [file] });
  return result && 'file' in result ? result.file : null;
};

/** Restores stored values with their files; `lostFiles` names those that are no longer stored or readable. */
export const loadValues = async (
  stored: Values,
  { cipher }: ClientStorage,
): Promise<{ values: Values; lostFiles: string[] }> => {
  const wanted: FileReference[] = [];
  mapValuesDeep(stored, isFileReference, (file) => wanted.push(file));
  const read = new Map<string, LocalFile | null>();
  for (const file of wanted) read.set(file.draftFile, await readFile(file, cipher));
  return {
    values: mapValuesDeep(stored, isFileReference, ({ draftFile }) => read.get(draftFile) ?? null),
    lostFiles: wanted.filter(({ draftFile }) => !read.get(draftFile)).map(({ name }) => name),
  };
};

/** Holds the lock of a save while a form shows it or it is being sent; call the result to release it. */
export const lockSave = (id: string): (() => void) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  // Web Locks need a secure origin; without one, a draft open in another window may be offered.
  void navigator.locks?.request(id, () => held);
  return () => release();
};

type DraftContent = {
  /** The record when the form was opened; null for a new one. */
  base: AnyRecord | null;
  values: Values;
};

export type Draft = DraftContent & {
  id: string;
  savedAt: string;
  /** Name of the resource, or of another kind of form. */
  resource: string;
  /** Id of the edited record, or the address of another form. */
  place: string;
};

/** `isUnreadable`: the draft is damaged, or was encrypted with another key. */
export type FoundDraft = Draft | (Omit<Draft, keyof DraftContent> & { isUnreadable: true });

const maxDraftAgeDays = 30;

const getMinSavedAt = (): string => new Date(Date.now() - maxDraftAgeDays * 24 * 60 * 60 * 1000).toISOString();

const getForm = (owner: string, { resource, place }: Pick<Draft, 'resource' | 'place'>): string =>
  [owner, resource, place].join(' ');

export const saveDraft = async (
  storage: ClientStorage,
  { id, savedAt, resource, place, base, values }: Draft,
): Promise<void> => {
  const { owner } = storage;
  // Secrets are never stored on this computer.
  const { password: _password, ...stored } = values;
  await storeSave(storage, {
    info: { kind: 'draft', id, owner, savedAt, form: getForm(owner, { resource, place }) },
    content: { base, values: stored },
  });
};

type StoredDraft = StoredSave & { kind: 'draft' };
const isDraft = (save: StoredSave): save is StoredDraft => save.kind === 'draft';

const readDraft = async (storage: ClientStorage, stored: StoredDraft): Promise<FoundDraft> => {
  const [resource = '', place = ''] = stored.form.slice(storage.owner.length + 1).split(' ');
  const info = { id: stored.id, savedAt: stored.savedAt, resource, place };
  const content = (await openSave(storage, stored).catch(() => null)) as DraftContent | null;
  return content ? { ...info, ...content } : { ...info, isUnreadable: true };
};

/** The drafts of a form, or all of the user's, that aren't open anywhere, newest first. */
export const findDrafts = async (
  storage: ClientStorage,
  form?: Pick<Draft, 'resource' | 'place'>,
): Promise<FoundDraft[]> => {
  const { owner } = storage;
  const database = await openDatabase();
  const locks = await navigator.locks?.query();
  const locked = new Set(locks?.held?.map(({ name }) => name));
  const saves = form
    ? await database.getAllFromIndex('saves', 'form', getForm(owner, form))
    : await database.getAllFromIndex('saves', 'kind', [owner, 'draft']);
  const found = saves
    .filter(isDraft)
    .filter(({ id, savedAt }) => savedAt >= getMinSavedAt() && !locked.has(id))
    .sort((one, other) => other.savedAt.localeCompare(one.savedAt));
  return Promise.all(found.map((draft) => readDraft(storage, draft)));
};

/** Deletes all drafts of the signed-in user. */
export const deleteDrafts = async (): Promise<void> => {
  const ids = await (await openDatabase()).getAllKeysFromIndex('saves', 'kind', [await getOwner(), 'draft']);
  for (const id of ids) await deleteSave(id);
};

/** Deletes expired drafts, also of users who never log in again. */
export const deleteExpiredDrafts = async (): Promise<void> => {
  for (const save of await (await openDatabase()).getAll('saves'))
    if (isDraft(save) && save.savedAt < getMinSavedAt()) await deleteSave(save.id);
};
