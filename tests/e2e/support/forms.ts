import type { Locator, Page } from '@playwright/test';
import { texts } from '../../../src/shared/texts.ts';

export const save = (page: Page): Promise<void> =>
  page.getByRole('button', { name: texts.form.save, exact: true }).click();

export const cancel = (page: Page): Promise<void> =>
  page.getByRole('link', { name: texts.form.cancel, exact: true }).click();

export const openAddDialog = async (page: Page, label: string): Promise<Locator> => {
  await page
    .getByRole('button', { name: `Add ${label}` })
    .first()
    .click();
  return page.getByRole('dialog', { name: `Add ${label}` });
};

export const choose = async (field: Locator, option: string): Promise<void> => {
  await field.click();
  await field.page().getByRole('option', { name: option, exact: true }).click();
};

/** Presses Enter on an entry of the open menu, once the menu has taken the focus (it moves it up to a frame later). */
export const pressMenuItem = async (page: Page, name: string | RegExp): Promise<void> => {
  await page.locator('[role=menu]:focus-within').waitFor();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  await page.getByRole('menuitem', { name }).press('Enter');
};

/** Pastes text into the element with the focus. */
export const pasteText = (page: Page, text: string): Promise<void> =>
  page.evaluate((content) => {
    const data = new DataTransfer();
    data.setData('text/plain', content);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, text);
