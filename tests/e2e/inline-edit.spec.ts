import { generatePath } from 'react-router-dom';
import { extraRoutes } from '../../src/shared/routes.ts';
import { routes } from '../support/routes.ts';
import { png, putFile } from './support/files.ts';
import { dropFiles } from './support/host.ts';
import { expectToast, factOf, rejectionErrors, rowOf, savedHereText, toastWith } from './support/locators.ts';
import { expect, once, test } from './support/test.ts';
import { createValues, variantsOf } from './support/variants.ts';

const editor = 'Price of Copier paper';

test('a price is changed in the row of its list', once, async ({ app, page, api }) => {
  const ids = await api.createMany('product', [
    { name: 'Copier paper', price: 45, sku: 'CP-1' },
    { name: 'Gel pen', price: 12 },
    { name: 'Ledger', price: 90 },
  ]);
  const id = ids[0] ?? '';
  const price = async () => (await api.get('product', id)).price;
  await app.goto(routes.productList);
  const cell = rowOf(page, 'Copier paper').getByRole('button', { name: '₹45.00' });

  await test.step('with a click, the number and Enter', async () => {
    await cell.click();
    await page.keyboard.type('48');
    await page.keyboard.press('Enter');
    await expectToast(page, 'Price of Copier paper set to ₹48.00');
    expect(await price()).toBe(48);
  });
  await test.step('Ctrl+Z undoes it', async () => {
    await expect(rowOf(page, 'Copier paper').getByRole('button', { name: '₹48.00' })).toBeFocused();
    await page.keyboard.press('Control+z');
    await expect(cell).toBeVisible();
    await expect.poll(price).toBe(45);
  });
  await test.step('E edits the focused value, and Escape cancels', async () => {
    await cell.focus();
    await page.keyboard.press('e');
    await page.getByRole('textbox', { name: editor }).fill('50');
    await page.keyboard.press('Escape');
    await expect(cell).toBeFocused();
    expect(await price()).toBe(45);
  });
  await test.step('an invalid value stays, with the reason', async () => {
    await cell.click();
    await page.keyboard.type('many');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: editor })).toHaveValue('many');
    await expect(page.getByRole('alert')).toBeVisible();
    await page.keyboard.press('Escape');
  });
  await test.step('Tab saves and goes to the next value', async () => {
    await rowOf(page, 'Copier paper').getByRole('button', { name: 'CP-1' }).click();
    await page.keyboard.type('CP-2');
    await page.keyboard.press('Tab');
    await expect(cell).toBeFocused();
    await expect.poll(async () => (await api.get('product', id)).sku).toBe('CP-2');
  });
});

test('a value that the server rejects stays in its cell', once, async ({ app, page, api, faults }) => {
  app.watch.allow(rejectionErrors);
  await api.create('product', { name: 'Copier paper', price: 45 });
  await app.goto(routes.productList);
  const accept = faults.refuse({ method: 'PATCH', path: /\/product\//, message: 'Too cheap' });
  await page.getByRole('button', { name: '₹45.00' }).click();
  await page.keyboard.type('3');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: editor })).toHaveValue('3');
  await expect(page.getByRole('alert').filter({ hasText: 'Too cheap' }).first()).toBeVisible();
  accept();
  await page.getByRole('textbox', { name: editor }).fill('30');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: '₹30.00' })).toBeVisible();
});

test('a value that someone else changed meanwhile is asked about', once, async ({ app, page, api }) => {
  app.watch.allow(rejectionErrors);
  const id = await api.create('product', { name: 'Copier paper', price: 45, sku: 'CP-1' });
  await app.goto(routes.productList);
  await page.getByRole('button', { name: '₹45.00' }).click();
  await page.keyboard.type('48');
  await api.call('PATCH', `/product/updateById/${id}`, { price: 50, sku: 'CP-2' });
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Price of Copier paper');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => api.get('product', id)).toMatchObject({ price: 48, sku: 'CP-2' });
});

test('changes in a row wait for the server together', once, async ({ app, page, api, faults }) => {
  app.watch.allow(rejectionErrors);
  const id = await api.create('product', { name: 'Copier paper', price: 45, sku: 'CP-1', materialType: 'Paper' });
  await app.goto(routes.productList);
  const restore = faults.drop({ method: 'PATCH', path: /\/product\// });
  await page.getByRole('button', { name: '₹45.00' }).click();
  await page.keyboard.type('48');
  await page.keyboard.press('Enter');
  await expectToast(page, savedHereText);
  await expect(rowOf(page, 'Copier paper')).toContainText('Pending');
  await expect(rowOf(page, 'Copier paper')).toContainText('₹48.00');
  await page.getByRole('switch', { name: 'Status of Copier paper' }).click();
  await expect(page.getByRole('switch', { name: 'Status of Copier paper' })).not.toBeChecked();
  await app.navigateInApp(generatePath(routes.productEdit, { id }));
  await expect(page.getByRole('textbox', { name: 'Price' })).toHaveValue('48');
  await expect(page.getByRole('textbox', { name: 'SKU', exact: true })).toHaveValue('CP-1');
  await app.navigateInApp(routes.productList);
  restore();
  await expect
    .poll(() => api.get('product', id), { timeout: 90_000 })
    .toMatchObject({ price: 48, status: 'INACTIVE', sku: 'CP-1', materialType: 'Paper' });
});

test('a waiting change is shown wherever its record is', once, async ({ app, page, api, faults }) => {
  app.watch.allow(rejectionErrors);
  const attributeArr = variantsOf(await createValues(api, 'Colour', ['Red', 'Blue']));
  const id = await api.create('product', { name: 'Glide', sku: 'G', attributeArr });
  await app.goto(routes.productList);
  faults.drop({ method: 'PATCH', path: /\/product\// });
  const row = rowOf(page, 'Glide').first();

  await test.step('in the expanded row', async () => {
    await row.getByRole('button', { name: 'prices of the variants of Glide' }).click();
    await page.getByRole('button', { name: '₹', description: 'Edit Price of Glide, Red' }).click();
    await page.keyboard.type('77');
    await page.keyboard.press('Enter');
    await expectToast(page, savedHereText);
    await expect(page.getByRole('button', { name: '₹77.00', description: 'Edit Price of Glide, Red' })).toBeVisible();
  });
  await test.step('on its page', async () => {
    await app.navigateInApp(generatePath(routes.productView, { id }));
    await expect(page.getByText('You see a change to this product that is waiting to be sent.')).toBeVisible();
    await expect(rowOf(page, 'Red')).toContainText('₹77.00');
    await factOf(page, 'Name').getByText('Glide').click();
    await page.getByRole('textbox', { name: 'Product Name of Glide' }).fill('Glide 2');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Glide 2' })).toBeVisible();
  });
  await test.step('in its list', async () => {
    await app.navigateInApp(routes.productList);
    await expect(rowOf(page, 'Glide 2')).toContainText('Pending');
  });
  await test.step('on Home', async () => {
    await app.navigateInApp(extraRoutes.home);
    await expect(page.getByRole('link', { name: '1 product has no category' })).toContainText('Glide 2 (pending)');
  });
});

test('a switch says what it changed and offers to undo it', once, async ({ app, page, api }) => {
  const id = await api.create('product', { name: 'Copier paper' });
  const status = async () => (await api.get('product', id)).status;
  await app.goto(routes.productList);
  await page.getByRole('switch', { name: 'Status of Copier paper' }).click();
  const toast = toastWith(page, 'Copier paper set to inactive');
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expectToast(page, 'Copier paper set to active');
  expect(await status()).toBe('ACTIVE');
});

test('a picture dropped on a thumbnail replaces it', once, async ({ app, page, api, folder }) => {
  const id = await api.create('product', { name: 'Copier paper' });
  const blue = png([30, 90, 200]);
  const path = await putFile(folder, 'paper.png', blue);
  await app.goto(routes.productList);
  await dropFiles(rowOf(page, 'Copier paper').getByText('No Image'), [path]);
  await expectToast(page, 'Thumbnail of Copier paper replaced');
  await expect(page.getByRole('button', { name: 'Open Image of Copier paper' })).toBeVisible();
  expect(await api.download(String((await api.get('product', id)).thumbnail))).toEqual(blue);
});

test('the price of a variant is changed in the expanded row of its product', once, async ({ app, page, api }) => {
  const attributeArr = variantsOf(await createValues(api, 'Colour', ['Red', 'Blue']));
  const id = await api.create('product', { name: 'Glide', sku: 'G', attributeArr });
  const { attributeArr: before } = await api.get('product', id);
  await app.goto(routes.productList);
  await page.getByRole('button', { name: 'prices of the variants of Glide' }).click();
  await page.getByRole('button', { name: '₹', description: 'Edit Price of Glide, Red' }).click();
  await page.keyboard.type('77');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Price of Glide, Red set to ₹77.00');
  const expected = (before as { name: string; price: number }[]).map((variant) =>
    variant.name === 'Red' ? { ...variant, price: 77 } : variant,
  );
  expect((await api.get('product', id)).attributeArr).toEqual(expected);
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await api.get('product', id)).attributeArr).toEqual(before);
});

test('values are changed where a page shows them', once, async ({ app, page, api }) => {
  const id = await api.create('faq', { name: 'Refills?', description: '<p>Yes</p>' });
  await app.goto(generatePath(routes.faqDetail, { id }));
  await factOf(page, 'Question').getByText('Refills?').click();
  await page.getByRole('textbox', { name: 'Question of Refills?' }).fill('Ink?');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Question of Refills? set to Ink?');
  await page.getByRole('button', { name: 'Edit Answer of Ink?' }).click();
  await page.getByRole('textbox', { name: 'Answer' }).fill('No');
  await page.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Answer of Ink? set to No');
  expect(await api.get('faq', id)).toMatchObject({ name: 'Ink?', description: '<p>No</p>' });
});
