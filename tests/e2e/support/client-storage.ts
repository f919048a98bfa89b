import { webcrypto } from 'node:crypto';
import type { Page } from '@playwright/test';
import { storageKeys } from '../../../src/shared/client-defaults.ts';

type StoreName = { database: string; store: string };

type StoredEntry = {
  isEncrypted: boolean;
  /** JSON; null if it can't be decrypted with the key of the signed-in user. */
  text: string | null;
};

/** `sealed` is base64. */
type RawEntry = { name: string; sealed: string | null; text: string };

const readRaw = (page: Page, name: StoreName): Promise<{ key: string | null; entries: RawEntry[] }> =>
  page.evaluate(
    async ({ database: databaseName, store, session }) => {
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
      if (!existing.includes(databaseName)) return { key: null, entries: [] };
      const database = await resultOf(indexedDB.open(databaseName));
      const objects = database.transaction(store).objectStore(store);
      const [names, values] = await Promise.all([
        resultOf(objects.getAllKeys()),
        resultOf<(object & { sealed?: unknown })[]>(objects.getAll()),
      ]);
      database.close();
      const entries = values.map((value, index) => ({
        name: typeof names[index] === 'string' ? names[index] : JSON.stringify(names[index]),
        sealed: value.sealed instanceof Uint8Array ? toBase64(value.sealed) : null,
        text: value.sealed ? '' : JSON.stringify(value),
      }));
      return { key: entries.some(({ sealed }) => sealed) ? await findKey() : null, entries };
    },
    { ...name, session: storageKeys.session },
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
