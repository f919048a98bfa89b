import { completenessRules } from '../../src/shared/resources/completeness-rules.ts';
import { extraRoutes } from '../../src/shared/routes.ts';
import { routes } from '../support/routes.ts';
import { choose, save } from './support/forms.ts';
import { expectToast, rejectionErrors, rowOf, toastWith } from './support/locators.ts';
import { expect, once, test } from './support/test.ts';

test('Home leads to incomplete products, whose form says what is missing', once, async ({ app, page, api }) => {
  const categoryId = await api.create('category', { name: 'Pens' });
  const description = '<p>A pen that writes for many years.</p>';
  await api.create('product', { name: 'Pen', price: 3, categoryId, description });
  await app.goto(extraRoutes.home);
  await page.getByRole('link', { name: '1 product is incomplete' }).click();
  await app.expectRoute(`${routes.productList}?completeness=incomplete`);
  await rowOf(page, 'Pen').getByRole('link', { name: 'Edit Pen' }).click();
  const section = page.getByRole('region', { name: 'Completeness' });
  await expect(section).toContainText('80%');
  await section.getByRole('button', { name: 'Completeness' }).click();
  const missing = section.getByRole('listitem').filter({ hasText: 'is missing' });
  await expect(missing).toHaveText([/^Image/]);
  await page.getByRole('textbox', { name: 'Price' }).fill('');
  await expect(section).toContainText('60%');
  await expect(missing).toHaveText([/^Image/, /^Price/]);
  await section.getByRole('button', { name: 'Price' }).click();
  await expect(page.getByRole('textbox', { name: 'Price' })).toBeFocused();
  await page.getByRole('textbox', { name: 'Price' }).fill('3');

  await section.getByRole('link', { name: 'Edit rules' }).click();
  await app.expectRoute(completenessRules.paths.form);
  await expect(page.getByRole('heading', { level: 1, name: 'Completeness rules' })).toBeVisible();
  await choose(page.getByRole('combobox', { name: 'A complete product has' }), 'Image');
  await page.keyboard.press('Escape');
  await save(page);
  await expectToast(page, 'Completeness rules saved');
  await expect.poll(async () => (await api.list('product')).map(({ completeness }) => completeness)).toEqual([100]);
});

test('rules that the server rejects stay in the form', once, async ({ app, page, faults }) => {
  app.watch.allow(rejectionErrors);
  await app.goto(completenessRules.paths.form);
  await page.getByRole('textbox', { name: 'Minimum length of the description' }).fill('50');
  faults.refuse({ path: /\/v1\/completenessRules/, status: 400, message: 'Out of order' });
  await save(page);
  await expect(toastWith(page, 'Out of order')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Minimum length of the description' })).toHaveValue('50');
});
