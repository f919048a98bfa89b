import type { Page } from '@playwright/test';
import { generatePath } from 'react-router-dom';
import { texts } from '../../src/shared/texts.ts';
import { routes } from '../support/routes.ts';
import type { Api } from './support/api.ts';
import type { App } from './support/app.ts';
import { expectToast, rejectionErrors } from './support/locators.ts';
import { expect, once, test } from './support/test.ts';

/** Opens a product of the category “Pens” and changes its name. */
const editProduct = async ({ app, page, api }: { app: App; page: Page; api: Api }) => {
  const categoryId = await api.create('category', { name: 'Pens' });
  const id = await api.create('product', { name: 'Gel pen', categoryId });
  await app.goto(generatePath(routes.productEdit, { id }));
  const productName = page.getByRole('textbox', { name: 'Product Name' });
  await productName.fill('Gel pen, blue');
  return productName;
};

const openCategory = async (page: Page, name: string) => {
  await page.getByRole('button', { name: `Open “${name}”` }).click();
  return page.getByRole('dialog', { name: 'Edit Category' });
};

test('a related record is edited above the form, which keeps what was typed', once, async ({ app, page, api }) => {
  const productName = await editProduct({ app, page, api });
  const drawer = await openCategory(page, 'Pens');
  const name = drawer.getByRole('textbox', { name: 'Category Name' });
  await expect(name).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(page.getByRole('button', { name: 'Open “Pens”' })).toBeFocused();

  await page.keyboard.press('Enter');
  await name.fill('Writing');
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Close without saving?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(name).toHaveValue('Writing');
  await name.press('Control+s');
  await expectToast(page, 'Category saved');
  await expect(drawer).toBeHidden();
  await expect(page.getByRole('combobox', { name: 'Category', exact: true })).toHaveValue('Writing');
  await expect(page.getByRole('button', { name: 'Open “Writing”' })).toBeFocused();
  await expect(productName).toHaveValue('Gel pen, blue');
  expect(await api.list('product')).toMatchObject([{ name: 'Gel pen', categoryName: 'Writing' }]);
});

test('Enter takes the first option that arrives after its name was typed', once, async ({ app, page, api, faults }) => {
  for (const name of ['Pens', 'Paper', 'Ink']) await api.create('category', { name });
  const release = faults.delay({ method: 'GET', path: /\/v1\/category\/.*forSelect/ });
  await app.load(routes.productAddEdit);
  const category = page.getByRole('combobox', { name: 'Category', exact: true });
  await category.pressSequentially('ink');
  release();
  await expect(page.getByRole('option', { name: 'Ink', exact: true })).toBeVisible();
  await category.press('Enter');
  await expect(category).toHaveValue('Ink');
  await expect(page.getByRole('option')).toHaveCount(0);
});

test('a rejected save of a related record keeps both forms open', once, async ({ app, page, api, faults }) => {
  const productName = await editProduct({ app, page, api });
  const drawer = await openCategory(page, 'Pens');
  await drawer.getByRole('textbox', { name: 'Category Name' }).fill('Writing');
  app.watch.allow(rejectionErrors);
  faults.refuse({ method: 'PATCH', path: /\/category\//, status: 400, message: 'Categories are locked' });
  await drawer.getByRole('button', { name: texts.form.save }).click();
  await expectToast(page, 'Categories are locked');
  await expect(drawer.getByRole('textbox', { name: 'Category Name' })).toHaveValue('Writing');

  await drawer.getByRole('button', { name: texts.form.cancel }).click();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(drawer).toBeHidden();
  await expect(productName).toHaveValue('Gel pen, blue');
  await expect(page.getByRole('combobox', { name: 'Category', exact: true })).toHaveValue('Pens');
});
