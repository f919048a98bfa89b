import type { Page } from '@playwright/test';
import { generatePath } from 'react-router-dom';
import { extraRoutes } from '../../src/shared/routes.ts';
import { texts } from '../../src/shared/texts.ts';
import { routes } from '../support/routes.ts';
import { putFile } from './support/files.ts';
import { expectFitsSmallWindows, expectFocusVisible, findCutOffTexts, smallWindows } from './support/layout.ts';
import { expectScreenLoaded, rejectionErrors } from './support/locators.ts';
import { fillRoute, type Ids, seedOneOfEach } from './support/records.ts';
import { expect, once, test } from './support/test.ts';
import { cellOf, createValues, sheet, variantsOf } from './support/variants.ts';

const largeWindow = { width: 1280, height: 800 };

/** One screen of each kind. */
const screens = [
  'productList',
  'helpList',
  'userAdd',
  'brandEdit',
  'giftAdd',
  'productView',
  'brandView',
  'helpView',
] as const;

const waitForScreen = async (page: Page): Promise<void> => {
  await expectScreenLoaded(page);
  await expect(page.locator('[aria-busy="true"], .mantine-Skeleton-root')).toHaveCount(0);
};

const openAccountMenu = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: texts.shell.badge }).click();

test.describe('small windows and zoom', once, () => {
  let ids: Ids;
  let productId: string;

  test.beforeEach(async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  });

  test('every kind of page fits a small window', async ({ app, page, api, folder }) => {
    test.slow();
    ids = await seedOneOfEach(api);
    const products = Array.from({ length: 24 }, (_, index) => ({ name: `Fountain pen ${index}` }));
    await api.createMany('product', products);
    await app.goto(extraRoutes.trash);
    const open = async (address: string) => {
      await page.setViewportSize(largeWindow);
      await app.navigateTo(address);
      await waitForScreen(page);
    };
    for (const name of screens) {
      await test.step(name, async () => {
        await open(fillRoute(name, routes[name], ids));
        await expectFitsSmallWindows(page, name);
      });
    }
    await test.step('page buttons', async () => {
      await open(routes.productList);
      for (const size of smallWindows) {
        await page.setViewportSize(size);
        await page.getByRole('button', { name: 'Next page' }).click();
        await page.getByRole('button', { name: 'Previous page' }).click();
      }
    });
    await test.step('history and trash', async () => {
      await api.call('PATCH', `/faq/updateById/${ids.faq}`, { name: 'Ink?', description: '<p>No</p>' });
      const history = generatePath(extraRoutes.history, { resource: 'faq', recordId: ids.faq ?? '' });
      await open(history);
      await expectFitsSmallWindows(page, 'history');
      await api.call('DELETE', `/faq/deleteById/${ids.faq}`);
      await open(extraRoutes.trash);
      await expectFitsSmallWindows(page, 'trash');
    });
    await test.step('import', async () => {
      await open(routes.productImport);
      const file = await putFile(folder, 'pens.csv', 'Name,Price,Box\nPen,ten,red\nRuler,1,\n');
      await app.chooseFiles('Choose Spreadsheet', file);
      await expect(page.getByRole('textbox', { name: 'Name in row 2' })).toBeVisible();
      await expectFitsSmallWindows(page, 'import');
    });
  });

  test('dialogs and product variants fit a small window', async ({ app, page, api }) => {
    test.slow();
    app.watch.allow(rejectionErrors);
    const values = await createValues(api, 'Colour', ['Red', 'Blue', 'Green', 'Black', 'White', 'Grey']);
    productId = await api.create('product', { name: 'Pen', attributeArr: variantsOf(values) });
    await app.goto(generatePath(routes.productEdit, { id: productId }));
    await expect(sheet(page)).toBeVisible();
    await test.step('product form', () => expectFitsSmallWindows(page, 'product form'));
    await test.step('images of a variant', async () => {
      await page.getByRole('button', { name: 'Images of Red: 1' }).click();
      await expect(page.getByRole('dialog', { name: 'Red' })).toBeVisible();
      await expectFitsSmallWindows(page, 'variant dialog');
      await page.keyboard.press('Escape');
    });
    await test.step('merging', async () => {
      await page.setViewportSize(largeWindow);
      await page.getByRole('textbox', { name: 'Product Name' }).fill('Nib');
      await api.call('PATCH', `/product/updateById/${productId}`, { name: 'Quill' });
      await page.getByRole('button', { name: texts.form.save, exact: true }).click();
      const merge = page.getByRole('dialog', { name: /^You changed this product/i });
      await expect(merge).toBeVisible();
      await expectFitsSmallWindows(page, 'merge dialog');
      await merge.getByRole('button', { name: 'Save merged version' }).click();
    });
    await test.step('bulk edit', async () => {
      await page.getByRole('checkbox', { name: 'Select Nib' }).click();
      await page.getByRole('button', { name: 'Bulk edit' }).click();
      await expect(page.getByRole('dialog', { name: /^Bulk edit/ })).toBeVisible();
      await expectFitsSmallWindows(page, 'bulk edit');
      await page.keyboard.press('Escape');
    });
    await test.step('settings, shortcuts and palette', async () => {
      await openAccountMenu(page);
      await page.getByRole('menuitem', { name: 'Settings' }).click();
      await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
      await expectFitsSmallWindows(page, 'settings');
      await page.getByRole('button', { name: 'Close settings' }).click();
      await openAccountMenu(page);
      await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
      await expectFitsSmallWindows(page, 'shortcuts');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+K');
      await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused();
      await expectFitsSmallWindows(page, 'palette');
      await page.keyboard.press('Escape');
    });
  });

  test('the navigation of a narrow window is a drawer', async ({ app, page, api }) => {
    await api.createMany('country', [{ name: 'India' }]);
    await page.setViewportSize({ width: 640, height: 400 });
    await app.goto(routes.countryList);
    const button = page.getByRole('button', { name: 'Navigation' });
    const drawer = page.getByRole('dialog', { name: 'Navigation' });
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
    await expect(button).toHaveAttribute('aria-expanded', 'false');
    await button.click();
    await expect(drawer).toBeVisible();
    await expect(button).toHaveAttribute('aria-expanded', 'true');
    await expectFitsSmallWindows(page, 'drawer');
    for (let index = 0; index < 14; index += 1) {
      await page.keyboard.press('Tab');
      await expect(drawer.locator(':focus')).toHaveCount(1);
    }
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await expect(button).toBeFocused();
    await button.press('Enter');
    await drawer.getByRole('link', { name: 'Category' }).click();
    await app.expectRoute(routes.categoryList);
    await expect(drawer).toBeHidden();
  });

  test('focus is never covered', async ({ app, page, api }) => {
    const values = await createValues(
      api,
      'Size',
      Array.from({ length: 20 }, (_, index) => `A${index}`),
    );
    productId = await api.create('product', { name: 'Pad', attributeArr: variantsOf(values) });
    await api.createMany(
      'product',
      Array.from({ length: 9 }, (_, index) => ({ name: `Pen ${index}` })),
    );
    await page.setViewportSize({ width: 800, height: 500 });
    await app.goto(routes.productList);
    await waitForScreen(page);
    await page.getByRole('checkbox', { name: 'Select Pad' }).click();
    await test.step('list', async () => {
      await expectFocusVisible(page, 'Tab', 45);
      await page.getByRole('row').filter({ hasText: 'Pen 0' }).focus();
      await expectFocusVisible(page, 'ArrowUp', 9);
      await expectFocusVisible(page, 'Shift+Tab', 20);
    });
    await test.step('form', async () => {
      await app.goto(generatePath(routes.productEdit, { id: productId }));
      await expect(sheet(page)).toBeVisible();
      await expectFocusVisible(page, 'Tab', 60);
      await expectFocusVisible(page, 'Shift+Tab', 20);
    });
    await test.step('variants', async () => {
      await cellOf(page, 'PEN-A0', 1).click();
      await expectFocusVisible(page, 'ArrowDown', 19);
      await expectFocusVisible(page, 'ArrowUp', 19);
      await expectFocusVisible(page, 'ArrowRight', 5);
      await expectFocusVisible(page, 'ArrowLeft', 5);
    });
  });

  test('wider text spacing cuts off no text', async ({ app, page, api }) => {
    ids = await seedOneOfEach(api);
    const space = () =>
      page.evaluate(() => {
        const styles = new CSSStyleSheet();
        styles.replaceSync(
          '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }' +
            'p { margin-bottom: 2em !important }',
        );
        document.adoptedStyleSheets = [...document.adoptedStyleSheets, styles];
      });
    await app.goto(routes.productList);
    await space();
    for (const name of ['productList', 'productEdit', 'helpView', 'userAdd'] as const) {
      await app.navigateInApp(fillRoute(name, routes[name], ids));
      await waitForScreen(page);
      for (const size of [largeWindow, { width: 320, height: 640 }]) {
        await page.setViewportSize(size);
        // The app renders its navigation for the new size a moment later.
        await expect.poll(() => findCutOffTexts(page), `${name} at ${size.width}`).toEqual([]);
      }
    }
  });

  test('a large window shows more rows, and pages share their edges', async ({ app, page, api }) => {
    ids = await seedOneOfEach(api);
    await api.createMany(
      'product',
      Array.from({ length: 29 }, (_, index) => ({ name: `Pen ${index}` })),
    );
    await page.setViewportSize({ width: 2560, height: 1440 });
    await app.load(routes.productList);
    await waitForScreen(page);
    await expect(page.getByLabel('Rows per page')).toHaveValue('20');
    await expect(page.getByText('1–20 of 30')).toBeInViewport({ ratio: 1 });
    const card = page.getByRole('region', { name: 'Products' }).locator('xpath=..');
    const rem = await page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
    const readBox = async () => (await card.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const { x: left, width, height } = await readBox();
    const main = (await page.getByRole('main').boundingBox()) ?? { x: 0, width: 0 };
    expect(left + width, 'equal margins').toBeCloseTo(main.width + 2 * main.x - left, 0);
    await page.getByRole('searchbox').fill('Pen 28');
    await expect(page.getByText('1–1 of 1')).toBeVisible();
    expect((await readBox()).height).toBeLessThan(height / 3);
    for (const name of ['productEdit', 'productView', 'productImport'] as const) {
      await app.navigateTo(fillRoute(name, routes[name], ids));
      await waitForScreen(page);
      const header = await page.getByRole('main').locator('header').first().boundingBox();
      expect(header?.x, name).toBe(left);
    }
    await app.navigateTo(fillRoute('productEdit', routes.productEdit, ids));
    await waitForScreen(page);
    const readSection = (name: string) => page.getByRole('region', { name, exact: true }).boundingBox();
    const variants = await readSection('Variants');
    for (const above of [await readSection('Image'), await readSection('Details')])
      expect(variants?.y, 'no gap above the variants').toBeCloseTo((above?.y ?? 0) + (above?.height ?? 0) + rem, 0);
    for (const input of await page.getByRole('textbox').all())
      expect(Math.round(((await input.boundingBox())?.width ?? 0) / rem)).toBeLessThanOrEqual(40);
  });

  test.describe('signed out', () => {
    test.use({ isSignedIn: false });
    test('the sign-in page fits a small window', async ({ page }) => {
      await page.getByRole('button', { name: texts.login.submit, exact: true }).click();
      await expectFitsSmallWindows(page, 'sign-in');
    });
  });

  test.describe('first start', () => {
    test.use({ hasAdmin: false });
    test('the set-up page fits a small window', async ({ page }) => {
      await expect(page.getByRole('checkbox', { name: 'Add sample data' })).toBeVisible();
      await expectFitsSmallWindows(page, 'set-up');
    });
  });
});
