import { expect, type Locator, type Page } from '@playwright/test';
import { texts } from '../../../src/shared/texts.ts';

/** The row of a list that shows this text. */
export const rowOf = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text });

/** Waits until a picture is there, and not its frame alone. */
export const expectPicture = async (image: Locator): Promise<void> => {
  await expect(image).not.toHaveJSProperty('naturalWidth', 0);
};

/** The list's columns, in their order. */
export const expectColumns = async (page: Page, names: readonly string[]): Promise<void> => {
  await expect(page.getByRole('columnheader')).toHaveText([...names]);
};

/** The heading of the page. */
export const expectTitle = async (page: Page, title: string): Promise<void> => {
  await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
};

/** The page is no dead end: it leads on, and speaks of no error. */
export const expectOpen = async (page: Page): Promise<void> => {
  const main = page.getByRole('main');
  await expect(main.getByRole('link').or(main.getByRole('button')).first()).toBeVisible();
  await expect(page.getByText(texts.shell.errorTitle)).toBeHidden();
};

/** Saves the form of the page. */
export const save = (page: Page): Promise<void> =>
  page.getByRole('button', { name: texts.form.save, exact: true }).click();

/** Leaves the form of the page without saving. */
export const cancel = (page: Page): Promise<void> =>
  page.getByRole('link', { name: texts.form.cancel, exact: true }).click();

/** The question before a deletion. */
export const deleteQuestion = (page: Page): Locator =>
  page.getByRole('dialog').filter({ hasText: texts.remove.confirm });

/** Waits for a toast with this text. */
export const expectToast = async (page: Page, text: string | RegExp): Promise<void> => {
  await expect(page.getByRole('alert').filter({ hasText: text }).first()).toBeVisible();
};

/** Chooses an entry of a select list. */
export const choose = async (field: Locator, option: string): Promise<void> => {
  await field.click();
  await field.page().getByRole('option', { name: option, exact: true }).click();
};

/** What the browser and the app log when a request is refused on purpose. */
export const refusal = /Failed to load resource|A request failed/;
