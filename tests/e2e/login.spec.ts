import type { Page } from '@playwright/test';
import { texts } from '../../src/shared/texts.ts';
import { refusal } from './support/locators.ts';
import { expect, test } from './support/test.ts';
import { admin } from './support/test-server.ts';

test.use({ isSignedIn: false });

/** The reason for a failed login; the notice about where the session is stored is a separate alert. */
const refusalOf = (page: Page) => page.getByRole('alert').filter({ hasText: /Incorrect/ });

test('nothing but the login screen is shown to who is not signed in', async ({ app, page }) => {
  await app.load('/CountryList');
  await app.expectSignedOut();
  await expect(page.getByRole('navigation')).toHaveCount(0);
});

test('what is missing is said at the fields, and nothing is sent', { tag: '@once' }, async ({
  app,
  page,
  faults,
}) => {
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

test('a wrong password and an unknown account are told the same, and nothing typed is lost', {
  tag: '@once',
}, async ({ app, page }) => {
  app.watch.allow(refusal);
  const messageFor = async (identifier: string) => {
    await app.fillLogin({ identifier, password: 'not the password' });
    const alert = refusalOf(page);
    await expect(alert).toBeVisible();
    await expect(page.getByLabel(texts.login.identifierLabel)).toHaveValue(identifier);
    return alert.textContent();
  };
  const wrongPassword = await messageFor(admin.email);
  await page.reload();
  const unknownAccount = await messageFor('nobody@example.com');
  expect(wrongPassword).not.toBe('');
  expect(unknownAccount).toBe(wrongPassword);
});

test('after five failures the account has to wait, even with the right password', { tag: '@once' }, async ({
  app,
  page,
  faults,
}) => {
  app.watch.allow(refusal);
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

test('signing in shows the shell with the greeting', async ({ app, page }) => {
  await app.signIn();
  await expect(page.getByText(texts.shell.greeting).first()).toBeVisible();
  await expect(page.getByRole('banner').getByRole('button', { name: texts.shell.badge })).toBeVisible();
});
