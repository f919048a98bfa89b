import type { Page } from '@playwright/test';
import { routes } from '../support/routes.ts';
import { expectAccessible } from './support/axe.ts';
import { pressMenuItem } from './support/forms.ts';
import { expectToast, rejectionErrors } from './support/locators.ts';
import { expect, once, test } from './support/test.ts';

const handles = (page: Page) => page.getByRole('button', { name: /^Move .*, \d+ of \d+$/ });

const expectOrder = async (page: Page, names: readonly string[]) => {
  await expect(handles(page)).toHaveCount(names.length);
  for (const [index, name] of names.entries())
    await expect(handles(page).nth(index)).toHaveAccessibleName(`Move ${name}, ${index + 1} of ${names.length}`);
};

const move = async (page: Page, name: string, to: string) => {
  await page.getByRole('button', { name: new RegExp(`^Move ${name}, `) }).press('Enter');
  await pressMenuItem(page, to);
};

test('categories are arranged by keyboard and by dragging, and the order can be undone', async ({ app, page, api }) => {
  const ids = new Map<string, string>();
  for (const name of ['Inks', 'Pens', 'Paper']) ids.set(name, await api.create('category', { name }));
  const positions = async () => {
    const records = await api.list('category');
    return ['Paper', 'Pens', 'Inks'].map((name) => records.find((record) => record.name === name)?.position ?? null);
  };
  await app.goto(routes.categoryList);
  await page.getByRole('button', { name: 'Arrange' }).click();
  await expectOrder(page, ['Paper', 'Pens', 'Inks']);
  await expectAccessible(page, 'arranging');
  await move(page, 'Inks', 'Move to start');
  await expectOrder(page, ['Inks', 'Paper', 'Pens']);
  await expect(page.getByRole('button', { name: 'Move Inks, 1 of 3' })).toBeFocused();

  const [from, to] = await Promise.all([handles(page).nth(2).boundingBox(), handles(page).nth(0).boundingBox()]);
  await page.mouse.move((from?.x ?? 0) + 8, (from?.y ?? 0) + 8);
  await page.mouse.down();
  await page.mouse.move((to?.x ?? 0) + 8, (to?.y ?? 0) + 40, { steps: 10 });
  await page.mouse.move((to?.x ?? 0) + 8, (to?.y ?? 0) - 4, { steps: 10 });
  await page.mouse.up();
  await expectOrder(page, ['Pens', 'Inks', 'Paper']);
  await page.getByRole('button', { name: 'Save order' }).click();
  await expectToast(page, /3 categories/);
  expect(await positions()).toEqual([2, 0, 1]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expectOrder(page, ['Paper', 'Pens', 'Inks']);
  expect(await positions()).toEqual([null, null, null]);
});

test(
  'an order that someone else has changed meanwhile is replaced only on request',
  once,
  async ({ app, page, api }) => {
    app.watch.allow(rejectionErrors);
    const first = await api.create('category', { name: 'First' });
    const second = await api.create('category', { name: 'Second' });
    await app.goto(`${routes.categoryList}?arrange=true`);
    await expectOrder(page, ['Second', 'First']);
    await move(page, 'First', 'Move to start');

    await api.call('PATCH', `/category/updateById/${second}`, { name: 'Renamed' });
    await page.getByRole('button', { name: 'Save order' }).click();
    await expectToast(page, /2 categories/);
    await expectOrder(page, ['First', 'Renamed']);

    await move(page, 'Renamed', 'Move to start');
    await api.call('PATCH', `/category/updateById/${first}`, { position: 7 });
    await api.call('PATCH', `/category/updateById/${second}`, { position: 6 });
    await page.getByRole('button', { name: 'Save order' }).click();
    const question = page.getByRole('dialog', { name: 'Someone else arranged these categories' });
    await question.getByRole('button', { name: 'Keep theirs' }).click();
    await expectOrder(page, ['Renamed', 'First']);
    await expect(page.getByText('Order changed')).toBeHidden();
  },
);

test('the products of a category are arranged together', once, async ({ app, page, api }) => {
  const categoryId = await api.create('category', { name: 'Pens' });
  await api.create('product', { name: 'Elsewhere' });
  await api.create('product', { name: 'Ball pen', categoryId });
  await api.create('product', { name: 'Gel pen', categoryId });
  await app.goto(routes.productList);
  await page.getByRole('button', { name: 'Arrange' }).click();
  await expectToast(page, /Filter by a category first/);
  await app.goto(`${routes.productList}?categoryId=${categoryId}`);
  await page.getByRole('button', { name: 'Arrange' }).click();
  await expectOrder(page, ['Gel pen', 'Ball pen']);
  await move(page, 'Ball pen', 'Move earlier');
  await page.getByRole('button', { name: 'Save order' }).click();
  await expectToast(page, /2 products/);
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('row')).toHaveCount(3);
});
