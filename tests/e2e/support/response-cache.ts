import { expect, type Page } from '@playwright/test';
import { readClientStorage } from './client-storage.ts';

/** Server responses that the page has cached in IndexedDB. */
export const readCachedResponses = (page: Page): ReturnType<typeof readClientStorage> =>
  readClientStorage(page, 'responses');

export const expectCached = async (page: Page, text: string): Promise<void> => {
  await expect
    .poll(async () => (await readCachedResponses(page)).some((response) => response.text?.includes(text)))
    .toBe(true);
};
