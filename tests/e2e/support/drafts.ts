import type { Page } from '@playwright/test';
import { readClientStorage } from './client-storage.ts';
import { expect } from './test.ts';

/** A draft that can't be decrypted counts as one with the text. */
export const readDrafts = async (page: Page, text: string): Promise<{ isStored: boolean; files: number }> => {
  const drafts = await readClientStorage(page, 'drafts');
  const files = await readClientStorage(page, 'files');
  return {
    isStored: drafts.some((draft) => draft.text === null || draft.text.includes(text)),
    files: files.length,
  };
};

export const expectDraftSaved = async (page: Page, text: string, files = 0): Promise<void> => {
  await expect.poll(() => readDrafts(page, text)).toEqual({ isStored: true, files });
};

/** Damages the only stored draft. */
export const damageDraft = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const resultOf = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await resultOf(indexedDB.open('backoffice'));
    const store = database.transaction('saves', 'readwrite').objectStore('saves');
    const [stored] = await resultOf<object[]>(store.getAll());
    await resultOf(store.put({ ...stored, sealed: new Uint8Array(100) }));
    database.close();
  });
