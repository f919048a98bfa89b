import { generatePath } from 'react-router-dom';
import { texts } from '../../src/shared/texts.ts';
import { routes } from '../support/routes.ts';
import { expectAccessible } from './support/axe.ts';
import { save } from './support/forms.ts';
import { confirmDelete, expectToast, rowOf } from './support/locators.ts';
import { expect, once, test } from './support/test.ts';
import { cellOf, columns, createValues, openTool, sheet, variantsOf } from './support/variants.ts';

test.describe('open menus and dialogs are accessible', once, () => {
  test.beforeEach(async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  });

  test('in the shell and in lists', async ({ app, page, api }) => {
    await api.create('faq', { name: 'Refills?', description: '<p>Yes</p>', status: 'INACTIVE' });
    await api.create('faq', { name: 'Nibs?', description: '<p>No</p>' });
    await app.goto(routes.faqList);
    const main = page.getByRole('main');
    const check = (name: string) => test.step(name, () => expectAccessible(page, name));
    const close = () => page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'More actions for Refills?' }).click();
    await expect(page.getByRole('menuitem', { name: 'History' })).toBeVisible();
    await check('row menu');
    await close();
    await page.getByRole('button', { name: 'Export' }).click();
    await expect(page.getByRole('menuitem').first()).toBeVisible();
    await check('export menu');
    await close();
    await page.getByRole('banner').getByRole('button', { name: texts.shell.badge }).click();
    await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeVisible();
    await check('account menu');
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
    await check('settings');
    await page.getByRole('button', { name: 'Close settings' }).click();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search' }).fill('refills');
    await expect(page.getByRole('option', { name: 'Refills?' })).toBeVisible();
    await check('palette');
    await close();
    await main.getByRole('button', { name: 'Delete Nibs?' }).click();
    await confirmDelete(page);
    await expectToast(page, 'FAQ deleted');
    await check('toast');
    await main.getByRole('link', { name: 'View Refills?' }).hover();
    await expect(page.getByRole('tooltip', { name: 'View' })).toBeVisible();
    await check('tooltip');
    await page.setViewportSize({ width: 480, height: 720 });
    await page.getByRole('button', { name: 'Navigation' }).click();
    await expect(page.getByRole('dialog').getByRole('navigation', { name: 'Main' })).toBeVisible();
    await check('drawer');
  });

  test('in forms', async ({ app, page, api }) => {
    const values = await createValues(api, 'Ink', ['Blue', 'Black', 'Red']);
    const id = await api.create('product', { name: 'Pen', attributeArr: variantsOf(values) });
    const check = (name: string) => test.step(name, () => expectAccessible(page, name));
    const close = () => page.keyboard.press('Escape');

    await app.goto(routes.faqAdd);
    await page.getByRole('textbox', { name: 'Answer' }).click();
    await page.getByRole('button', { name: 'More formatting' }).first().click();
    for (const name of [/^Link/, /^Table/, /^Contents/, /^Language/]) {
      await page.getByRole('button', { name }).click();
      await check(`editor: ${name}`);
      await close();
    }
    await page.getByRole('textbox', { name: 'Question' }).fill('Half a thought');
    await page.getByRole('link', { name: texts.form.cancel }).click();
    await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
    await check('leaving');
    await page.getByRole('button', { name: 'Leave' }).click();

    await app.goto(`${routes.attributeForm}?id=${values[0]?.attributeId}`);
    await page.getByRole('button', { name: 'Swatch of Blue' }).click();
    await expect(page.getByRole('button', { name: 'Pick a colour from the screen' })).toBeVisible();
    await check('swatch');
    await close();

    await app.goto(generatePath(routes.productEdit, { id }));
    await expect(sheet(page)).toBeVisible();
    await cellOf(page, 'PEN-Blue', columns.price).dblclick();
    await page.keyboard.type('ten');
    await page.keyboard.press('Enter');
    await check('wrong cell');
    await page.keyboard.press('Escape');
    for (const [menu, name] of [
      ['price', /^By/],
      ['more', /features/],
      ['images', /^By/],
    ] as const) {
      await openTool(page, menu, name);
      await expect(page.getByRole('dialog')).toBeVisible();
      await check(`tool ${menu}`);
      await close();
    }
    await page.getByRole('button', { name: 'Images of Blue: 1' }).click();
    await expect(page.getByRole('dialog', { name: 'Blue' })).toBeVisible();
    await check('images of a variant');
    await close();
    await page.getByRole('textbox', { name: 'Product Name', exact: true }).fill('');
    await save(page);
    await check('form with an error');
  });

  test('in the product list', async ({ app, page, api }) => {
    await api.createMany('product', [{ name: 'Pen' }, { name: 'Ruler' }]);
    await app.goto(routes.productList);
    await expect(rowOf(page, 'Ruler')).toBeVisible();
    const check = (name: string) => test.step(name, () => expectAccessible(page, name));
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).click();
    await page.getByRole('button', { name: 'Bulk edit' }).click();
    await expect(page.getByRole('dialog', { name: /^Bulk edit/ })).toBeVisible();
    await check('bulk edit');
    await page.getByRole('dialog').getByRole('textbox', { name: 'Price' }).fill('ten');
    await page.getByRole('dialog').getByRole('textbox', { name: 'Price' }).blur();
    await check('bulk edit with an error');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: texts.list.advanceFilter }).click();
    await check('filters');
    await page.getByRole('searchbox', { name: 'Search Products' }).fill('zzz');
    await expect(page.getByRole('button', { name: 'Clear search and filters' })).toBeVisible();
    await check('no results');
  });
});
