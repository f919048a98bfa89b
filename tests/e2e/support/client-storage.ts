import type { Page } from '@playwright/test';
import { storageKeys } from '../../../src/shared/client-defaults.ts';

type StoreName = { database: string; store: string };

type StoredEntry = {
  isEncrypted: boolean;
  /** JSON; null if it can't be decrypted with the key of the signed-in user. */
  text: string | null;
};

/** The entries that the page has stored in IndexedDB, decrypted as the page does it. */
export const readClientStorage = (page: Page, name: StoreName): Promise<StoredEntry[]> =>
  page.evaluate(
    async ({ database: databaseName, store, session }) => {
      const resultOf = <Result>(request: IDBRequest<Result>) =>
        new Promise<Result>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const existing = (await indexedDB.databases()).map((info) => info.name);
      // Opening a missing database would create it.
      if (!existing.includes(databaseName)) return [];
      const database = await resultOf(indexedDB.open(databaseName));
      const objects = database.transaction(store).objectStore(store);
      const [names, values] = await Promise.all([
        resultOf(objects.getAllKeys()),
        resultOf<(object & { sealed?: unknown })[]>(objects.getAll()),
      ]);
      database.close();

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
      const key = values.some((value) => value.sealed instanceof Uint8Array) ? await findKey() : null;
      const bytes = Uint8Array.from(atob((key ?? '').replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
        letter.charCodeAt(0),
      );
      const imported =
        key && (await crypto.subtle.importKey('raw', bytes.slice(0, 32), 'AES-GCM', false, ['decrypt']));
      const decrypt = async (sealed: Uint8Array, entry: IDBValidKey): Promise<string | null> => {
        if (!imported) return null;
        const additionalData = new TextEncoder().encode(
          typeof entry === 'string' ? entry : JSON.stringify(entry),
        );
        const parameters = { name: 'AES-GCM', iv: sealed.slice(0, 12), additionalData };
        const opened = crypto.subtle.decrypt(parameters, imported, sealed.slice(12));
        return opened.then((content) => new TextDecoder().decode(content)).catch(() => null);
      };
      return Promise.all(
        values.map(async (value, index) => {
          const { sealed } = value;
          if (!(sealed instanceof Uint8Array)) return { isEncrypted: false, text: JSON.stringify(value) };
          return { isEncrypted: true, text: await decrypt(sealed, names[index] ?? '') };
        }),
      );
    },
    { ...name, session: storageKeys.session },
  );
