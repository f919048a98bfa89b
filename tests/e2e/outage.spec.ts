import { generatePath } from 'react-router-dom';
import { extraRoutes } from '../../src/shared/routes.ts';
import { texts } from '../../src/shared/texts.ts';
import { routes } from '../support/routes.ts';
import type { App } from './support/app.ts';
import { expectAccessible } from './support/axe.ts';
import { expectDraftSaved } from './support/drafts.ts';
import { png, putFile } from './support/files.ts';
import { openAddDialog } from './support/forms.ts';
import { expectTitle, expectToast, rowOf, savedHereText, waitingChanges } from './support/locators.ts';
import { expectCached, readCachedResponses } from './support/response-cache.ts';
import { expect, once, test } from './support/test.ts';

const picture = png([194, 38, 46]);

/** Saves a country, because the code of toasts is loaded with the first one. */
const showFirstToast = async (app: App) => {
  await app.goto(routes.countryList);
  const dialog = await openAddDialog(app.page, 'Country');
  await dialog.getByLabel('Country Name').fill('India');
  await dialog.getByRole('button', { name: texts.form.save }).click();
  await expectToast(app.page, /saved|created|added/i);
};

test(
  'a save during an outage arrives when the server is back',
  once,
  async ({ app, page, api, server, faults, folder }) => {
    app.watch.allow(/Failed to load resource|A request failed|ERR_/);
    const path = await putFile(folder, 'pens.png', picture);
    await showFirstToast(app);
    await app.navigateTo(routes.categoryAdd);
    await page.getByRole('textbox', { name: 'Category Name' }).fill('Pens');
    await page.getByRole('textbox', { name: 'Category Description' }).fill('Typed before the power went');
    await app.chooseFiles('Choose Category Image', path);
    await expect(page.getByText('pens.png')).toBeVisible();

    await server.kill();
    await page.getByRole('button', { name: texts.form.save }).click();
    await expectToast(page, savedHereText);
    await expect(waitingChanges(page, '1 change')).toBeVisible();
    await expect(page.getByText(/can’t reach the server/i).first()).toBeVisible();
    await expectAccessible(page, 'save without a server');

    faults.target = await server.start();
    await expect(rowOf(page, 'Pens')).toBeVisible();
    const [stored] = await api.list('category');
    expect(stored).toMatchObject({ name: 'Pens', description: 'Typed before the power went' });
    expect(await api.download(String(stored?.image))).toEqual(picture);
  },
);

test(
  'a form whose save needs code of its own saves during an outage',
  once,
  async ({ app, page, api, server, faults }) => {
    app.watch.allow(/Failed to load resource|A request failed|ERR_/);
    const id = await api.create('product', { name: 'Pen', description: '', status: 'ACTIVE' });
    // Routed requests bypass the browser's cache, which may have the scripts from an earlier test.
    await page.route('**/assets/*', (route) => route.continue());
    await showFirstToast(app);
    await app.navigateTo(generatePath(routes.productEdit, { id }));
    await page.getByRole('textbox', { name: 'Product Name' }).fill('Gel pen');
    await expect(page.getByRole('textbox', { name: 'Description' })).toBeVisible();
    await server.kill();
    await page.getByRole('button', { name: texts.form.save }).click();
    await expectToast(page, savedHereText);
    faults.target = await server.start();
    await expect(waitingChanges(page, '1 change')).toBeHidden();
    await expect.poll(async () => (await api.get('product', id)).name).toBe('Gel pen');
  },
);

test('a list that failed to load can be retried', once, async ({ app, page, api, faults }) => {
  app.watch.allow(/Failed to load resource|A request failed|ERR_/);
  await api.create('country', { name: 'India' });
  faults.holdLiveUpdates();
  // A 403 is not retried automatically.
  const stopFault = faults.refuse({
    path: /^\/v1\/country\/\?/,
    status: 403,
    message: 'Not for you',
  });
  await app.goto(routes.countryList);
  await expect(page.getByText('Not for you').first()).toBeVisible();
  await expectAccessible(page, 'list that failed to load');
  stopFault();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rowOf(page, 'India')).toBeVisible();
});

test('loaded data stays readable offline until logout', once, async ({ app, page, api, server, faults }) => {
  app.watch.allow(/Failed to load resource|A request failed|ERR_/);
  const countryId = await api.create('country', { name: 'India' });
  await api.create('region', { name: 'North', countryId });
  await app.goto(routes.countryList);
  await expect(rowOf(page, 'India')).toBeVisible();
  await expectCached(page, 'India');

  // This window has loaded the code of such lists, but not the list itself.
  const other = await page.context().newPage();
  await other.goto(app.host.address(routes.regionList));
  await expectCached(other, 'North');
  const openCountries = async () => {
    await other.evaluate((path) => {
      history.pushState(null, '', path);
      dispatchEvent(new PopStateEvent('popstate'));
    }, routes.countryList);
  };
  await server.kill();
  await openCountries();
  await expect(rowOf(other, 'India')).toBeVisible();
  await expect(other.getByText(/You’re seeing the last loaded data/)).toBeVisible();
  await other.close();

  faults.target = await server.start();
  await app.logOut();
  await expect.poll(() => readCachedResponses(page)).toEqual([]);
});

test('a save on a silent network says so and is queued', async ({ app, page, faults }) => {
  app.watch.allow(/Failed to load resource|A request failed|ERR_/);
  await page.clock.install();
  await app.load(routes.faqAdd);
  await page.getByRole('textbox', { name: 'Question' }).fill('Ink?');
  await page.getByRole('textbox', { name: 'Answer' }).fill('Yes');
  // The page has the key with which it stores what waits.
  await expectDraftSaved(page, 'Yes');
  const answerAgain = faults.delay({ path: /^\/v1/ });
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('button', { name: 'Saving…' })).toBeVisible();
  await expect.poll(() => faults.seen.some((line) => line.startsWith('POST /v1/faq'))).toBe(true);
  await page.clock.fastForward(10_000);
  await expect(page.getByText(/longer than usual to answer/)).toBeVisible();
  await page.clock.fastForward(10_000);
  await expectToast(page, savedHereText);
  answerAgain();
});

test('a page whose code is missing opens when the server is back', once, async ({ app, page, server, faults }) => {
  app.watch.allow(/Failed to load resource|A request failed|ERR_|dynamically imported|preload/i);
  // Routed requests bypass the browser's cache, which may have the scripts from an earlier test.
  await page.route('**/assets/*', (route) => route.continue());
  await showFirstToast(app);
  await server.kill();
  await app.navigateTo(extraRoutes.trash);
  await expect(page.getByText(/opens as soon as the server can be reached/)).toBeVisible();
  await expectAccessible(page, 'page without its code');
  faults.target = await server.start();
  await expectTitle(page, 'Trash');
});
