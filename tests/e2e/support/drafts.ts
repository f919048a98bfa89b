import type { Page } from '@playwright/test';
import { expect } from './test.ts';

export const readDrafts = (page: Page, text: string): Promise<{ isStored: boolean; files: number }> =>
  page.evaluate(async (wanted) => {
    const existing = (await indexedDB.databases()).map(({ name }) => name);
    const readAll = (name: string, store: string) =>
      new Promise<unknown[]>((resolve, reject) => {
        // Opening a missing database would create it.
        if (!existing.includes(name)) return resolve([]);
        const opening = indexedDB.open(name);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const database = opening.result;
          const reading = database.transaction(store).objectStore(store).getAll();
          reading.onerror = () => reject(reading.error);
          reading.onsuccess = () => {
            database.close();
            resolve(reading.result);
          };
        };
      });
    const drafts = JSON.stringify(await readAll('drafts', 'drafts'));
    const files = await readAll('draft-files', 'files');
    return { isStored: drafts.includes(wanted), files: files.length };
  }, text);

export const expectDraftSaved = async (page: Page, text: string, files = 0): Promise<void> => {
  await expect.poll(() => readDrafts(page, text)).toEqual({ isStored: true, files });
};
