import type { Page } from '@playwright/test';
import { texts } from '../../../src/shared/texts.ts';
import { routes } from '../../support/routes.ts';
import { Api } from '../support/api.ts';
import type { App } from '../support/app.ts';
import { expectToast, rejectionErrors, rowOf, waitingChanges } from '../support/locators.ts';
import { expectCached, readCachedResponses } from '../support/response-cache.ts';
import { expect, test } from '../support/test.ts';
import { electronOf } from './support.ts';

const openWindow = async ({ app, page, path }: { app: App; page: Page; path: string }): Promise<Page> => {
  const opened = electronOf(app).waitForEvent('window');
  await page.evaluate((to) => window.open(to), path);
  return opened;
};

const banner = (page: Page) => page.getByText(/You’re seeing the last loaded data/);

test('a window opened offline shows the last loaded data', async ({ app, page, api, server, faults }) => {
  app.watch.allow(rejectionErrors);
  const id = await api.create('country', { name: 'India' });
  await app.goto(routes.countryList);
  await expect(rowOf(page, 'India')).toBeVisible();
  await expectCached(page, 'India');
  await server.kill();

  const other = await openWindow({ app, page, path: routes.countryList });
  await expectToast(other, texts.login.authorizationFailed);
  await expect(rowOf(other, 'India')).toBeVisible();
  await expect(banner(other)).toBeVisible();
  await rowOf(other, 'India').getByRole('switch').click();
  await expect(waitingChanges(other, '1 change')).toBeVisible();
  await app.navigateInApp(routes.faqAdd);
  await page.getByRole('textbox', { name: 'Question' }).fill('Typed while it was away');
  await page.getByRole('textbox', { name: 'Answer' }).fill('And its answer');
  await page.getByRole('button', { name: texts.faq.saveNew }).click();
  await expect(waitingChanges(page, '2 changes')).toBeVisible();

  const url = await server.start();
  await new Api(() => url).create('country', { name: 'Nepal' });
  faults.target = url;
  // The focus is in a row, so that the list changes only when the user wants it to.
  await other.getByRole('button', { name: '1 new item – show' }).click();
  await expect(rowOf(other, 'Nepal')).toBeVisible();
  await expect(banner(other)).toHaveCount(0);
  await expect(rowOf(other, 'India').getByRole('switch')).not.toBeChecked();
  await expect.poll(() => api.get('country', id)).toMatchObject({ status: 'INACTIVE' });
  await expect(rowOf(page, 'Typed while it was away')).toBeVisible();
});

test('a session that ended during an outage is over afterwards', async ({ app, page, api, server, faults }) => {
  app.watch.allow(rejectionErrors);
  await api.create('country', { name: 'India' });
  await app.goto(routes.countryList);
  await expect(rowOf(page, 'India')).toBeVisible();
  await expectCached(page, 'India');
  await server.kill();
  const other = await openWindow({ app, page, path: routes.countryList });
  await expect(rowOf(other, 'India')).toBeVisible();

  faults.refuse({
    path: /^\/v1\/(?!meta)/,
    status: 401,
    message: 'Log in to continue',
  });
  faults.target = await server.start();
  await expect(other.getByRole('dialog', { name: 'Log in again' })).toBeVisible();
  await expect.poll(() => readCachedResponses(other)).toEqual([]);
});

test.describe('signed out', () => {
  test.use({ isSignedIn: false });

  test('the login screen recovers from an outage', async ({ app, page, server, faults }) => {
    app.watch.allow(rejectionErrors);
    await app.expectSignedOut();
    await server.kill();
    await app.load('/');
    const note = page.getByRole('alert').filter({ hasText: 'Login is unavailable' });
    await expect(note).toContainText(new URL(faults.url).host);
    await note.getByRole('button', { name: 'Change server' }).click();
    await page.getByRole('button', { name: 'Close settings' }).click();

    await page.getByLabel(texts.login.identifierLabel).fill('asha@');
    await note.getByRole('button', { name: 'Try again' }).click();
    await expect(note).toBeVisible();
    faults.target = await server.start();
    await expect(note).toHaveCount(0);
    await expect(page.getByLabel(texts.login.identifierLabel)).toHaveValue('asha@');
    await app.signIn();
  });
});
