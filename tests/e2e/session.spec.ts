import type { Page } from '@playwright/test';
import { storageKeys } from '../../src/shared/client-defaults.ts';
import { texts } from '../../src/shared/texts.ts';
import { routes } from '../support/routes.ts';
import { expectToast, refusal, rowOf } from './support/locators.ts';
import { expect, test } from './support/test.ts';
import { admin } from './support/test-server.ts';

const logOut = async (page: Page) => {
  await page.getByRole('banner').getByRole('button', { name: texts.shell.badge }).click();
  await page.getByRole('menuitem', { name: texts.logout.label }).click();
  return page.getByRole('dialog').filter({ hasText: texts.logout.confirm });
};

test('logging out asks first, then leaves the login screen at the root', async ({ app, page }) => {
  await app.goto(routes.countryList);
  await (await logOut(page)).getByRole('button', { name: 'Cancel' }).click();
  await app.expectSignedIn();
  await (await logOut(page)).getByRole('button', { name: texts.logout.label }).click();

  await app.expectSignedOut();
  expect(app.route()).toBe('/');
  expect(await page.evaluate((key) => localStorage.getItem(key), storageKeys.session)).toBeNull();
  await app.goto(routes.countryList);
  await app.expectSignedOut();
});

test('a restart keeps the session where it can be kept safely, and only there', async ({ app, host }) => {
  await app.restart(routes.countryList);
  // The desktop has no keyring here; desktop/stored-session.spec.ts covers one.
  if (host === 'browser') await app.expectSignedIn();
  else {
    await app.expectSignedOut();
    await expect(app.page.getByText(/logged out when you close the app/)).toBeVisible();
  }
});

test('who is still signed in works at once, and signs in where the server says that the session is over', async ({
  app,
  page,
  api,
  faults,
}) => {
  app.watch.allow(refusal);
  await api.create('country', { name: 'India' });
  const isAuthorization = { path: /^\/v1\/user\/authorization/ };
  const answer = faults.delay(isAuthorization);
  await app.load(routes.countryList);
  await expect(rowOf(page, 'India')).toBeVisible();
  const loading = page.getByRole('status').getByText('Logging you in…');
  await expect(loading).toBeVisible();
  answer();
  await expect(loading).toHaveCount(0);

  // Data requests fail with 401 before the session check does.
  const answerLate = faults.delay(isAuthorization);
  faults.answer({ path: /^\/v1\//, status: 401, body: { success: false, message: 'Sign in again' } });
  await app.load(routes.countryList);
  await app.expectSignedOut();
  answerLate();
  await expectToast(page, texts.login.authorizationFailed);
  await app.expectSignedOut();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('after signing in the address that was asked for is shown', async ({ app, page }) => {
  await (await logOut(page)).getByRole('button', { name: texts.logout.label }).click();
  await app.expectSignedOut();
  await app.goto(`${routes.countryList}?query=in`);
  await app.signIn();
  await expect(page.getByRole('heading', { name: 'Countries' })).toBeVisible();
  expect(app.route()).toBe(`${routes.countryList}?query=in`);
});

test('a session that ends in the middle of work loses nothing: signing in again leads back to it', async ({
  app,
  page,
  api,
  faults,
}) => {
  app.watch.allow(refusal);
  await app.goto(routes.faqAdd);
  await page.getByRole('textbox', { name: 'Question' }).fill('Half a thought');
  await page.getByRole('textbox', { name: 'Answer' }).fill('And its answer');
  const endSession = faults.answer({
    method: 'POST',
    path: /\/faq\//,
    status: 401,
    body: { success: false, message: 'Your session has ended' },
  });
  await page.getByRole('button', { name: texts.faq.saveNew }).click();
  await expect(page.getByRole('dialog', { name: 'Log in again' })).toBeVisible();
  endSession();
  await app.fillLogin({ identifier: admin.email, password: admin.password });

  await expect(page.getByRole('textbox', { name: 'Question' })).toHaveValue('Half a thought');
  await page.getByRole('button', { name: texts.faq.saveNew }).click();
  await expect(rowOf(page, 'Half a thought')).toContainText('And its answer');
  expect(await api.list('faq')).toHaveLength(1);
});
