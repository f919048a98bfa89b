import { expect, type Page } from '@playwright/test';

/** The answers of the server that the page keeps on this computer; none where it never kept any. */
export const keptAnswers = (page: Page): Promise<unknown[]> =>
  page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name);
    // Asking for one that is not there would make it.
    if (!names.includes('backoffice-last-seen')) return [];
    const opening = indexedDB.open('backoffice-last-seen');
    const database = await new Promise<IDBDatabase>((opened) => {
      opening.onsuccess = () => opened(opening.result);
    });
    const reading = database.transaction('answers').objectStore('answers').getAll();
    const answers = await new Promise<unknown[]>((read) => {
      reading.onsuccess = () => read(reading.result);
    });
    database.close();
    return answers;
  });

/** Waits until the page keeps an answer with this text: it shows what it was answered a moment before. */
export const expectAnswerKept = async (page: Page, text: string): Promise<void> => {
  await expect.poll(async () => JSON.stringify(await keptAnswers(page))).toContain(text);
};
