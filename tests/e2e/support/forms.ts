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

/** Pastes text into the element with the focus. */
export const pasteText = (page: Page, text: string): Promise<void> =>
  page.evaluate((content) => {
    const data = new DataTransfer();
    data.setData('text/plain', content);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, text);
