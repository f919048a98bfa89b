import { randomBytes } from 'node:crypto';
import { routes } from '../support/routes.ts';
import { expectAccessible } from './support/axe.ts';
import { asField, png } from './support/files.ts';
import { rejectionErrors, rowOf } from './support/locators.ts';
import { expect, once, test } from './support/test.ts';
import { createValues, variantsOf } from './support/variants.ts';

test('products are found by what they miss, their price and their category', once, async ({ app, page, api }) => {
  const categoryId = await api.create('category', { name: 'Pens' });
  const subCategoryId = await api.create('subCategory', { name: 'Gel pens', categoryId });
  const values = await createValues(api, 'Colour', ['Red', 'Blue']);
  await api.createMany('product', [
    { name: 'Glide', price: 12, categoryId, subCategoryId, attributeArr: variantsOf(values) },
    { name: 'Ledger', price: 90, categoryId },
    { name: 'Eraser', price: 12 },
  ]);
  await app.goto(`${routes.productList}?missing=category`);
  await expect(rowOf(page, 'Eraser')).toBeVisible();
  await expect(rowOf(page, 'Glide')).toBeHidden();
  await page.getByRole('button', { name: 'Remove filter Missing: Category' }).click();
  await expect(rowOf(page, 'Glide')).toBeVisible();

  await page.getByRole('button', { name: 'Advance Filter' }).click();
  await page.getByRole('textbox', { name: 'Price to' }).fill('20');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, 'Ledger')).toBeHidden();
  await page.getByRole('combobox', { name: 'Category', exact: true }).click();
  await expect(page.getByRole('option', { name: 'Pens › Gel pens' })).toBeVisible();
  await page.keyboard.type('gel');
  await expect(page.getByRole('option', { name: 'Pens', exact: true })).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(rowOf(page, 'Eraser')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Remove filter Sub Category: Gel pens' })).toBeVisible();

  await rowOf(page, 'Glide').focus();
  await page.keyboard.press('ArrowRight');
  const variants = page.getByRole('region', { name: 'Variants' });
  await expect(variants.getByRole('row').filter({ hasText: 'PEN-Blue' })).toBeVisible();
  await expectAccessible(page, 'expanded row');
  await page.keyboard.press('ArrowLeft');
  await expect(variants).toBeHidden();
});

test(
  'a list cuts no number, shows more columns in a wide window and five rows at 200% zoom',
  once,
  async ({ app, page, api }) => {
    await api.createMany(
      'product',
      Array.from({ length: 6 }, (_, index) => ({ name: `Desk ${index}`, price: index === 3 ? 1_234_567.5 : 5 })),
    );
    await page.setViewportSize({ width: 1280, height: 800 });
    await app.goto(routes.productList);
    const price = page.getByRole('cell', { name: '₹12,34,567.50' });
    await expect(price).toBeVisible();
    expect(await price.evaluate((cell) => cell.scrollWidth <= cell.clientWidth)).toBe(true);
    const updated = page.getByRole('columnheader', { name: 'Updated' });
    await expect(updated).toBeHidden();
    await page.setViewportSize({ width: 2560, height: 1440 });
    await expect(updated).toBeVisible();
    const [card, top] = [
      await page.getByRole('region', { name: 'Products' }).boundingBox(),
      await page.getByRole('link', { name: 'Add Product' }).boundingBox(),
    ];
    expect((card?.x ?? 0) + (card?.width ?? 0)).toBeCloseTo((top?.x ?? 0) + (top?.width ?? 0), -1);
    await page.setViewportSize({ width: 640, height: 400 });
    await expect(updated).toBeHidden();
    const fifth = await rowOf(page, 'Desk 1').boundingBox();
    expect((fifth?.y ?? 0) + (fifth?.height ?? 0)).toBeLessThanOrEqual(400);
  },
);

test('variants that fail to load in the list can be tried again', once, async ({ app, page, api, faults }) => {
  app.watch.allow(rejectionErrors);
  faults.holdLiveUpdates();
  const attributeArr = variantsOf(await createValues(api, 'Colour', ['Red']));
  await api.create('product', { name: 'Glide', attributeArr });
  await app.goto(routes.productList);
  const restore = faults.refuse({ path: /product\/getById/, message: 'Out of order' });
  await page.getByRole('button', { name: '1 variant of Glide' }).click();
  await expect(page.getByText('Out of order')).toBeVisible();
  restore();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('rowheader', { name: 'Red' })).toBeVisible();
});

test('a picture that can’t be loaded says so', once, async ({ app, page, api, faults }) => {
  app.watch.allow(rejectionErrors);
  const restore = faults.refuse({ path: /uploads/, message: 'Out of order' });
  // The address follows from the content, and the browser may keep pictures that other tests have loaded.
  const [red = 0, green = 0, blue = 0] = randomBytes(3);
  await api.create('product', { name: 'Glide', thumbnail: asField('a.png', png([red, green, blue])) });
  await app.goto(routes.productList);
  const picture = page.getByRole('button', { name: 'Open Image of Glide' });
  await expect(picture).toHaveText('Can’t load');
  restore();
  await page.reload();
  await expect(picture.getByRole('img')).toBeVisible();
});
