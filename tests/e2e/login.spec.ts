import type { Page } from '@playwright/test';
import { generatePath } from 'react-router-dom';
import { texts } from '../../src/shared/texts.ts';
import { routes } from '../support/routes.ts';
import { expectAccessible } from './support/axe.ts';
import { expectToast, rejectionErrors } from './support/locators.ts';
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
  await expect(page.getByRole('textbox', { name: texts.login.passwordLabel, exact: true })).toHaveAccessibleDescription(
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

test('signing in by keyboard shows the app', once, async ({ app, page }) => {
  await page.getByLabel(texts.login.identifierLabel).focus();
  await page.keyboard.type(admin.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(admin.password);
  await page.keyboard.press('Enter');
  await app.expectSignedIn();
  await expect(page.getByText(texts.shell.greeting).first()).toBeVisible();
  await expect(page.getByRole('banner').getByRole('button', { name: texts.shell.badge })).toBeVisible();
});

/** Fills in a new password on the screens before the login. */
const fillNewPassword = async (page: Page, password: string) => {
  await page.getByLabel(/^New password/).fill(password);
  await page.getByLabel(/^Confirm password/).fill(password);
};

test('a password that an admin set is replaced at the first login', once, async ({ app, page, api }) => {
  app.watch.allow(rejectionErrors);
  const rohan = { email: 'rohan@example.com', password: 'seven green teapots' };
  await api.create('user', { name: 'Rohan Das', role: 'SUBADMIN', ...rohan });
  await app.fillLogin({ identifier: rohan.email, password: rohan.password });
  await expect(page.getByRole('heading', { name: 'Choose your own password' })).toBeVisible();
  await fillNewPassword(page, 'rohan@example.com');
  await expect(page.getByText('Too easy to guess')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByLabel(/^New password/)).toHaveAccessibleDescription(/too easy to guess/);

  await fillNewPassword(page, 'a lamp beside the river');
  await expect(page.getByText('Strong password')).toBeVisible();
  await page.getByRole('button', { name: 'Change password' }).click();
  await app.expectSignedIn();
});

test('a one-time code sets a new password', once, async ({ app, page, api }) => {
  app.watch.allow(rejectionErrors);
  const rohan = { email: 'rohan@example.com', password: 'seven green teapots' };
  const id = await api.createAccount({ name: 'Rohan Das', role: 'SUBADMIN', ...rohan });
  await app.signIn();
  await app.goto(generatePath(routes.userDetail, { id }));
  await page.getByRole('button', { name: 'Create one-time code' }).click();
  const dialog = page.getByRole('dialog', { name: 'One-time code' });
  const code = await dialog.getByRole('textbox', { name: 'Code' }).inputValue();
  await expectAccessible(page);
  await dialog.getByText('Close', { exact: true }).click();
  await app.logOut();

  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  const field = page.getByLabel(/^One-time code/);
  await field.fill('a lamp beside the river');
  await field.press('ControlOrMeta+A');
  await field.press('ControlOrMeta+C');
  for (const label of [/^New password/, /^Confirm password/]) {
    await page.getByLabel(label).press('ControlOrMeta+V');
    await expect(page.getByLabel(label)).toHaveValue('a lamp beside the river');
  }
  await field.fill('AAAA-AAAA-AAAA-AAAA');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(field).toHaveAccessibleDescription(/incorrect or has expired/);
  await field.fill(code);
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expectToast(page, 'Password changed');
  await app.fillLogin({ identifier: rohan.email, password: 'a lamp beside the river' });
  await app.expectSignedIn();
});

test('a login whose session can’t be stored says so', once, async ({ app, page }) => {
  app.watch.allow(/The session could not be stored/);
  await page.evaluate(() => {
    let size = 4 * 1024 * 1024;
    for (let part = 0; size >= 1; part += 1) {
      try {
        localStorage.setItem(`full ${part}`, 'x'.repeat(size));
      } catch {
        size = Math.floor(size / 2);
      }
    }
  });
  await app.fillLogin({ identifier: admin.email, password: admin.password });
  await expect(page.getByRole('alert')).toContainText('this browser’s storage for the site is full');
  await page.evaluate(() => localStorage.clear());
  await app.signIn();
});
