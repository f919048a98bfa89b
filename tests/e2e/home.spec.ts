import { spawn } from 'node:child_process';
import { once as ending } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { generatePath } from 'react-router-dom';
import { inRoot } from '../../scripts/lib/paths.ts';
import { extraRoutes } from '../../src/shared/routes.ts';
import { routes } from '../support/routes.ts';
import { expectAccessible } from './support/axe.ts';
import { expectDraftSaved } from './support/drafts.ts';
import { asField, png } from './support/files.ts';
import { expectTitle, rejectionErrors, rowOf } from './support/locators.ts';
import { expect, once, test } from './support/test.ts';

const card = 'Needs attention';

test.describe('after a login', () => {
  test.use({ isSignedIn: false });

  test('Home leads to what needs attention', once, async ({ app, page, api }) => {
    await api.create('product', { name: 'Eraser', price: 3 });
    await app.signIn();
    await app.expectRoute(extraRoutes.home);
    await page.getByRole('link', { name: '1 product has no image' }).click();
    await app.expectRoute(`${routes.productList}?missing=image`);
    await expect(rowOf(page, 'Eraser')).toBeVisible();

    await app.load(extraRoutes.home);
    await page.getByRole('button', { name: 'Customise' }).click();
    await page.getByRole('checkbox', { name: 'Imports and exports' }).uncheck();
    await page.getByRole('button', { name: 'Move Drafts up' }).press('Enter');
    await page.keyboard.press('Escape');
    await app.load(extraRoutes.home);
    const cards = page.getByRole('main').getByRole('heading', { level: 2 });
    await expectAccessible(page, 'Home');
    await expect(cards).toHaveText(['First steps', 'Drafts', 'Recent changes by others', card]);
  });
});

test('Home opens the first record to fix, at its place in the list', once, async ({ app, page, api }) => {
  const id = await api.create('product', { name: 'Diwali diary', price: 3 });
  await api.create('product', { name: 'Eraser', price: 3, thumbnail: asField('eraser.png', png([30, 90, 200])) });
  await app.goto(extraRoutes.home);
  const attention = page.getByRole('region', { name: card });
  await expect(attention.getByRole('link', { name: '1 product has no image' })).toContainText('Diwali diary');
  await attention.getByRole('link', { name: 'Fix Diwali diary' }).first().click();
  await app.expectRoute(generatePath(routes.productEdit, { id }));
  await expect(page.getByRole('group', { name: 'Position in the list' })).toContainText('1 of 1');
});

test('Home leads to pictures without alternative text and to texts to check', once, async ({ app, page, api }) => {
  await api.create('category', { name: 'Inks', image: asField('ink.png', png([30, 90, 200])) });
  await api.create('category', { name: 'Pens' });
  const id = await api.create('faq', { name: 'Which ink?', description: '<h2>Blue</h2><h4>Or black</h4>' });
  await app.goto(extraRoutes.home);
  const attention = page.getByRole('region', { name: card });
  await expect(attention.getByRole('link', { name: '1 text of FAQs needs a check for accessibility' })).toBeVisible();
  await attention.getByRole('link', { name: '1 picture of categories has no alternative text' }).click();
  await app.expectRoute(`${routes.categoryList}?check=pictures`);
  await expect(rowOf(page, 'Inks')).toBeVisible();
  await expect(rowOf(page, 'Pens')).toBeHidden();
  await app.load(extraRoutes.home);
  await attention.getByRole('link', { name: 'Fix Which ink?' }).click();
  await app.expectRoute(generatePath(routes.faqEdit, { id }));
  const answer = page.getByRole('textbox', { name: 'Answer' });
  await expect(answer).toHaveAccessibleDescription('Check before publishing: 1 skipped heading level');
  await answer.press('Control+End');
  await page.getByRole('button', { name: /^Heading:/ }).click();
  await page.getByRole('menuitem', { name: 'Heading 3' }).click();
  await expect(answer).toHaveAccessibleDescription('');
});

test('Home leads an admin to records whose files are missing', once, async ({ app, page, api, folder }) => {
  const dataDir = join(folder, 'server');
  const id = await api.create('category', { name: 'Inks', image: asField('ink.png', png([30, 90, 200])) });
  await app.goto(extraRoutes.home);
  const problems = page.getByRole('region', { name: 'Data problems' });
  await expect(page.getByRole('region', { name: card })).toBeVisible();
  await expect(problems).toBeHidden();
  await rm(join(dataDir, 'uploads', String((await api.get('category', id)).image)));
  const check = spawn(process.execPath, [inRoot('out/main/server/check-data.js'), '--data', dataDir]);
  expect(await ending(check, 'close')).toEqual([1, null]);
  await app.load(extraRoutes.home);
  await expect(problems).toContainText('Category Image is missing. Upload it again, or restore a backup.');
  await expectAccessible(page, 'Home');
  await problems.getByRole('link', { name: 'Inks' }).click();
  await app.expectRoute(generatePath(routes.categoryEdit, { id }));
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
  faults.holdLiveUpdates();
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

test('Home leads through the first steps until they are done', once, async ({ app, page, api }) => {
  const category = await api.create('category', { name: 'Pens' });
  await app.goto(extraRoutes.home);
  const steps = page.getByRole('region', { name: 'First steps' });
  await expect(steps.getByRole('listitem')).toHaveText([
    /^Add a category.*Done/,
    ...['attribute', 'product', 'user'].map((name) => new RegExp(`^Add an? ${name}`)),
  ]);
  await steps.getByRole('link', { name: 'Add a product' }).click();
  await app.expectRoute(routes.productAddEdit);

  const image = asField('eraser.png', png([30, 90, 200]));
  await api.create('product', {
    name: 'Eraser',
    price: 3,
    categoryId: category,
    thumbnail: image,
    description: '<p>Soft</p>',
  });
  await api.create('attribute', { name: 'Colour' });
  await api.create('user', { name: 'Rohan Das', email: 'rohan@example.com', role: 'USER' });
  await app.load(extraRoutes.home);
  await expect(page.getByRole('region', { name: card })).toBeVisible();
  await expect(steps).toBeHidden();
});
