import type { Page } from '@playwright/test';
import { routes } from '../support/routes.ts';
import { expectAccessible } from './support/axe.ts';
import { expectDraftSaved, readDrafts } from './support/drafts.ts';
import { pasteText } from './support/forms.ts';
import { expectToast, rejectionErrors, toastWith } from './support/locators.ts';
import { expect, once, test } from './support/test.ts';

const sheet = (page: Page) => page.getByRole('grid', { name: 'Products' });
const cell = (page: Page, row: string, column: string) =>
  sheet(page)
    .getByRole('row')
    .filter({ hasText: row })
    .locator(`[aria-colindex="${['Name', 'SKU', 'Category', 'Price'].indexOf(column) + 3}"]`);
const bar = (page: Page) => page.getByRole('region', { name: 'Sheet' });

const names = ['Ballpoint', 'Fountain pen', 'Gel pen'];

test('a list is edited as a sheet and saved as one change', once, async ({ app, page, api }) => {
  const [pens, paper] = await api.createMany('category', [
    { name: 'Pens', image: null, banner: null },
    { name: 'Paper', image: null, banner: null },
  ]);
  const subCategoryId = await api.create('subCategory', { name: 'Refills', categoryId: pens });
  const ids = await api.createMany(
    'product',
    names.map((name, index) => ({ name, sku: `P-${index}`, price: 1, categoryId: pens, subCategoryId })),
  );
  const load = () => Promise.all(ids.map((id) => api.get('product', id)));
  const before = await load();
  await app.goto(`${routes.productList}?sort=name`);
  await page.getByRole('button', { name: 'Sheet', exact: true }).click();
  await expect(sheet(page)).toHaveAttribute('aria-rowcount', '4');
  await expect(cell(page, 'Ballpoint', 'Name')).toBeFocused();
  const search = page.getByRole('searchbox', { name: 'Search Products' });
  await search.fill('fountain');
  await expect(sheet(page)).toHaveAttribute('aria-rowcount', '2');
  await expect(cell(page, 'Fountain pen', 'Name')).toBeVisible();
  await expect(search).toBeFocused();
  await search.clear();
  await expect(sheet(page)).toHaveAttribute('aria-rowcount', '4');

  await cell(page, 'Ballpoint', 'SKU').click();
  await pasteText(page, 'B-1\tpaper\t₹1,249.50\nF-1\tPens\tmuch\n');
  const rejected = toastWith(page, /Fountain pen: “much”/);
  await expect(rejected).toBeVisible();
  await rejected.getByRole('button').click();
  await expectToast(page, 'Also cleared: sub category, which no longer fit');
  await expect(cell(page, 'Ballpoint', 'Price')).toHaveText('1249.50');
  await expect(cell(page, 'Fountain pen', 'Price')).toHaveText('1.00');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Control+d');
  await expect(cell(page, 'Gel pen', 'Price')).toHaveText('1249.50');
  await page.keyboard.press('Control+z');
  await expect(cell(page, 'Gel pen', 'Price')).toHaveText('1.00');
  await page.keyboard.press('Escape');

  await cell(page, 'Gel pen', 'Category').click();
  await page.keyboard.type('pap');
  await expect(page.getByRole('option', { name: 'Paper' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(cell(page, 'Gel pen', 'Category')).toHaveText('Paper');
  await expect(cell(page, 'Gel pen', 'Price')).toBeFocused();
  await page.keyboard.type('cheap');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'Price must be a number' })).toBeVisible();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('2.5');
  await page.keyboard.press('Enter');
  await cell(page, 'Gel pen', 'Price').click();
  await page.keyboard.type('+10%');
  await page.keyboard.press('Shift+Tab');
  await expect(cell(page, 'Gel pen', 'Price')).toHaveText('2.75');
  await expect(cell(page, 'Gel pen', 'Category')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(cell(page, 'Gel pen', 'Price')).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(bar(page).getByRole('button', { name: /^Undo/ })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(cell(page, 'Gel pen', 'Price')).toBeFocused();
  await expectAccessible(page, 'sheet');
  await expect(bar(page)).toContainText('8 changes in 3 products');

  await page.getByRole('link', { name: 'Category', exact: true }).first().click();
  const leave = page.getByRole('dialog', { name: 'Leave without saving?' });
  await leave.getByRole('button', { name: 'Stay' }).click();
  await cell(page, 'Gel pen', 'Price').click();
  await page.keyboard.press('Control+s');
  const toast = toastWith(page, '3 products updated');
  await expect(toast).toBeVisible();
  await expect(bar(page)).toContainText('No changes');
  expect(await load()).toMatchObject([
    { name: 'Ballpoint', sku: 'B-1', price: 1249.5, categoryId: paper, subCategoryId: null, version: 2 },
    { sku: 'F-1', price: 1, categoryId: pens, subCategoryId },
    { sku: 'P-2', price: 2.75, categoryId: paper, subCategoryId: null },
  ]);
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expectToast(page, 'Change undone for 3 items');
  await expect(cell(page, 'Ballpoint', 'SKU')).toHaveText('P-0');
  const values = ({ version, updatedAt, ...rest }: Record<string, unknown>) => rest;
  expect((await load()).map(values)).toEqual(before.map(values));
});

test('pasted prices of a sheet are rounded on request', once, async ({ app, page, api }) => {
  await api.createMany(
    'product',
    names.map((name, index) => ({ name, sku: `P-${index}`, price: 1 })),
  );
  await app.goto(`${routes.productList}?sort=name&sheet=true`);
  await cell(page, 'Ballpoint', 'Price').click();
  await pasteText(page, '0,495\n1.299,00\n1.250');
  const dialog = page.getByRole('dialog', { name: 'Round 1 cell of Price to two decimals?' });
  await dialog.getByRole('button', { name: 'Round', exact: true }).click();
  await expect(cell(page, 'Ballpoint', 'Price')).toHaveText('0.50');
  await expect(cell(page, 'Fountain pen', 'Price')).toHaveText('1299.00');
  await expect(cell(page, 'Gel pen', 'Price')).toHaveText('1250.00');
});

test('a sheet shows rejected cells and conflicts without losing changes', once, async ({ app, page, api }) => {
  app.watch.allow(rejectionErrors);
  const [ball, , gel] = await api.createMany(
    'product',
    names.map((name, index) => ({ name, sku: `P-${index}`, price: 1 })),
  );
  await app.goto(`${routes.productList}?sort=name&sheet=true`);
  await cell(page, 'Ballpoint', 'SKU').click();
  await page.keyboard.type('P-2');
  await page.keyboard.press('Tab');
  await cell(page, 'Ballpoint', 'Price').click();
  await page.keyboard.type('5');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('6');
  await page.keyboard.press('Enter');
  await bar(page).getByRole('button', { name: 'Save changes' }).click();
  await expectToast(page, /Nothing was saved/);
  await expect(cell(page, 'Ballpoint', 'SKU')).toHaveAttribute('aria-invalid', 'true');
  expect(await api.get('product', String(gel))).toMatchObject({ price: 1, version: 1 });
  await cell(page, 'Ballpoint', 'SKU').click();
  await expect(cell(page, 'Ballpoint', 'SKU')).toHaveAccessibleDescription(/P-2/);

  await page.keyboard.type('P-9');
  await page.keyboard.press('Enter');
  await api.call('PATCH', `/product/updateById/${ball}`, { price: 7, name: 'Ballpoint pen' });
  await api.call('PATCH', `/product/updateById/${gel}`, { price: 8 });
  await bar(page).getByRole('button', { name: 'Save changes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Someone else changed these products' });
  const ballpoint = dialog.getByRole('group', { name: 'Price of Ballpoint pen' });
  const gelPen = dialog.getByRole('group', { name: 'Price of Gel pen' });
  await expectAccessible(page, 'conflicts of a sheet');
  await expect(ballpoint).toContainText('7.00');
  await expect(gelPen).toContainText('6.00');
  await ballpoint.getByRole('radio', { name: 'Theirs' }).check();
  await expect(gelPen.getByRole('radio', { name: 'Yours' })).toBeChecked();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, '2 products updated');
  expect(await api.get('product', String(ball))).toMatchObject({
    name: 'Ballpoint pen',
    sku: 'P-9',
    price: 7,
  });
  expect(await api.get('product', String(gel))).toMatchObject({ price: 6 });

  await cell(page, 'Ballpoint pen', 'Price').click();
  await page.keyboard.type('9');
  await page.keyboard.press('Enter');
  await page.keyboard.type('10');
  await page.keyboard.press('Enter');
  await api.call('DELETE', `/product/deleteById/${ball}`);
  await bar(page).getByRole('button', { name: 'Save changes' }).click();
  const deleted = page.getByRole('dialog', { name: '1 product was deleted meanwhile' });
  await expect(deleted).toContainText('Someone else deleted “Ballpoint pen”');
  await deleted.getByRole('button', { name: 'Remove and save 1 other' }).click();
  await expectToast(page, '1 product updated');
  await expect(sheet(page)).toHaveAttribute('aria-rowcount', '3');
  await expect(cell(page, 'Fountain pen', 'Price')).toHaveText('10.00');
});

test('cells typed while a sheet is saved are kept for the next save', once, async ({ app, page, api, faults }) => {
  await api.createMany(
    'product',
    names.map((name, index) => ({ name, sku: `P-${index}`, price: 1 })),
  );
  await app.goto(`${routes.productList}?sort=name&sheet=true`);
  await cell(page, 'Ballpoint', 'SKU').click();
  await page.keyboard.type('B-1');
  await page.keyboard.press('Enter');
  const release = faults.delay({ path: /\/updateMany/ });
  await bar(page).getByRole('button', { name: 'Save changes' }).click();
  await expect(bar(page).getByRole('button', { name: 'Saving…' })).toBeVisible();
  await cell(page, 'Ballpoint', 'Price').click();
  await page.keyboard.type('5');
  await page.keyboard.press('Enter');
  release();
  await expectToast(page, '1 product updated');
  await expect(bar(page)).toContainText('1 change in 1 product');
  await bar(page).getByRole('button', { name: 'Save changes' }).click();
  await expect(bar(page)).toContainText('No changes');
  const ballpoint = (await api.list('product')).find(({ name }) => name === 'Ballpoint');
  expect(ballpoint).toMatchObject({ sku: 'B-1', price: 5 });
});

// The desktop app would ask before it reloads.
test('unsaved changes of a sheet are offered again after a reload', once, async ({ app, page, api }) => {
  const [ball] = await api.createMany(
    'product',
    names.map((name, index) => ({ name, sku: `P-${index}`, price: 1 })),
  );
  await app.goto(`${routes.productList}?sort=name&sheet=true`);
  await cell(page, 'Ballpoint', 'SKU').click();
  await page.keyboard.type('Draft-9');
  await page.keyboard.press('Enter');
  await expectDraftSaved(page, 'Draft-9');
  await api.call('PATCH', `/product/updateById/${ball}`, { sku: 'P-7' });
  app.watch.allow(rejectionErrors);
  await app.load(`${routes.productList}?sort=name&sheet=true`);
  await expect(cell(page, 'Ballpoint', 'SKU')).toHaveText('P-7');
  const offer = page.getByRole('status').filter({ hasText: 'You have unsaved changes' });
  await expectAccessible(page, 'draft of a sheet');
  await offer.getByRole('button', { name: 'Restore' }).click();
  await expect(offer).toHaveCount(0);
  await expect(cell(page, 'Ballpoint', 'SKU')).toHaveText('Draft-9');

  await bar(page).getByRole('button', { name: 'Save changes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Someone else changed these products' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, '1 product updated');
  expect(await api.get('product', String(ball))).toMatchObject({ sku: 'Draft-9' });
  await expect.poll(() => readDrafts(page, 'Draft-9')).toEqual({ isStored: false, files: 0 });
});
