import type { Page } from '@playwright/test';
import { texts } from '../../src/shared/texts.ts';
import { rejectionErrors } from './support/locators.ts';
import { expect, once, test } from './support/test.ts';
import { admin } from './support/test-server.ts';

test.use({ isSignedIn: false });

/** The reason for a failed login; the notice about where the session is stored is a separate alert. */
const refusalOf = (page: Page) => page.getByRole('alert').filter({ hasText: /Incorrect/ });

test('missing credentials are reported at their fields', once, async ({ app, page, faults }) => {
  await app.expectSignedOut();
  await app.fillLogin({ identifier: '', password: '' });
  await expect(page.getByLabel(texts.login.identifierLabel)).toHaveAccessibleDescription(
    texts.login.identifierRequired,
  );
  await app.fillLogin({ identifier: admin.email, password: '' });
  await expect(page.getByLabel(texts.login.passwordLabel, { exact: true })).toHaveAccessibleDescription(
    texts.login.passwordRequired,
  );
  expect(faults.seen.filter((request) => request.includes('/user/login'))).toEqual([]);
});

test('five failed logins lock the account', once, async ({ app, page, faults }) => {
  app.watch.allow(rejectionErrors);
  const answered = (count: number) =>
    expect.poll(() => faults.seen.filter((request) => request === 'POST /v1/user/login').length).toBe(count);
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    await app.fillLogin({ identifier: admin.email, password: `wrong ${attempt}` });
    await answered(attempt);
    await expect(refusalOf(page)).toBeVisible();
  }
  await app.fillLogin({ identifier: admin.email, password: admin.password });
  await expect(page.getByText(/too many/i).first()).toBeVisible();
  await app.expectSignedOut();
});

test('signing in by keyboard shows the app', async ({ app, page }) => {
  await page.getByLabel(texts.login.identifierLabel).focus();
  await page.keyboard.type(admin.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(admin.password);
  await page.keyboard.press('Enter');
  await app.expectSignedIn();
  await expect(page.getByText(texts.shell.greeting).first()).toBeVisible();
  await expect(page.getByRole('banner').getByRole('button', { name: texts.shell.badge })).toBeVisible();
});
