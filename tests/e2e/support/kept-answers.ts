import type { Page } from '@playwright/test';

/** How many answers of the server the page keeps on this computer; none where it never kept any. */
export const keptAnswers = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name);
    // Asking for one that is not there would make it.
    if (!names.includes('backoffice-last-seen')) return 0;
    const opening = indexedDB.open('backoffice-last-seen');
    const database = await new Promise<IDBDatabase>((opened) => {
      opening.onsuccess = () => opened(opening.result);
    });
    const counting = database.transaction('answers').objectStore('answers').count();
    const count = await new Promise<number>((counted) => {
      counting.onsuccess = () => counted(counting.result);
    });
    database.close();
    return count;
  });
