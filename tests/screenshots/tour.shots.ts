import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { generatePath } from 'react-router-dom';
import { inRoot } from '../../scripts/lib/paths.ts';
import { asset } from '../../src/shared/resources/asset.ts';
import { extraRoutes } from '../../src/shared/routes.ts';
import { texts } from '../../src/shared/texts.ts';
import { putFile } from '../e2e/support/files.ts';
import { openWith } from '../e2e/support/imports.ts';
import { confirmDelete, expectToast, rowOf } from '../e2e/support/locators.ts';
import { cellOf, columns, createValues, sheet, variantsOf } from '../e2e/support/variants.ts';
import { routes } from '../support/routes.ts';
import { takePicture, test } from './support.ts';

const folder = inRoot('docs/tour');

const prices = `Name,SKU,Category,Price,Material Type
Kestrel Gel Pen,KES-01,Desk Accessories,149.50,Metal
Kestrel Gel Pen XL,KES-02,Desk Accessories,one hundred,Metal
,KES-03,Desk Accessories,99,Plastic
Kestrel Refill,KES-01,Desk Accessories,49,Plastic
Kestrel Marker,KES-05,Desk Accessories,79.00,Plastic
`;

test('tour', async ({ app, page, api, browser, server, folder: files }) => {
  app.watch.allow(/Failed to load resource|A request failed|ERR_/);
  await mkdir(folder, { recursive: true });
  await page.mouse.move(0, 0);
  const save = (name: string, from: Page = page) =>
    test.step(name, async () => writeFile(join(folder, `${name}.webp`), await takePicture(browser, from)));

  const inks = ['Blue', 'Black', 'Red', 'Green', 'Violet', 'Turquoise', 'Orange', 'Pink', 'Gold', 'Silver'];
  const values = await createValues(api, 'Ink', inks);
  const product = await api.create('product', { name: 'Kestrel Gel Pen', attributeArr: variantsOf(values) });
  await app.goto(generatePath(routes.productEdit, { id: product }));
  await sheet(page).scrollIntoViewIfNeeded();
  await cellOf(page, 'PEN-Red', columns.price).click();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await save('variant-grid');

  await openWith(app, page, await putFile(files, 'kestrel.csv', prices));
  await page.getByRole('textbox', { name: 'Price in row 3' }).scrollIntoViewIfNeeded();
  await save('import');

  const id = await api.create('faq', {
    name: 'Do you sell refills?',
    description: '<p>Yes, for all our pens.</p>',
  });
  await app.goto(generatePath(routes.faqEdit, { id }));
  await page.getByRole('textbox', { name: 'Question' }).fill('Do you sell ink?');
  await page.getByRole('textbox', { name: 'Answer' }).fill('Yes, for all our fountain pens.');
  await api.call('PATCH', `/faq/updateById/${id}`, { name: 'Do you sell nibs?', status: 'INACTIVE' });
  await page.getByRole('button', { name: texts.faq.saveEdit }).click();
  const merge = page.getByRole('dialog', { name: 'You changed this FAQ in another window' });
  await expect(merge).toBeVisible();
  await save('merge');
  await merge.getByRole('button', { name: 'Save merged version' }).click();
  await expect(rowOf(page, 'Do you sell ink?')).toBeVisible();

  await app.goto(generatePath(extraRoutes.history, { resource: 'faq', recordId: id }));
  await save('history');

  await app.goto(routes.faqList);
  await rowOf(page, 'Do you sell ink?')
    .getByRole('button', { name: /^Delete/ })
    .click();
  await confirmDelete(page);
  await expectToast(page, /deleted/);
  await save('undo');

  const template = (await api.list('catalogueTemplate')).find(({ name }) => name === 'Season catalogue');
  await app.goto(`${extraRoutes.makeCatalogue}?open=${template?._id}`);
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByText(/products on/)).toBeVisible();
  await preview.getByRole('img', { name: 'Page 4' }).scrollIntoViewIfNeeded();
  await save('catalogue');

  await app.goto(asset.paths.list);
  await expect(page.getByRole('listbox', { name: 'Media' }).getByRole('option').first()).toBeVisible();
  await save('media');

  await app.goto(routes.userList);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await app.goto(routes.categoryList);
  await expect(page.getByRole('row').nth(2)).toBeVisible();
  await server.kill();
  await page.getByRole('link', { name: 'User Manage' }).click();
  await page.getByRole('link', { name: 'Category', exact: true }).click();
  await expect(page.getByText(/You’re seeing the last loaded data/)).toBeVisible();
  await save('offline');
});
