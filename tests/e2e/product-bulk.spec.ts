import { routes } from '../support/routes.ts';
import { expectAccessible, seriousViolations } from './support/axe.ts';
import { choose, save } from './support/forms.ts';
import { expectToast, rowOf, toastWith } from './support/locators.ts';
import { expect, once, test } from './support/test.ts';
import { createValues, variantsOf } from './support/variants.ts';

test('a bulk edit saves what was previewed', once, async ({ app, page, api, faults }) => {
  const id = await api.create('product', { name: 'Pen', sku: '1', price: 10 });
  await app.goto(routes.productList);
  await page.getByRole('checkbox', { name: 'Select Pen' }).click();
  await page.getByRole('button', { name: 'Bulk edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Bulk edit 1 product' });
  const price = dialog.getByRole('textbox', { name: 'Price' });
  await price.fill('1.250');
  await expect(price).toHaveAccessibleDescription(/Enter a price/);
  await price.fill('12,50');
  const release = faults.delay({ method: 'POST', path: /product\/bulk/ });
  await dialog.getByRole('button', { name: 'Preview changes' }).click();
  await price.fill('5');
  release();
  await expect(dialog.getByRole('row').filter({ hasText: 'Pen' })).toContainText(/changes to.*12\.50/);
  await dialog.getByRole('button', { name: 'Update 1 product' }).click();
  await expectToast(page, '1 product updated');
  expect(await api.get('product', id)).toMatchObject({ price: 12.5 });
});

test('a bulk edit can be undone', once, async ({ app, page, api }) => {
  await api.create('category', { name: 'Writing' });
  const names = ['Eraser', 'Pen', 'Ruler'];
  for (const [index, name] of names.entries()) {
    await api.create('product', { name, sku: name, price: 10 + index, isBestSeller: index === 1 });
  }
  await app.goto(`${routes.productList}?sort=name`);
  await page.getByRole('checkbox', { name: 'Select Eraser' }).click();
  await page.getByRole('checkbox', { name: 'Select Pen' }).click();
  await page.getByRole('button', { name: 'Bulk edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Bulk edit 2 products' });
  await choose(dialog.getByRole('combobox', { name: 'Category', exact: true }), 'Writing');
  await dialog.getByRole('textbox', { name: 'Price' }).fill('ten');
  await expect(dialog.getByRole('button', { name: 'Preview changes' })).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Price' }).fill('+10%');
  await dialog.getByLabel('Best seller').selectOption('Yes');
  await dialog.getByRole('button', { name: 'Preview changes' }).click();

  await expect(rowOf(page, 'Eraser').last()).toContainText(/10\.00.*changes to.*11\.00/);
  await expect(dialog.getByRole('row').filter({ hasText: 'Pen' })).toContainText(/11\.00.*changes to.*12\.10/);
  await expect(dialog.getByRole('row').filter({ hasText: 'Pen' })).toContainText('No change');
  await expectAccessible(page, 'bulk preview');
  const before = await api.list('product');
  expect(before.map(({ price }) => price).sort()).toEqual([10, 11, 12]);

  await dialog.getByRole('button', { name: 'Update 2 products' }).click();
  const toast = toastWith(page, '2 products updated');
  await expect(toast).toBeVisible();
  const facts = ({ name, price, categoryName, isBestSeller }: Record<string, unknown>) => [
    name,
    price,
    categoryName,
    isBestSeller,
  ];
  expect((await api.list('product')).map(facts).sort()).toEqual([
    ['Eraser', 11, 'Writing', true],
    ['Pen', 12.1, 'Writing', true],
    ['Ruler', 12, null, false],
  ]);
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expectToast(page, 'Change undone for 2 items');
  expect((await api.list('product')).map(facts).sort()).toEqual(before.map(facts).sort());
});

test('a bulk edit skips products that can’t change', once, async ({ app, page, api }) => {
  const pens = await api.create('category', { name: 'Pens' });
  const paper = await api.create('category', { name: 'Paper' });
  const gel = await api.create('subCategory', { name: 'Gel', categoryId: pens });
  await api.create('product', { name: 'Gel pen', price: 3, categoryId: pens, subCategoryId: gel });
  await api.create('product', { name: 'Cheap pen', price: 1, categoryId: pens });
  await api.create('product', { name: 'Notebook', price: 9, categoryId: paper });
  await app.goto(`${routes.productList}?query=pen&pageSize=1`);
  await page.getByRole('checkbox', { name: /^Select (Gel|Cheap) pen$/ }).click();
  await page.getByRole('button', { name: 'Select all 2' }).click();
  await page.getByRole('button', { name: 'Bulk edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Bulk edit 2 products' });
  await dialog.getByRole('textbox', { name: 'Price' }).fill('-2');
  await dialog.getByLabel('Status').selectOption('Inactive');
  await dialog.getByRole('button', { name: 'Preview changes' }).click();
  await expect(dialog.getByText('1 product will change')).toBeVisible();
  await expect(dialog.getByText('Cheap pen: Price can’t be negative')).toBeVisible();
  await expectAccessible(page, 'bulk preview with an error');
  expect(await seriousViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Update 1 product' }).click();
  await expect(dialog).toBeHidden();
  const stored = (await api.list('product')).map(({ name, price, status }) => [name, price, status]);
  expect(stored.sort()).toEqual([
    ['Cheap pen', 1, 'ACTIVE'],
    ['Gel pen', 1, 'INACTIVE'],
    ['Notebook', 9, 'ACTIVE'],
  ]);
});

test('switching the status leaves variants unchanged', once, async ({ app, page, api, faults }) => {
  const attributeArr = variantsOf(await createValues(api, 'Colour', ['Blue', 'Red']));
  const id = await api.create('product', { name: 'Gel pen', attributeArr });
  const { attributeArr: variants } = await api.get('product', id);
  const expectStatus = async (status: string) => {
    await expect.poll(async () => (await api.get('product', id)).status).toBe(status);
    expect((await api.get('product', id)).attributeArr).toEqual(variants);
    expect(JSON.stringify(faults.written)).not.toContain('attributeArr');
  };

  await app.goto(routes.productList);
  await page.getByRole('switch', { name: 'Status of Gel pen' }).click();
  await expectStatus('INACTIVE');
  await page.getByRole('checkbox', { name: 'Select Gel pen' }).click();
  await page.getByRole('button', { name: 'Set as active' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Set as active' }).click();
  await expectStatus('ACTIVE');
  await toastWith(page, 'updated').getByRole('button', { name: 'Undo' }).click();
  await expectStatus('INACTIVE');
  await page.getByRole('button', { name: 'Search…' }).click();
  await page.getByRole('combobox', { name: 'Search' }).fill('gel pen');
  await page.getByRole('option', { name: 'Gel pen' }).click();
  await page.getByRole('switch', { name: 'Status' }).click();
  await expectStatus('ACTIVE');

  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByRole('form').getByRole('switch', { name: 'Status' }).click();
  await save(page);
  await expect.poll(() => api.get('product', id)).toMatchObject({ status: 'INACTIVE', attributeArr: variants });
});
