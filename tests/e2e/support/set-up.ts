import type { Page } from '@playwright/test';
import { admin } from './test-server.ts';

export const fillSetUp = async (page: Page, { password }: { password: string }) => {
  await page.getByLabel('Your name').fill(admin.name);
  await page.getByRole('textbox', { name: 'Email' }).fill(admin.email);
  await page.getByLabel(/^Password/).fill(password);
  await page.getByLabel(/^Confirm password/).fill(password);
};
