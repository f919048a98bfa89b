import { generatePath } from 'react-router-dom';
import { redirects } from '../../src/shared/routes.ts';
import { texts } from '../../src/shared/texts.ts';
import { routes } from '../support/routes.ts';
import { expect, test } from './support/test.ts';

test('a deep address opens after a fresh start of the page', async ({ app, page, api }) => {
  const id = await api.create('faq', { name: 'Refills?', description: '<p>Yes</p>' });
  await app.load(generatePath(routes.faqEdit, { id }));
  await expect(page.getByRole('heading', { level: 1, name: 'Edit FAQ' })).toBeVisible();
});

test('old paths lead to those that replaced them', { tag: '@once' }, async ({ app, api }) => {
  const parameters = { attributeId: await api.create('attribute', { name: 'Size' }) };
  for (const { from, to } of redirects) {
    await app.goto(generatePath(from, parameters));
    await expect.poll(() => app.route(), from).toBe(generatePath(to, parameters));
  }
  const values = generatePath(routes.attributeValueList, parameters);
  for (const [from, to] of [
    [`/Attribute/AttributeList${parameters.attributeId}`, values],
    [`/Attribute/AttributeList:${parameters.attributeId}`, values],
    ['/Attribute/AttributeList:id', routes.attributeList],
  ] as const) {
    await app.goto(from);
    await expect.poll(() => app.route(), from).toBe(to);
  }
});

test('an unknown path says so and leads back', { tag: '@once' }, async ({ app, page }) => {
  app.watch.allow(/No route matches|404/);
  await app.load('/no/such/page');
  await expect(page.getByText(texts.shell.errorTitle)).toBeVisible();
  await page.getByRole('main').getByRole('link').first().click();
  await expect(page.getByText(texts.shell.errorTitle)).toBeHidden();
});

test('the root is the user list, and the active entry of the sidebar is remembered', async ({
  app,
  page,
}) => {
  await app.goto('/');
  const sidebar = page.getByRole('navigation').first();
  await sidebar.getByRole('link', { name: 'Category', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Categories' })).toBeVisible();
  await page.reload();
  await expect(sidebar.locator('[aria-current="page"]')).toHaveText(/Category/);
});
