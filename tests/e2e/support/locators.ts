import { expect, type Locator, type Page } from '@playwright/test';
import { texts } from '../../../src/shared/texts.ts';

export const rowOf = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text });

/** Waits until an image has loaded, not only its frame. */
export const expectImageLoaded = async (image: Locator): Promise<void> => {
  await expect(image).not.toHaveJSProperty('naturalWidth', 0);
};

export const expectColumns = async (page: Page, names: readonly string[]): Promise<void> => {
  const headers = page.getByRole('columnheader').filter({ hasNot: page.getByRole('checkbox') });
  await expect(headers).toHaveText([...names]);
};

/** The value beside or below a label on a page of details. */
export const factOf = (page: Page, label: string): Locator =>
  page
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${label}$`) })
    .locator('..')
    .getByRole('definition');

export const openRowHistory = async (page: Page, title: string): Promise<void> => {
  await page.getByRole('button', { name: `More actions for ${title}` }).click();
  await page.getByRole('menuitem', { name: 'History' }).click();
};

export const expectTitle = async (page: Page, title: string): Promise<void> => {
  await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
};

export const expectScreenLoaded = async (page: Page): Promise<void> => {
  const main = page.getByRole('main');
  await expect(main.getByRole('link').or(main.getByRole('button')).first()).toBeVisible();
  await expect(page.getByText(texts.shell.errorTitle)).toBeHidden();
};

export const deleteDialog = (page: Page): Locator => page.getByRole('dialog').filter({ hasText: texts.remove.confirm });

export const confirmDelete = (page: Page): Promise<void> =>
  deleteDialog(page).getByRole('button', { name: 'Delete' }).click();

/** Toast of a save that waits for the server. */
export const savedHereText = 'Saved on this computer. It will be sent when the server can be reached.';

/** Button in the top bar, such as “2 changes waiting”. */
export const waitingChanges = (page: Page, count: string): Locator =>
  page.getByRole('banner').getByRole('button', { name: `${count} waiting` });

export const toastWith = (page: Page, text: string | RegExp): Locator =>
  page.locator('.bo-toasts').getByRole('status').or(page.getByRole('alert')).filter({ hasText: text });

export const expectToast = async (page: Page, text: string | RegExp): Promise<void> => {
  await expect(toastWith(page, text).first()).toBeVisible();
};

/** Console messages of the browser and the app when the server rejects a request on purpose. */
export const rejectionErrors = /Failed to load resource|A request failed/;
