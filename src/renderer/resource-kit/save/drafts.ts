import type { AnyRecord } from '#shared/resource-kit/define-resource.ts';
import { type ClientStorage, getOwner, openDatabase, type StoredSave } from './client-store.ts';
import { deleteSave, getLockedIds, openSave, storeSave } from './stored-saves.ts';

type Values = Record<string, unknown>;

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

/** Secrets are never stored on this computer. */
const withoutSecrets = ({ password: _password, ...values }: Values): Values => values;

const getForm = (owner: string, { resource, place }: Pick<Draft, 'resource' | 'place'>): string =>
  [owner, resource, place].join(' ');

export const saveDraft = async (
  storage: ClientStorage,
  { id, savedAt, resource, place, base, values }: Draft,
): Promise<void> => {
  const { owner } = storage;
  await storeSave(storage, {
    info: { kind: 'draft', id, owner, savedAt, form: getForm(owner, { resource, place }) },
    content: { base, values: withoutSecrets(values) },
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
  const [database, locked] = [await openDatabase(), await getLockedIds()];
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

type Store = () => Promise<void>;

const openForms = new Set<Store>();

export const onStoreDrafts = (store: Store): (() => void) => {
  openForms.add(store);
  return () => void openForms.delete(store);
};

/** Stores the unsaved values of all open forms; resolves even if one of them can't be stored. */
export const storeOpenDrafts = async (): Promise<void> => {
  await Promise.allSettled([...openForms].map((store) => store()));
};
