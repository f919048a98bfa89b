import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb';
import { loadOnce } from '#shared/load-once.ts';
import { platform } from '../../platform/index.ts';
import { getCurrentUserId, useSessionStore } from '../session-store.ts';
import type { StorageCipher } from './storage-cipher.ts';

/** Encrypted with the user's key, or as text on a server without keys. */
type Content = { sealed: Uint8Array<ArrayBuffer> } | { text: string };

/** The server and the user who typed the values, and what is needed to offer or send them without the key. */
/** `form`: the owner, the resource, and the record's id or the form's address. */
type DraftInfo = { kind: 'draft'; owner: string; id: string; form: string; savedAt: string };
type WaitingInfo = { kind: 'waiting'; owner: string; id: string; order: number };

/** The values of a form: a draft that is offered, or a save that waits for the server. */
export type SaveInfo = DraftInfo | WaitingInfo;
export type StoredSave = SaveInfo & Content;

/** `save` is the id of the draft or waiting save whose values refer to the file. */
type StoredFile = { id: string; save: string; isSealed: boolean; bytes: Blob };

type CachedResponse = { id: string; owner: string; cachedAt: number } & Content;

type ClientSchema = DBSchema & {
  saves: { key: string; value: StoredSave; indexes: { kind: [owner: string, kind: string]; form: string } };
  files: { key: string; value: StoredFile; indexes: { save: string } };
  responses: { key: string; value: CachedResponse; indexes: { owner: string } };
};

type Sealed = { sealed: Uint8Array<ArrayBuffer> };
type OldDraft = { id: string; owner: string; form: string; savedAt: string } & (
  | Sealed
  | { base: unknown; values: unknown }
);
type OldChange = { id: string; owner: string; order: number } & Sealed;
type OldFile = Blob | { sealed: Blob };

const toDraft = (old: OldDraft): StoredSave => {
  const { id, owner, form, savedAt } = old;
  const info = { id, owner, form, savedAt, kind: 'draft' } as const;
  if ('sealed' in old) return { ...info, sealed: old.sealed };
  return {
    ...info,
    text: JSON.stringify({ base: old.base, values: old.values }, (_name, item: unknown) => item ?? null),
  };
};

const toWaiting = ({ id, owner, order, sealed }: OldChange): StoredSave => ({
  id,
  owner,
  order,
  sealed,
  kind: 'waiting',
});

const openOld = async (name: string): Promise<IDBPDatabase | null> => {
  // Opening a missing database would create it.
  const isThere = (await indexedDB.databases()).some((info) => info.name === name);
  return isThere ? openDB(name) : null;
};

/** Moves what the previous version stored in databases of its own. Its cached responses are deleted. */
const moveOldRecords = async (database: IDBPDatabase<ClientSchema>): Promise<void> => {
  const stores = [
    { name: 'draft-files', store: 'files' },
    { name: 'drafts', store: 'drafts' },
    { name: 'queue', store: 'changes' },
  ];
  for (const { name, store } of stores) {
    const old = await openOld(name);
    if (!old) continue;
    for (const key of await old.getAllKeys(store)) {
      const value = await old.get(store, key);
      if (name === 'drafts') await database.put('saves', toDraft(value as OldDraft));
      if (name === 'queue') await database.put('saves', toWaiting(value as OldChange));
      if (name === 'draft-files') {
        const file = value as OldFile;
        const [isSealed, bytes] = file instanceof Blob ? [false, file] : [true, file.sealed];
        await database.put('files', { id: String(key), save: String(key).split('/')[0] ?? '', isSealed, bytes });
      }
      await old.delete(store, key);
    }
    old.close();
  }
  deleteDB('backoffice-last-seen').catch(() => undefined);
};

/** Everything that the app stores about records on this computer, of all users. */
export const openDatabase = loadOnce(async (): Promise<IDBPDatabase<ClientSchema>> => {
  const database = await openDB<ClientSchema>('backoffice', 1, {
    upgrade: (created) => {
      const saves = created.createObjectStore('saves', { keyPath: 'id' });
      saves.createIndex('kind', ['owner', 'kind']);
      saves.createIndex('form', 'form');
      created.createObjectStore('files', { keyPath: 'id' }).createIndex('save', 'save');
      created.createObjectStore('responses', { keyPath: 'id' }).createIndex('owner', 'owner');
    },
    // A page with a newer version of the app waits for this one otherwise.
    blocking: () => {
      openDatabase.forget();
      database.close();
    },
    terminated: () => openDatabase.forget(),
  });
  await moveOldRecords(database);
  return database;
});

/** The signed-in user's part of the database. `cipher` is null on a server without keys. */
export type ClientStorage = { owner: string; cipher: StorageCipher | null };

/** The server and the signed-in user. Keeps the first server: `appInfo` reports a new one shortly before the page reloads. */
export const getOwner = loadOnce(async () => `${(await platform.appInfo()).server} ${getCurrentUserId()}`);

/** Rejects if the key can't be loaded now. */
export const getStorage = loadOnce(async (): Promise<ClientStorage> => {
  const [owner, key] = await Promise.all([getOwner(), platform.session.getStorageKey()]);
  if (key.state === 'unavailable') throw new Error('The storage key is unavailable');
  if (key.state !== 'known') return { owner, cipher: null };
  const { createStorageCipher } = await import('./storage-cipher.ts');
  return { owner, cipher: createStorageCipher(key.key) };
});

useSessionStore.subscribe(({ state }, previous) => {
  // After an expired session, another user may log in.
  if (state !== 'signedOut' && state !== 'expired' && previous.state !== 'expired') return;
  getOwner.forget();
  getStorage.forget();
});

/** Encrypts a text under the name of its entry, at once, so that a closing page can still store it. */
export const sealContent = (cipher: StorageCipher | null, name: string, text: string): Content =>
  cipher ? { sealed: cipher.sealNow({ name, bytes: new TextEncoder().encode(text) }) } : { text };

/** Null if the content is damaged, or was encrypted with another key. */
export const openContent = async (cipher: StorageCipher | null, name: string, content: Content): Promise<unknown> => {
  if ('text' in content) return JSON.parse(content.text);
  return (await cipher?.openJson({ name, bytes: content.sealed })) ?? null;
};
