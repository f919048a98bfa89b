import { storageKeys } from '../../src/shared/client-defaults.ts';
import { texts } from '../../src/shared/texts.ts';
import { routes } from '../support/routes.ts';
import { expectDraftSaved } from './support/drafts.ts';
import { expectToast, openRowHistory, rejectionErrors, rowOf } from './support/locators.ts';
import { expect, test } from './support/test.ts';
import { admin } from './support/test-server.ts';

test('logging out asks first', async ({ app, page }) => {
  await app.goto(routes.countryList);
  await (await app.openLogout()).getByRole('button', { name: 'Cancel' }).click();
  await app.expectSignedIn();
  await app.logOut();
  expect(app.route()).toBe('/');
  expect(await page.evaluate((key) => localStorage.getItem(key), storageKeys.session)).toBeNull();
  await app.goto(routes.countryList);
  await app.expectSignedOut();
  await expect(page.getByRole('navigation')).toHaveCount(0);
});

test('a restart keeps only a safely stored session', async ({ app, host }) => {
  await app.restart(routes.countryList);
  // The desktop has no keyring here; desktop/stored-session.spec.ts covers one.
  if (host === 'browser') await app.expectSignedIn();
  else {
    await app.expectSignedOut();
    await expect(app.page.getByText(/logged out when you close the app/)).toBeVisible();
  }
});

test('a stored session works until the server ends it', async ({ app, page, api, faults }) => {
  await api.create('country', { name: 'India' });
  const isAuthorization = { path: /^\/v1\/user\/authorization/ };
  const release = faults.delay(isAuthorization);
  await app.load(routes.countryList);
  await expect(rowOf(page, 'India')).toBeVisible();
  const loading = page.getByRole('status').getByText('Logging you in…');
  await expect(loading).toBeVisible();
  release();
  await expect(loading).toHaveCount(0);

  // Data requests fail with 401 before the session check does.
  const answerLate = faults.delay(isAuthorization);
  faults.refuse({ path: /^\/v1\//, status: 401, message: 'Sign in again' });
  await app.load(routes.countryList);
  await app.expectSignedOut();
  answerLate();
  await expectToast(page, texts.login.authorizationFailed);
  await app.expectSignedOut();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the outline of the shell shows before the scripts load @once', async ({ app, page }) => {
  await app.load(routes.countryList);
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  const box = await sidebar.boundingBox();
  app.watch.allow(rejectionErrors);
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.reload();
  await expect(sidebar).toHaveCount(0);
  expect(await page.locator('#first-frame > :first-child').boundingBox()).toEqual(box);
});

test('signing in opens the requested address', async ({ app, page }) => {
  await app.load('/');
  await app.logOut();
  await app.goto(`${routes.countryList}?query=in`);
  await app.signIn();
  await expect(page.getByRole('heading', { name: 'Countries' })).toBeVisible();
  expect(app.route()).toBe(`${routes.countryList}?query=in`);
});

test('an expired session loses no input', async ({ app, page, api, faults }) => {
  await app.goto(routes.faqAdd);
  await page.getByRole('textbox', { name: 'Question' }).fill('Half a thought');
  await page.getByRole('textbox', { name: 'Answer' }).fill('And its answer');
  const endSession = faults.refuse({
    method: 'POST',
    path: /\/faq\//,
    status: 401,
    message: 'Your session has ended',
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

test('a login of another user in another tab ends the page, but not its input @once', async ({ app, page, api }) => {
  // The live stream of the page may learn of the logout from the server first.
  app.watch.allow(rejectionErrors);
  const rohan = { email: 'rohan@example.com', password: 'a password of mine' };
  await api.createAccount({ name: 'Rohan Desai', role: 'SUBADMIN', ...rohan });
  await app.goto(routes.faqAdd);
  const question = page.getByRole('textbox', { name: 'Question' });
  await question.fill('Whose question is this?');
  await page.getByRole('textbox', { name: 'Answer' }).fill('The admin’s');
  const other = await page.context().newPage();
  await other.goto(app.host.address('/'));
  await other.getByRole('banner').getByRole('button', { name: texts.shell.badge }).click();
  await other.getByRole('menuitem', { name: texts.logout.label }).click();
  await other.getByRole('dialog').getByRole('button', { name: texts.logout.label }).click();
  await other.getByLabel(texts.login.identifierLabel).fill(rohan.email);
  await other.getByRole('textbox', { name: texts.login.passwordLabel, exact: true }).fill(rohan.password);
  await other.getByRole('button', { name: texts.login.submit, exact: true }).click();
  await expect(other.getByRole('navigation').first()).toBeVisible();

  const again = page.getByRole('dialog', { name: 'Log in again' });
  await expect(again).toContainText('You were logged out in another window. Your unsaved changes are still here.');
  await expectDraftSaved(page, 'Whose question is this?');
  await app.fillLogin({ identifier: admin.email, password: admin.password });
  await expect(again).toHaveCount(0);
  await expect(other.getByRole('dialog', { name: 'Log in again' })).toBeVisible();
  await expect(question).toHaveValue('Whose question is this?');
  await page.getByRole('button', { name: texts.faq.saveNew }).click();
  const row = rowOf(page, 'Whose question is this?');
  await expect(row).toBeVisible();
  await openRowHistory(page, 'Whose question is this?');
  await expect(page.getByRole('main')).toContainText('Administrator');
});
