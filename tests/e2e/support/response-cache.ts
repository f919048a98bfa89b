import { expect, type Page } from '@playwright/test';

/** Server responses that the page has cached in IndexedDB. */
export const readCachedResponses = (page: Page): Promise<unknown[]> =>
  page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name);
    // Opening a missing database would create it.
    if (!names.includes('backoffice-last-seen')) return [];
    const opening = indexedDB.open('backoffice-last-seen');
    const database = await new Promise<IDBDatabase>((opened) => {
      opening.onsuccess = () => opened(opening.result);
    });
    const reading = database.transaction('answers').objectStore('answers').getAll();
    const responses = await new Promise<unknown[]>((read) => {
      reading.onsuccess = () => read(reading.result);
    });
    database.close();
    return responses;
  });

export const expectCached = async (page: Page, text: string): Promise<void> => {
  await expect.poll(async () => JSON.stringify(await readCachedResponses(page))).toContain(text);
};
