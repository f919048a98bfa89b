import { generatePath } from 'react-router-dom';
import { extraRoutes } from '../../src/shared/routes.ts';
import { texts } from '../../src/shared/texts.ts';
import { type RouteName, routes } from '../support/routes.ts';
import { expectAccessible } from './support/axe.ts';
import { asField, pdf, putFile } from './support/files.ts';
import { openAddDialog } from './support/forms.ts';
import { expectHeadingsInOrder } from './support/headings.ts';
import { deleteDialog, expectScreenLoaded, rejectionErrors } from './support/locators.ts';
import { fillRoute, seedOneOfEach } from './support/records.ts';
import { expect, once, test } from './support/test.ts';

const names = Object.keys(routes) as RouteName[];
const groupSize = 18;

const groups = Array.from({ length: Math.ceil(names.length / groupSize) }, (_, index) =>
  names.slice(index * groupSize, (index + 1) * groupSize),
);

test.describe('accessibility', once, () => {
  test.beforeEach(async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  });

  for (const [index, names] of groups.entries()) {
    test(`every route has headings in order and is accessible, part ${index + 1}`, async ({ app, page, api }) => {
      test.slow();
      const ids = await seedOneOfEach(api);
      // Start elsewhere: `navigateTo` waits until the heading changes.
      await app.goto(extraRoutes.trash);
      for (const name of names) {
        await test.step(name, async () => {
          const address = fillRoute(name, routes[name], ids);
          await app.navigateTo(address);
          await expectScreenLoaded(page);
          expect(app.route()).toBe(address);
          await expect(page.locator('[aria-busy="true"], .mantine-Skeleton-root')).toHaveCount(0);
          await expectHeadingsInOrder(page.locator('body'), 1, name);
          await expectAccessible(page, name);
        });
      }
    });
  }

  test('everything that a list opens is accessible', async ({ app, page, api }) => {
    test.slow();
    app.watch.allow(rejectionErrors);
    // Enough rows for the page buttons to be below what opens.
    await api.createMany(
      'country',
      ['India', ...'ABCDEFGHI'].map((name) => ({ name })),
    );
    await app.goto(`${routes.countryList}?query=nothing`);
    await expect(page.getByRole('button', { name: 'Clear search and filters' })).toBeVisible();
    await expectAccessible(page);
    await app.goto(routes.countryList);
    const dialog = await openAddDialog(page, 'Country');
    await dialog.getByRole('button', { name: texts.form.save }).click();
    await expect(dialog.getByText('Country Name is required')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: texts.form.cancel }).click();

    await page.getByRole('button', { name: 'Delete India' }).click();
    await expect(deleteDialog(page)).toBeVisible();
    await expectAccessible(page);
    await deleteDialog(page).getByRole('button', { name: 'Cancel' }).click();

    await page.getByRole('checkbox', { name: 'Select India' }).click();
    await expect(page.getByRole('region', { name: 'Selected countries' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Clear selection' }).click();
    await page.getByRole('button', { name: 'Columns' }).click();
    await expect(page.getByRole('button', { name: 'Reset columns' })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Save as new view' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Mine');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'View: Mine' }).click();
    await page.getByRole('menuitem', { name: 'Manage views' }).click();
    await expect(page.getByRole('textbox', { name: 'Name of Mine' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('heading', { level: 1 }).focus();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: texts.list.advanceFilter }).click();
    await page.getByRole('combobox', { name: 'Status' }).click();
    await expect(page.getByRole('option', { name: 'Inactive' })).toBeVisible();
    await expectAccessible(page);
  });

  test('the screens of earlier versions are accessible', async ({ app, page, api }) => {
    app.watch.allow(rejectionErrors);
    const id = await api.create('faq', { name: 'Refills?', description: '<p>Yes</p>' });
    await api.call('PATCH', `/faq/updateById/${id}`, { name: 'Ink?', description: '<p>No</p>' });
    await app.goto(generatePath(extraRoutes.history, { resource: 'faq', recordId: id }));
    await expect(page.getByRole('insertion').first()).toBeVisible();
    await expectAccessible(page);

    await app.goto(generatePath(routes.faqEdit, { id }));
    await page.getByRole('textbox', { name: 'Question' }).fill('Nibs?');
    await api.call('PATCH', `/faq/updateById/${id}`, { name: 'Pens?' });
    await page.getByRole('button', { name: texts.faq.saveEdit }).click();
    const merge = page.getByRole('dialog', { name: 'You changed this FAQ in another window' });
    await expect(merge.getByRole('group', { name: 'Question' })).toBeVisible();
    await expectAccessible(page);
    await merge.getByRole('button', { name: 'Save merged version' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'FAQs' })).toBeVisible();

    await api.call('DELETE', `/faq/deleteById/${id}`);
    await app.goto(extraRoutes.trash);
    await expect(page.getByRole('button', { name: 'Restore Nibs?' })).toBeVisible();
    await expectAccessible(page);
  });

  test('less common panels are accessible', async ({ app, page, api, folder }) => {
    const sheet = await putFile(folder, 'pens.csv', 'Name,Variant Price,SKU\nPen,ten,P1\nRuler,1,R1\n');
    await app.goto(routes.productImport);
    await app.chooseFiles('Choose Spreadsheet', sheet);
    await page.getByRole('textbox', { name: 'Name in row 2' }).fill('Gel pen');
    await expectAccessible(page);

    await api.create('catalogue', { name: 'Spring', pdf: asField('a.pdf', pdf(['Pens'])) });
    await app.goto(routes.giftAdd);
    await page.getByRole('textbox', { name: 'Valid Till' }).click();
    await expect(page.getByRole('grid').or(page.getByRole('table')).first()).toBeVisible();
    await expectAccessible(page);

    await app.goto(routes.catalogueList);
    await page.getByRole('button', { name: 'Open Spring' }).click();
    await expect(page.getByRole('img', { name: 'Page 1 of Spring' })).toBeVisible();
    await expectAccessible(page);

    await app.goto(routes.brandAdd);
    await page.getByRole('button', { name: 'Move Gallery Image 1', exact: true }).focus();
    await page.keyboard.press('Space');
    await expect(page.getByText(/You have lifted an item/)).toBeAttached();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
  });

  test.describe('signed out', () => {
    test.use({ isSignedIn: false });
    test('the login screen is accessible', async ({ page }) => {
      await page.getByRole('button', { name: texts.login.submit, exact: true }).click();
      await expect(page.getByText(texts.login.identifierRequired)).toBeVisible();
      await expectAccessible(page);
    });
  });

  test.describe('first start', () => {
    test.use({ hasAdmin: false });
    test('the setup screen is accessible', async ({ page }) => {
      await expect(page.getByRole('checkbox', { name: 'Add sample data' })).toBeVisible();
      await expectAccessible(page);
    });
  });
});
