import type { Page } from '@playwright/test';
import { readClientStorage } from './client-storage.ts';
import { expect } from './test.ts';

/** A draft that can't be decrypted counts as one with the text. */
export const readDrafts = async (page: Page, text: string): Promise<{ isStored: boolean; files: number }> => {
  const drafts = await readClientStorage(page, { database: 'drafts', store: 'drafts' });
  const files = await readClientStorage(page, { database: 'draft-files', store: 'files' });
  return {
    isStored: drafts.some((draft) => draft.text === null || draft.text.includes(text)),
    files: files.length,
  };
};

export const expectDraftSaved = async (page: Page, text: string, files = 0): Promise<void> => {
  await expect.poll(() => readDrafts(page, text)).toEqual({ isStored: true, files });
};

/** Replaces the content of the only stored draft, as if another version of the app had stored it. */
export const replaceDraft = (page: Page, content: 'damaged' | { values: object }): Promise<void> =>
  page.evaluate(async (replacement) => {
    const resultOf = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await resultOf(indexedDB.open('drafts'));
    const store = database.transaction('drafts', 'readwrite').objectStore('drafts');
    const [key] = await resultOf(store.getAllKeys());
    const [stored] = await resultOf<(object & { sealed?: unknown })[]>(store.getAll());
    const { sealed: _sealed, ...info } = stored ?? {};
    const content = replacement === 'damaged' ? { sealed: new Uint8Array(100) } : { base: null, ...replacement };
    await resultOf(store.put({ ...info, ...content }, key));
    database.close();
  }, content);
