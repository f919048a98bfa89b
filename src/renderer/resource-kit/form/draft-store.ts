import {
  createStore,
  del,
  delMany,
  get,
  values as getAll,
  getMany,
  keys,
  promisifyRequest,
  set,
} from 'idb-keyval';
import type { AnyRecord } from '#shared/resource-kit/define-resource.ts';
import { type LocalFile, platform } from '../../platform/index.ts';
import { collectLocalFiles, mapLocalFiles, mapValuesDeep } from '../../platform/local-files.ts';
import { useSessionStore } from '../session-store.ts';
import type { FormValues } from './field-props.ts';

type DraftFile = { draftFile: string; name: string; type: string };

export type Draft = {
  id: string;
  /** The server and the user who typed the values. */
  owner: string;
  /** The owner, the resource, and the record's id or the path. */
  form: string;
  savedAt: string;
  /** The record when the form was opened; null for a new one. */
  base: AnyRecord | null;
  values: FormValues;
};

const maxDraftAgeDays = 30;

const getMinSavedAt = (): string =>
  new Date(Date.now() - maxDraftAgeDays * 24 * 60 * 60 * 1000).toISOString();

const excludedFields: readonly string[] = ['password'];

const drafts = createStore('drafts', 'drafts');
const files = createStore('draft-files', 'files');

type DraftKey = [owner: string, form: string, id: string];

const findKeys = async (isMatch: (key: { owner: string; form: string; id: string }) => boolean) =>
  (await keys<DraftKey>(drafts)).filter(([owner, form, id]) => isMatch({ owner, form, id }));

const fileKey = (draft: string, { id }: LocalFile): string => `${draft}/${id}`;

const getFileKeys = async (draft: string): Promise<string[]> =>
  (await keys<string>(files)).filter((key) => key.startsWith(`${draft}/`));

const saveFiles = async (key: DraftKey, picked: readonly LocalFile[]): Promise<void> => {
  const [, , draft] = key;
  const storedItems = await getFileKeys(draft);
  const wanted = new Map(picked.map((file) => [fileKey(draft, file), file]));
  await delMany(
    storedItems.filter((name) => !wanted.has(name)),
    files,
  );
  for (const [name, file] of wanted) {
    if (storedItems.includes(name)) continue;
    // Ignore an unreadable file: the user may have replaced it, and the next save of the draft stores the new one.
    const bytes = await platform.files.read(file).catch(() => null);
    // The draft may have been deleted while the file was read.
    if (bytes && (await get(key, drafts))) await set(name, bytes, files);
  }
};

// Commits explicitly, because a closing page may not live until the automatic commit.
const putAndCommit = (key: DraftKey, draft: Draft): Promise<void> =>
  drafts('readwrite', (store) => {
    store.put(draft, key);
    store.transaction.commit();
    return promisifyRequest(store.transaction);
  });

export const saveDraft = async (draft: Draft): Promise<void> => {
  const { id, owner, form } = draft;
  const picked = collectLocalFiles(draft.values);
  const values = mapLocalFiles(
    draft.values,
    (file): DraftFile => ({ draftFile: fileKey(id, file), name: file.name, type: file.type }),
  );
  for (const name of excludedFields) delete values[name];
  const key: DraftKey = [owner, form, id];
  await putAndCommit(key, { ...draft, values });
  await saveFiles(key, picked);
};

export const deleteDraft = async (id: string): Promise<void> => {
  for (const key of await findKeys((draft) => draft.id === id)) await del(key, drafts);
  await delMany(await getFileKeys(id), files);
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
  for (const { id, savedAt } of await getAll<Draft>(drafts))
    if (savedAt < getMinSavedAt()) await deleteDraft(id);
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

/** Unlocked drafts of a form, newest first. */
export const findDrafts = async (form: string): Promise<Draft[]> => {
  const held = await getLockedDraftIds();
  const storedItems = await getMany<Draft>(await findKeys((draft) => draft.form === form), drafts);
  const found = storedItems.filter((draft) => draft !== undefined);
  return found
    .filter(({ id, savedAt }) => savedAt >= getMinSavedAt() && !held.has(id))
    .sort((one, other) => other.savedAt.localeCompare(one.savedAt));
};

const isDraftFile = (value: object): value is DraftFile => 'draftFile' in value;

const getFileKind = ({ type }: DraftFile) => {
  if (type === 'application/pdf') return 'pdf';
  if (type === 'text/vtt') return 'captions';
  return type.startsWith('video/') ? 'video' : 'image';
};

const readFile = async (draftFile: DraftFile): Promise<LocalFile | null> => {
  const bytes = await get<Blob>(draftFile.draftFile, files);
  if (!bytes) return null;
  const file = new File([bytes], draftFile.name, { type: draftFile.type });
  const [result] = await platform.files.add({ kind: getFileKind(draftFile), files: [file] });
  return result && 'file' in result ? result.file : null;
};

/** Restores a draft's values with their files; `lostFiles` names those that are no longer stored. */
export const loadDraft = async (draft: Draft): Promise<{ values: FormValues; lostFiles: string[] }> => {
  const wanted: DraftFile[] = [];
  mapValuesDeep(draft.values, isDraftFile, (file) => wanted.push(file));
  const read = new Map<string, LocalFile | null>();
  for (const file of wanted) read.set(file.draftFile, await readFile(file));
  return {
    values: mapValuesDeep(draft.values, isDraftFile, ({ draftFile }) => read.get(draftFile) ?? null),
    lostFiles: wanted.filter(({ draftFile }) => !read.get(draftFile)).map(({ name }) => name),
  };
};
