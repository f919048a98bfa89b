import type { Page } from '@playwright/test';
import { routes } from '../../support/routes.ts';
import type { App } from './app.ts';
import { expect } from './test.ts';

export const chooseButton = (page: Page) => page.getByRole('button', { name: 'Choose Spreadsheet' });

export const openWith = async (app: App, page: Page, path: string): Promise<void> => {
  await app.goto(routes.productImport);
  await app.host.chooseFiles(page, [path], () => chooseButton(page).click());
};

export const expectCounts = async (page: Page, counts: Record<string, number>): Promise<void> => {
  for (const [label, count] of Object.entries(counts)) {
    const term = page.getByRole('term').filter({ hasText: new RegExp(`^${label}$`) });
    await expect(term.locator('xpath=..').getByRole('definition')).toHaveText(String(count));
  }
};
