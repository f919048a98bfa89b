import { extraRoutes } from '../../src/shared/routes.ts';
import { routes } from '../support/routes.ts';
import { expectAccessible } from './support/axe.ts';
import { expectDraftSaved } from './support/drafts.ts';
import { expectTitle, rejectionErrors, rowOf } from './support/locators.ts';
import { expect, once, test } from './support/test.ts';

const card = 'Needs attention';

test.describe('after a login', () => {
  test.use({ isSignedIn: false });

  test('Home leads to what needs attention', async ({ app, page, api }) => {
    await api.create('product', { name: 'Eraser', price: 3 });
    await app.signIn();
    await app.expectRoute(extraRoutes.home);
    await page.getByRole('link', { name: '1 product has no image' }).click();
    await app.expectRoute(`${routes.productList}?missing=image`);
    await expect(rowOf(page, 'Eraser')).toBeVisible();

    await app.load(extraRoutes.home);
    await page.getByRole('button', { name: 'Customise' }).click();
    await page.getByRole('checkbox', { name: 'Imports' }).uncheck();
    await page.getByRole('button', { name: 'Move Drafts up' }).press('Enter');
    await page.keyboard.press('Escape');
    await app.load(extraRoutes.home);
    const cards = page.getByRole('main').getByRole('heading', { level: 2 });
    await expectAccessible(page, 'Home');
    await expect(cards).toHaveText(['Drafts', 'Recent changes by others', card]);
  });
});

test('Home leads to unsaved changes', once, async ({ app, page }) => {
  await app.goto(routes.blogAdd);
  await page.getByRole('textbox', { name: 'Blog Title' }).fill('Ink for everyone');
  await expectDraftSaved(page, 'Ink for everyone');
  await app.load(extraRoutes.home);
  await page.getByRole('link', { name: 'Ink for everyone' }).click();
  await app.expectRoute(routes.blogAdd);
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByRole('textbox', { name: 'Blog Title' })).toHaveValue('Ink for everyone');
});

test('Home can be loaded again after an error', once, async ({ app, page, api, faults }) => {
  app.watch.allow(rejectionErrors);
  await api.create('product', { name: 'Eraser', price: 3 });
  const restore = faults.refuse({ path: /\/v1\/home/, status: 400, message: 'Out of order' });
  await app.goto(extraRoutes.home);
  await expect(page.getByText('Out of order')).toBeVisible();
  restore();
  await page.getByRole('button', { name: 'Try again' }).click();
  const attention = page.getByRole('region', { name: card });
  await expect(attention.getByRole('link', { name: '1 product has no image' })).toBeVisible();
});

test('a setting chooses the start page', once, async ({ app, page }) => {
  await app.load('/');
  await page.getByRole('banner').getByRole('button', { name: 'Admin' }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await page.getByRole('combobox', { name: 'Start page' }).selectOption('Category');
  await page.getByRole('button', { name: 'Close settings' }).click();
  await app.logOut();
  await app.signIn();
  await app.expectRoute(routes.categoryList);
  await app.load('/');
  await expectTitle(page, 'All List');
});
