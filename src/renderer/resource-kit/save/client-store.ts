import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { loadOnce } from '#shared/load-once.ts';
import { platform } from '../../platform/index.ts';
import { getCurrentUserId, useSessionStore } from '../session-store.ts';
import type { StorageCipher } from './storage-cipher.ts';

/** Encrypted with the user's key, or as text on a server without keys. */
type Content = { sealed: Uint8Array<ArrayBuffer> } | { text: string };

/**
 * The values of a form: a draft that is offered, or a save that waits for the server. `owner` is the server and the user
 * who typed them; `form` is the owner, the resource, and the record's id or the form's address.
 */
export type SaveInfo = { owner: string; id: string } & (
  | { kind: 'draft'; form: string; savedAt: string }
  | { kind: 'waiting' }
);
export type StoredSave = SaveInfo & Content;

/** `save` is the id of the draft or waiting save whose values refer to the file. */
type StoredFile = { id: string; save: string; isSealed: boolean; bytes: Blob };

type CachedResponse = { id: string; owner: string; cachedAt: number } & Content;

type ClientSchema = DBSchema & {
  saves: { key: string; value: StoredSave; indexes: { kind: [owner: string, kind: string]; form: string } };
  files: { key: string; value: StoredFile; indexes: { save: string } };
  responses: { key: string; value: CachedResponse; indexes: { owner: string } };
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
