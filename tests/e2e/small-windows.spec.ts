import type { Locator } from '@playwright/test';
import { generatePath } from 'react-router-dom';
import { asset } from '../../src/shared/resources/asset.ts';
import { extraRoutes } from '../../src/shared/routes.ts';
import { texts } from '../../src/shared/texts.ts';
import { routes } from '../support/routes.ts';
import { expectAccessible } from './support/axe.ts';
import { putFile } from './support/files.ts';
import { expectNarrow, findSqueezedTexts } from './support/layout.ts';
import { expectScreenLoaded } from './support/locators.ts';
import { expect, once, test } from './support/test.ts';
import { createValues, sheet, variantsOf } from './support/variants.ts';

const largeWindow = { width: 1280, height: 800 };

test.describe('small windows', once, () => {
  test('menus and popovers fit a small window', async ({ app, page, api }) => {
    const id = await api.create('faq', { name: 'Refills?', description: '<p>Yes</p>' });
    await api.call('PATCH', `/faq/updateById/${id}`, { name: 'Ink?', description: '<p>No</p>' });
    await api.create('product', { name: 'Pen', sku: 'P' });
    await page.setViewportSize({ width: 640, height: 400 });
    await app.goto(routes.giftAdd);
    await test.step('the account menu brings the focused entry into view', async () => {
      await page.getByRole('banner').getByRole('button', { name: texts.shell.badge }).click();
      for (const name of ['Settings', texts.logout.label]) {
        await page.getByRole('menuitem', { name }).focus();
        await expect(page.getByRole('menuitem', { name })).toBeInViewport({ ratio: 1 });
      }
      await page.getByRole('menu').hover();
      await page.mouse.wheel(0, -2000);
      await expect(page.getByRole('menuitemradio').first()).toBeInViewport({ ratio: 1 });
      await page.keyboard.press('Escape');
    });
    await test.step('the languages of a text', async () => {
      await page.getByRole('button', { name: 'More formatting' }).click();
      await page.getByRole('button', { name: /^Language/ }).click();
      for (const item of [page.getByRole('menuitem').first(), page.getByRole('menuitem').last()]) {
        await item.focus();
        await expect(item).toBeInViewport({ ratio: 1 });
      }
      await page.keyboard.press('Escape');
    });
    await test.step('the calendar', async () => {
      await page.getByRole('textbox', { name: 'Valid Till' }).fill('31 Mar 2031');
      await page.getByRole('button', { name: 'Calendar for Valid Till' }).click();
      for (const name of ['31 March 2031', '1 March 2031']) {
        const day = page.getByRole('button', { name, exact: true });
        await day.focus();
        await expect(day).toBeInViewport({ ratio: 1 });
      }
    });
    await test.step('pages beyond the specification, and the link of a text', async () => {
      const narrow = { width: 320, height: 640 };
      const open = async (path: string) => {
        await page.setViewportSize(largeWindow);
        await app.load(path);
        await expectScreenLoaded(page);
        await page.setViewportSize(narrow);
      };
      const expectColumn = async (name: string) => {
        await expectNarrow(page, name);
        await expect.poll(() => findSqueezedTexts(page), name).toEqual([]);
      };
      await open(generatePath(extraRoutes.history, { resource: 'faq', recordId: id }));
      await expectColumn('history');
      await open(generatePath(extraRoutes.compareVersions, { resource: 'faq', recordId: id }));
      await expect(page.getByRole('table', { name: 'Comparison' }).getByRole('rowheader').first()).toBeVisible();
      await expectColumn('comparison');
      await open(extraRoutes.home);
      await page.getByRole('button', { name: 'Customise' }).click();
      await expect(page.getByRole('button', { name: 'Reset Home' })).toBeVisible();
      await expectColumn('Home');
      await open(routes.faqAdd);
      await page.getByRole('button', { name: 'Link', exact: true }).click();
      await expect(page.getByRole('textbox', { name: 'URL' })).toBeVisible();
      await expectColumn('link');
      const { makeCatalogue, catalogueChanges, printLabels, website } = extraRoutes;
      for (const path of [
        makeCatalogue,
        catalogueChanges,
        printLabels,
        website,
        asset.paths.list,
        asset.paths.import,
      ]) {
        await open(path);
        await expectColumn(path);
        await expectAccessible(page, path);
      }
    });
  });

  test('the wheel over a list, a grid and a table scrolls the page', async ({ app, page, api, folder }) => {
    const values = await createValues(
      api,
      'Size',
      Array.from({ length: 20 }, (_, index) => `A${index}`),
    );
    const productId = await api.create('product', { name: 'Pad', attributeArr: variantsOf(values) });
    await api.createMany(
      'product',
      values.map(({ attributeValueName: name }) => ({ name })),
    );
    await page.setViewportSize({ width: 640, height: 400 });
    const scrolls = async (target: Locator) => {
      const box = await target.boundingBox();
      const readTop = async () => (await target.boundingBox())?.y ?? 0;
      const before = await readTop();
      await page.mouse.move((box?.x ?? 0) + 100, Math.min(Math.max(box?.y ?? 0, 100) + 60, 380));
      // The first turns reach the ends of the frame.
      for (const turn of [-4000, -4000, -4000]) await page.mouse.wheel(0, turn);
      await expect.poll(readTop).not.toBe(before);
    };
    await app.goto(generatePath(routes.productEdit, { id: productId }));
    await expect(sheet(page)).toBeVisible();
    await sheet(page).scrollIntoViewIfNeeded();
    await scrolls(sheet(page).locator('xpath=..'));
    await app.navigateTo(routes.productImport);
    await app.chooseFiles('Choose Spreadsheet', await putFile(folder, 'pens.csv', 'Name,Price\nPen,ten\nRuler,1\n'));
    const rows = page.getByRole('region', { name: 'Rows with errors' });
    await rows.scrollIntoViewIfNeeded();
    await scrolls(rows);
    await app.navigateTo(routes.productList);
    await expectScreenLoaded(page);
    await page.getByRole('button', { name: 'Next page' }).scrollIntoViewIfNeeded();
    await scrolls(page.getByRole('region', { name: 'Products' }));
  });
});
