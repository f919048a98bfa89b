import { webcrypto } from 'node:crypto';
import type { Page } from '@playwright/test';
import { storageKeys } from '../../../src/shared/client-defaults.ts';

type StoreName = 'drafts' | 'files' | 'responses';

type StoredEntry = {
  isEncrypted: boolean;
  /** JSON; null if it can't be decrypted with the key of the signed-in user. */
  text: string | null;
};

/** `sealed` is base64. */
type RawEntry = { name: string; sealed: string | null; text: string };

type StoredValue = { id: string; owner?: string; kind?: string; form?: string; sealed?: Uint8Array; text?: string };

const readRaw = (page: Page, store: StoreName): Promise<{ key: string | null; entries: RawEntry[] }> =>
  page.evaluate(
    async ({ store, session }) => {
      const resultOf = <Result>(request: IDBRequest<Result>) =>
        new Promise<Result>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const toBase64 = (bytes: Uint8Array) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
      const findKey = async (): Promise<string | null> => {
        if (typeof backoffice !== 'undefined') {
          const found = await backoffice.getStorageKey();
          return found.state === 'known' ? found.key : null;
        }
        const stored = localStorage.getItem(session);
        if (stored === null) return null;
        const headers = { authorization: `Bearer ${JSON.parse(stored).token}` };
        return (await (await fetch('/v1/user/storage-key', { headers })).json()).data.key;
      };
      const existing = (await indexedDB.databases()).map((info) => info.name);
      // Opening a missing database would create it.
      if (!existing.includes('backoffice')) return { key: null, entries: [] };
      const database = await resultOf(indexedDB.open('backoffice'));
      const name = store === 'drafts' ? 'saves' : store;
      const values = await resultOf<StoredValue[]>(database.transaction(name).objectStore(name).getAll());
      database.close();
      const entries = values
        .filter(({ kind }) => store !== 'drafts' || kind === 'draft')
        .map(({ id, owner, form, sealed, text = '' }) => ({
          name: store === 'drafts' ? JSON.stringify([owner, form, id]) : id,
          sealed: sealed ? toBase64(sealed) : null,
          text,
        }));
      return { key: entries.some(({ sealed }) => sealed) ? await findKey() : null, entries };
    },
    { store, session: storageKeys.session },
  );

type Encrypted = { key: string; name: string; sealed: string };

const decrypt = async ({ key, name, sealed }: Encrypted): Promise<string | null> => {
  const bytes = Buffer.from(key, 'base64url').subarray(0, 32);
  const imported = await webcrypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['decrypt']);
  const content = Buffer.from(sealed, 'base64');
  const parameters = { name: 'AES-GCM', iv: content.subarray(0, 12), additionalData: Buffer.from(name) };
  return webcrypto.subtle.decrypt(parameters, imported, content.subarray(12)).then(
    (opened) => Buffer.from(opened).toString(),
    () => null,
  );
};

/** The entries that the page has stored in IndexedDB. */
export const readClientStorage = async (page: Page, store: StoreName): Promise<StoredEntry[]> => {
  const { key, entries } = await readRaw(page, store);
  return Promise.all(
    entries.map(async ({ name, sealed, text }) => ({
      isEncrypted: sealed !== null,
      text: sealed ? key && (await decrypt({ key, name, sealed })) : text,
    })),
  );
};
