import type { Page } from '@playwright/test';
import { routes } from '../support/routes.ts';
import { activeOption, expectAnnounced, readFocusedName, recordAnnouncements } from './support/announcements.ts';
import type { Api } from './support/api.ts';
import type { App } from './support/app.ts';
import { putFile } from './support/files.ts';
import { pressMenuItem } from './support/forms.ts';
import { openWith } from './support/imports.ts';
import { expectFocusVisible } from './support/layout.ts';
import { expectTitle, expectToast, factOf, rowOf } from './support/locators.ts';
import { expect, once, test } from './support/test.ts';
import { cellOf, columns, createValues, sheet } from './support/variants.ts';

type Job = (fixtures: { app: App; page: Page; api: Api; folder: string }) => Promise<void>;

/** Presses keys one after the other, and checks that the focused element is in view after each. */
const press = async (page: Page, ...keys: string[]): Promise<void> => {
  for (const key of keys) await expectFocusVisible(page, key, 1);
};

/** Presses Tab until an element with this name has the focus, at most a number of times. */
const tabTo = async (page: Page, name: RegExp, max: number): Promise<void> => {
  const passed: string[] = [];
  for (let count = 0; count < max; count += 1) {
    await press(page, 'Tab');
    passed.push(await readFocusedName(page));
    if (name.test(passed.at(-1) ?? '')) return;
  }
  throw new Error(`${max} times Tab lead to ${passed.join(', ')}`);
};

const addProduct: Job = async ({ app, page, api }) => {
  await api.createMany('category', [{ name: 'Notebooks & Journals' }, { name: 'Pens' }]);
  await createValues(api, 'Size', ['A4', 'A5', 'A6']);
  await app.goto(routes.productAdd);
  await recordAnnouncements(page);
  await page.getByRole('textbox', { name: 'Product Name' }).focus();
  await page.keyboard.type('Field book');
  const category = page.getByRole('combobox', { name: 'Category', exact: true });
  await tabTo(page, /^combobox Category/, 20);
  await page.keyboard.type('note');
  await expectAnnounced(page, /option/);
  await expect.poll(() => activeOption(category)).toBe('Notebooks & Journals');
  await press(page, 'Enter');
  await expect(category).toHaveValue('Notebooks & Journals');

  await page.getByRole('button', { name: 'Add attribute' }).focus();
  await page.keyboard.press('Enter');
  await pressMenuItem(page, 'Size');
  await page.getByRole('button', { name: 'Select all Size values' }).focus();
  await page.keyboard.press('Enter');
  await expect(sheet(page)).toHaveAttribute('aria-rowcount', '4');
  await expect(sheet(page)).toHaveAccessibleDescription(/Enter edits.*Escape lets Tab leave/);

  await page.getByRole('button', { name: 'Generate SKUs…' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Pattern' }).fill('BOOK-{n:3}');
  await page.keyboard.press('Enter');
  await expectAnnounced(page, 'Generate SKUs: 3 variants changed');
  // A closing dialog gives the focus back.
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: 'Set price' }).focus();
  await page.keyboard.press('Enter');
  await pressMenuItem(page, /all variants/);
  await page.keyboard.type('12.50');
  await page.keyboard.press('Enter');
  await expectAnnounced(page, /^Set price.*: 3 variants changed$/);

  await cellOf(page, 'A4', columns.images).focus();
  await press(page, 'ArrowRight', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Control+d');
  await expectAnnounced(page, 'Fill down Variant: 2 rows');
};

const fixImport: Job = async ({ app, page, api, folder }) => {
  const rows = Array.from({ length: 30 }, (_, index) => `Pen ${index},${index % 2 === 0 ? 'cheap' : '3'},S${index}`);
  await openWith(
    app,
    page,
    await putFile(folder, 'pens.csv', `Product Name,Price,SKU\n${rows.join('\n')}\nRuler,x,R1\n`),
  );
  await expect(page.getByRole('textbox', { name: 'Price in row 2', exact: true })).toBeVisible();
  await recordAnnouncements(page);
  const focused = page.locator(':focus');
  await page.getByRole('heading', { level: 1 }).focus();

  await press(page, 'F8');
  await expect(focused).toHaveAccessibleName('Price in row 2');
  await expect(focused).toHaveAccessibleDescription(/must be a number/);
  await expect(page.getByRole('rowheader', { name: '2 Pen 0' })).toBeInViewport();
  await press(page, 'Tab');
  await expect(focused, 'the name and the SKU are right').toHaveAccessibleName('Skip row 4');
  await press(page, 'Shift+Tab', 'F8');
  await expect(focused).toHaveAccessibleName('Price in row 4');
  await press(page, 'Shift+F8');
  await expect(focused).toHaveAccessibleName('Price in row 2');
  await press(page, 'Shift+F8');
  await expect(focused, 'the last one is on another page, or the end of this one').toHaveAccessibleName(
    'Price in row 32',
  );
  await page.keyboard.press('Control+A');
  await page.keyboard.type('7');
  await press(page, 'ArrowRight');
  await expect(focused, 'arrow keys reach the right cells').toHaveAccessibleName('SKU in row 32');

  await press(page, 'F8');
  await expect(focused).toHaveAccessibleName('Price in row 2');
  await press(page, 'Control+Enter');
  await expectAnnounced(page, /with errors$/);
  await expect(page.getByRole('textbox', { name: 'Price in row 32' })).toHaveCount(0);
  for (let row = 2; row <= 30; row += 2) {
    const skip = page.getByRole('button', { name: `Skip row ${row}`, exact: true });
    await skip.focus();
    await page.keyboard.press('Enter');
    await expect(skip).toBeHidden();
  }
  await expectAnnounced(page, 'Row 2 skipped. 14 rows with errors left');
  await expectAnnounced(page, 'Row 30 skipped. That was the last one');
  await expect(page.getByRole('button', { name: 'Check again' })).toBeFocused();
  await press(page, 'Enter');
  await expectAnnounced(page, '16 to create, 0 to update');
  expect(await api.list('product')).toEqual([]);
};

const changePrice: Job = async ({ app, page, api }) => {
  await api.createMany(
    'product',
    Array.from({ length: 12 }, (_, index) => ({ name: `Pen ${String(index).padStart(2, '0')}`, price: 5 })),
  );
  await app.goto(`${routes.productList}?sort=name`);
  await expect(rowOf(page, 'Pen 00')).toBeVisible();
  await recordAnnouncements(page);
  const focused = page.locator(':focus');
  await rowOf(page, 'Pen 09').focus();
  await press(page, ']');
  await expectAnnounced(page, 'Rows 11 to 12 of 12');
  await expect(rowOf(page, 'Pen 10')).toBeVisible();
  await expect(focused).toHaveRole('row');

  await press(page, '/');
  await page.keyboard.type('pen 07');
  await press(page, 'ArrowDown');
  await expect(rowOf(page, 'Pen 07')).toBeFocused();
  await expect.poll(() => readFocusedName(page)).toBe('row Pen 07');
  await press(page, 'Enter');
  await expectTitle(page, 'Pen 07');
  await factOf(page, 'Price').getByRole('button').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('7');
  await page.keyboard.press('Enter');
  await expectToast(page, /Price/);
  await expectAnnounced(page, 'Ctrl+Z undoes this');
  await expect.poll(() => api.list('product')).toContainEqual(expect.objectContaining({ name: 'Pen 07', price: 7 }));

  await page.getByRole('button', { name: 'Dismiss' }).press('Enter');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('undo');
  await expect(page.getByRole('option', { name: /^Undo: .*Price/, selected: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect.poll(() => api.list('product')).toContainEqual(expect.objectContaining({ name: 'Pen 07', price: 5 }));
};

const jobs = {
  'a product with variants is added': addProduct,
  'an import is fixed': fixImport,
  'a price is found and changed': changePrice,
};

for (const [name, job] of Object.entries(jobs)) {
  test(`${name} by keyboard, and what happens is said`, job);
  test(`${name} at 200% zoom`, once, async ({ app, page, api, folder }) => {
    await page.setViewportSize({ width: 640, height: 400 });
    await job({ app, page, api, folder });
  });
}

test('column widths aren’t Tab stops', once, async ({ app, page, api }) => {
  await api.create('product', { name: 'Pen' });
  await app.goto(routes.productList);
  await expect(rowOf(page, 'Pen')).toBeVisible();
  await page.getByRole('button', { name: 'Add filter' }).focus();
  const names: string[] = [];
  for (let count = 0; count < 9; count += 1) {
    await page.keyboard.press('Tab');
    names.push(await readFocusedName(page));
  }
  expect(names.join()).toContain('row Pen');
  expect(names.join()).not.toContain('Column width');
  for (const target of await page.getByRole('columnheader').getByRole('button').all()) {
    const { width = 0, height = 0 } = (await target.boundingBox()) ?? {};
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
  }
});
