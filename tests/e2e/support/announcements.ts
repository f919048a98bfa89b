import { expect, type Page } from '@playwright/test';

/** Records what the live region announces from now on, as each text stays in it for a moment only. */
export const recordAnnouncements = async (page: Page): Promise<void> => {
  await page.evaluate(() => {
    const texts: string[] = [];
    Object.assign(window, { announcedTexts: texts });
    const region = document.querySelector('[aria-live="polite"]');
    if (!region) throw new Error('The page has no live region');
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) texts.push(node.textContent ?? '');
    }).observe(region, { childList: true });
  });
};

export const expectAnnounced = async (page: Page, text: string): Promise<void> => {
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { announcedTexts: string[] }).announcedTexts))
    .toContain(text);
};
