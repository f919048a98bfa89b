import type { Locator } from '@playwright/test';
import { generatePath } from 'react-router-dom';
import { extraRoutes } from '../../src/shared/routes.ts';
import { texts } from '../../src/shared/texts.ts';
import { routes } from '../support/routes.ts';
import { png, putFile } from './support/files.ts';
import { choose, openAddDialog, save } from './support/forms.ts';
import { expectHeadingsInOrder } from './support/headings.ts';
import { rejectionErrors, rowOf } from './support/locators.ts';
import { fillRoute, seedOneOfEach } from './support/records.ts';
import { expect, once, test } from './support/test.ts';
import { cellOf, columns } from './support/variants.ts';

const appName = 'Catalogue Back Office';

const expectFieldError = async (
  field: Locator,
  { value, message }: { value?: string; message: RegExp },
): Promise<void> => {
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(message);
  if (value !== undefined) await expect(field).toHaveValue(value);
};

test.describe('semantics', once, () => {
  test('tables, details and dialogs are announced as such', async ({ app, page, api }) => {
    const ids = await seedOneOfEach(api);

    await test.step('a list has row and column headers, also for its checkboxes', async () => {
      await app.goto(routes.countryList);
      const table = page.getByRole('region', { name: 'Countries' }).getByRole('table');
      await table.getByRole('button', { name: 'Country Name' }).click();
      await expect(table).toMatchAriaSnapshot(`
        - table:
          - rowgroup:
            - row:
              - columnheader "Select all rows on this page"
              - columnheader "S.NO"
              - columnheader "Country Name"
              - columnheader "Status"
              - columnheader "Action"
          - rowgroup:
            - row:
              - cell "Select India"
              - cell "1"
              - rowheader "India"
              - cell "Status of India"
      `);
      const nameHeader = table.getByRole('columnheader', { name: 'Country Name', exact: true });
      await expect(nameHeader).toHaveAttribute('aria-sort', 'ascending');
    });

    await test.step('the dialogs of a list have headings in order', async () => {
      const dialog = await openAddDialog(page, 'Country');
      await expect(dialog.getByRole('heading', { level: 2, name: 'Add Country' })).toBeVisible();
      await dialog.getByRole('button', { name: texts.form.cancel }).click();
      await page.getByRole('heading', { level: 1 }).focus();
      await page.keyboard.press('?');
      const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      await expect(shortcuts).toBeVisible();
      await expectHeadingsInOrder(shortcuts, 2, 'the list of shortcuts');
      await page.keyboard.press('Escape');
    });

    await test.step('the variants have row headers, and their dialog headings in order', async () => {
      await app.goto(fillRoute('productEdit', routes.productEdit, ids));
      const grid = page.getByRole('grid', { name: 'Variants' });
      await expect(grid.getByRole('rowheader', { name: 'Blue', exact: true })).toBeVisible();
      await grid.getByRole('button', { name: /^Features of/ }).click();
      const dialog = page.getByRole('dialog', { name: 'Blue' });
      await expect(dialog).toBeVisible();
      await expectHeadingsInOrder(dialog, 2, 'a variant');
      await page.keyboard.press('Escape');
    });

    await test.step('details are terms and definitions', async () => {
      await app.goto(fillRoute('giftView', routes.giftView, ids));
      const main = page.getByRole('main');
      await expect(main.getByRole('heading', { level: 1 })).toHaveText('Case');
      const validTill = main.getByRole('term').filter({ hasText: 'Valid Till' });
      await expect(validTill.locator('..').getByRole('definition')).toHaveText('15 Mar 2031');
    });

    await test.step('changes are read as removed and added', async () => {
      await api.call('PATCH', `/faq/updateById/${ids.faq}`, { name: 'Ink?' });
      const path = generatePath(extraRoutes.history, { resource: 'faq', recordId: ids.faq ?? '' });
      await app.goto(path);
      await expect(page).toHaveTitle(`Ink? – FAQ history – ${appName}`);
      await expect(page.getByRole('cell', { name: /^removed Refills\?/ })).toBeVisible();
      await expect(page.getByRole('cell', { name: /^added Ink\?/ })).toBeVisible();
    });
  });

  test('pictures and videos have a text, and foreign words their language', async ({ app, page, api, folder }) => {
    const ids = await seedOneOfEach(api);
    const answer = page.getByRole('textbox', { name: 'Answer' });
    const tool = page.getByRole('button', { name: 'Image description' });
    const description = page.getByRole('textbox', { name: 'Image description' });

    await test.step('an inserted image asks for its description once', async () => {
      await app.goto(fillRoute('faqEdit', routes.faqEdit, ids));
      await expect(tool).toBeHidden();
      await app.chooseFiles(/^Image$/, await putFile(folder, 'IMG_2034.png', png([30, 90, 200])));
      await expect(description).toBeFocused();
      await expect(page.getByRole('button', { name: 'Apply' })).toBeDisabled();
      await page.keyboard.type('A blue pen');
      await page.keyboard.press('Enter');
      await expect(answer).toBeFocused();
      await expect(answer.getByRole('img', { name: 'A blue pen' })).toBeVisible();
    });
    await test.step('an image is described again or marked as decorative', async () => {
      await answer.getByRole('img').click();
      await tool.click();
      await expect(description).toHaveValue('A blue pen');
      await page.getByRole('checkbox', { name: 'Decorative' }).check();
      await page.getByRole('button', { name: 'Apply' }).click();
      await expect(answer.locator('img')).toHaveAttribute('alt', '');
    });
    await test.step('a part of a text has a language', async () => {
      await answer.getByText('Text with').dblclick({ position: { x: 8, y: 8 } });
      await page.getByRole('button', { name: 'More formatting' }).click();
      await page.getByRole('button', { name: /^Language/ }).click();
      await page.getByRole('menuitem', { name: 'French' }).click();
      await expect(answer.locator('[lang="fr"]')).toHaveText(/^Text ?$/);
      await expect(page.getByRole('button', { name: 'Language: French' })).toBeVisible();
      await page.getByRole('button', { name: texts.faq.saveEdit }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'FAQs' })).toBeVisible();
      expect((await api.get('faq', ids.faq ?? '')).description).toContain('<span lang="fr">Text');
      await app.navigateTo(fillRoute('faqDetail', routes.faqDetail, ids));
      await expect(page.getByRole('main').locator('[lang="fr"]')).toHaveText(/^Text ?$/);
    });
    await test.step('images are named after their field and record', async () => {
      await app.navigateTo(fillRoute('productView', routes.productView, ids));
      await expect(page.getByRole('img', { name: 'Image of Gel pen' })).toBeVisible();
      await app.navigateTo(fillRoute('categoryEdit', routes.categoryEdit, ids));
      await expect(page.getByRole('img', { name: 'Category Image of Pens' })).toBeVisible();
      await app.navigateTo(fillRoute('brandView', routes.brandView, ids));
      await expect(page.getByRole('img', { name: 'Gallery Image 1 of Inkwell' })).toBeVisible();
    });
    await test.step('a video plays with its captions', async () => {
      await app.navigateTo(fillRoute('videoEdit', routes.videoEdit, ids));
      const captions = await putFile(folder, 'ink.vtt', 'WEBVTT\n\n00:00.000 --> 00:09.000\nA pen writes.\n');
      await app.chooseFiles('Choose Captions', captions);
      await expect(page.getByText('ink.vtt')).toBeVisible();
      await save(page);
      await expect(rowOf(page, 'Ink')).toContainText('Captions');
      await page.getByRole('button', { name: 'Play Ink' }).click();
      const video = page.getByRole('dialog').locator('video');
      const readCue = () =>
        video.evaluate((element: HTMLVideoElement) => {
          const cue = element.textTracks[0]?.cues?.[0];
          return cue instanceof VTTCue ? cue.text : null;
        });
      await expect.poll(readCue).toBe('A pen writes.');
    });
  });

  test('errors are announced at their fields, and nothing typed is lost', async ({ app, page, api, folder }) => {
    app.watch.allow(rejectionErrors);
    const ids = await seedOneOfEach(api);

    await test.step('a text that is not a date, and negative points', async () => {
      await app.goto(routes.giftAdd);
      const validTill = page.getByRole('textbox', { name: 'Valid Till' });
      const points = page.getByRole('textbox', { name: 'Points' });
      await validTill.fill('next Whitsun');
      await points.fill('-5');
      await points.blur();
      await expectFieldError(validTill, { value: 'next Whitsun', message: /isn’t a date/ });
      await expectFieldError(points, { value: '-5', message: /must be at least 0/ });
      await page.getByRole('textbox', { name: 'Title' }).fill('Case');
      await page.getByRole('textbox', { name: 'Description' }).fill('For pens');
      await save(page);
      await expect(points).toBeFocused();
      await expectFieldError(validTill, { value: 'next Whitsun', message: /isn’t a date/ });
      await expectFieldError(points, { value: '-5', message: /must be at least 0/ });
    });

    await test.step('a password that is too short', async () => {
      await app.load(routes.userAdd);
      await page.getByRole('textbox', { name: 'Name' }).fill('Anil');
      await page.getByRole('textbox', { name: 'Email' }).fill('anil@example.com');
      await choose(page.getByRole('combobox', { name: 'Role' }), 'Admin');
      const password = page.getByRole('textbox', { name: 'Password' });
      await password.fill('short');
      await save(page);
      await expectFieldError(password, { value: 'short', message: /at least 10 characters/ });
      await expect(password).toBeFocused();
    });

    await test.step('a text that matches no option', async () => {
      await app.load(`${routes.productList}?status=sold`);
      await page.getByRole('button', { name: texts.list.advanceFilter }).click();
      const status = page.getByRole('combobox', { name: 'Status' });
      await expectFieldError(status, { value: 'sold', message: /“sold” isn’t an option/ });

      await app.load(routes.regionList);
      await page.getByRole('button', { name: texts.list.advanceFilter }).click();
      const country = page.getByRole('combobox', { name: 'Country', exact: true });
      await country.fill('Atlantis');
      await country.blur();
      await expectFieldError(country, { value: 'Atlantis', message: /“Atlantis” isn’t an option/ });
      await country.fill('india');
      await country.blur();
      await expect(country).toHaveValue('India');
      await expect(country).not.toHaveAttribute('aria-invalid', 'true');

      await app.load(routes.productAdd);
      await page.getByRole('textbox', { name: 'Product Name' }).fill('Pen case');
      const chosen = page.getByRole('combobox', { name: 'Category', exact: true });
      await chosen.fill('Stamps');
      await save(page);
      await expectFieldError(chosen, { value: 'Stamps', message: /“Stamps” isn’t an option/ });
      await chosen.fill('Stickers');
      await page.keyboard.press('Control+s');
      await expectFieldError(chosen, { value: 'Stickers', message: /“Stickers” isn’t an option/ });
      expect(await api.list('product')).not.toContainEqual(expect.objectContaining({ name: 'Pen case' }));
      await chosen.fill('Pens');
      await chosen.press('Enter');
      await expect(chosen).toHaveValue('Pens');
      await save(page);
      await expect(rowOf(page, 'Pen case')).toContainText('Pens');
    });

    await test.step('a wrong cell of the variants', async () => {
      await app.load(fillRoute('productEdit', routes.productEdit, ids));
      await cellOf(page, 'Blue', columns.price).click();
      await page.keyboard.type('ten');
      await page.keyboard.press('Enter');
      const editor = page.getByRole('textbox', { name: 'Price of Blue' });
      await expectFieldError(editor, { value: 'ten', message: /./ });
      await expect(editor).toBeFocused();
      await page.keyboard.press('Escape');
      await cellOf(page, 'Blue', columns.sku).click();
      await page.keyboard.press('Delete');
      await save(page);
      const sku = cellOf(page, 'Blue', columns.sku);
      await expect(sku).toBeFocused();
      await expectFieldError(sku, { message: /Attribute Sku/ });
      const description = await sku.evaluate((cell) => cell.ariaDescribedByElements?.[0]?.textContent);
      await expect(page.getByText(description ?? 'no description').last()).toBeInViewport();
    });

    await test.step('an import in which every row is wrong', async () => {
      const sheet = await putFile(folder, 'pens.csv', 'Name,Price\nPen,ten\nRuler,cheap\n');
      await app.load(routes.productImport);
      await app.chooseFiles('Choose Spreadsheet', sheet);
      const summary = page.getByRole('alert').filter({ hasText: 'None of the 2 products can be imported' });
      await expect(summary).toContainText('Fix the cells');
      await expect(summary).toBeFocused();
      const price = page.getByRole('textbox', { name: 'Price in row 2' });
      await expectFieldError(price, { value: 'ten', message: /B2/ });
      await price.fill('10');
      await page.getByRole('button', { name: 'Check again' }).click();
      await expect(summary).toBeHidden();
      await expectFieldError(page.getByRole('textbox', { name: 'Price in row 3' }), {
        value: 'cheap',
        message: /B3/,
      });
      await page.getByRole('textbox', { name: 'Price in row 3' }).fill('dear');
      await page.getByRole('button', { name: 'Skip row 3' }).click();
    });
  });
});
