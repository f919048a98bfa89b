import { generatePath } from 'react-router-dom';
import { texts } from '../../src/shared/texts.ts';
import { routes } from '../support/routes.ts';
import { activeOption, expectAnnounced, readFocusedName, recordAnnouncements } from './support/announcements.ts';
import { asField, png } from './support/files.ts';
import { expectTitle, rowOf } from './support/locators.ts';
import { expect, once, test } from './support/test.ts';

test.describe('what is said', once, () => {
  test('a focused row says the name of its record, also after Back and a save', async ({ app, page, api }) => {
    await api.createMany('faq', [
      { name: 'Refills?', description: '<p>a</p>' },
      { name: 'Nibs?', description: '<p>a</p>' },
    ]);
    await app.goto(routes.faqList);
    await rowOf(page, 'Refills?').focus();
    await expect.poll(() => readFocusedName(page)).toBe('row Refills?');
    await page.keyboard.press('Enter');
    await expectTitle(page, 'Refills?');
    await page.goBack();
    await expect(rowOf(page, 'Refills?')).toBeFocused();
    await expect.poll(() => readFocusedName(page)).toBe('row Refills?');
    await page.keyboard.press('e');
    await page.getByRole('textbox', { name: 'Question' }).fill('Cartridges?');
    await page.getByRole('button', { name: texts.faq.saveEdit }).click();
    await expect(rowOf(page, 'Cartridges?')).toBeFocused();
    await expect.poll(() => readFocusedName(page)).toBe('row Cartridges?');
  });

  test('a select says how many options match and which one Enter takes', async ({ app, page, api }) => {
    await api.createMany(
      'category',
      ['Pens', 'Pencils', 'Paper', 'Rulers'].map((name) => ({ name })),
    );
    await app.goto(routes.productAdd);
    await recordAnnouncements(page);
    const category = page.getByRole('combobox', { name: 'Category', exact: true });
    await category.press('p');
    await expect(page.getByRole('option', { name: 'Paper' })).toBeVisible();
    await category.pressSequentially('en');
    await expectAnnounced(page, '3 options');
    await expect.poll(() => activeOption(category)).toBe('Pencils');
    await category.press('ArrowDown');
    await expect.poll(() => activeOption(category)).toBe('Pens');
    await category.press('Enter');
    await expect(category).toHaveValue('Pens');
    await category.fill('zzz');
    await expectAnnounced(page, 'No categories match, 1 option');
    await expect.poll(() => activeOption(category)).toBe('Add “zzz”…');
  });

  test('errors are said where they appear without the focus', async ({ app, page, api }) => {
    await api.create('product', { name: 'Pen' });
    await app.goto(routes.productList);
    await recordAnnouncements(page);
    await test.step('a view without a name', async () => {
      await page.getByRole('button', { name: 'Views' }).click();
      await page.getByRole('menuitem', { name: 'Save as new view' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: texts.form.save }).click();
      await expectAnnounced(page, /^Name: /);
      await page.keyboard.press('Escape');
    });
    await test.step('an amount of a filter', async () => {
      await page.getByRole('button', { name: texts.list.advanceFilter }).click();
      const price = page.getByRole('textbox', { name: /Price/ }).first();
      await price.pressSequentially('abc');
      await expectAnnounced(page, /^Price from: .* must be a number/);
      await price.fill('');
    });
    await test.step('a text that is no option', async () => {
      const status = page.getByRole('combobox', { name: 'Status' });
      await status.fill('sold');
      await status.press('Tab');
      await expectAnnounced(page, 'Status: “sold” isn’t an option');
    });
  });

  test('the focus stays near, and the result is said', async ({ app, page, api }) => {
    const chat = await api.create('helpSupport', { title: 'Refills', guestName: 'A school' });
    const product = await api.create('product', { name: 'Pen' });
    await test.step('adding a record from a select', async () => {
      await app.goto(routes.productAdd);
      await recordAnnouncements(page);
      const category = page.getByRole('combobox', { name: 'Category', exact: true });
      await category.fill('Inks');
      await page.getByRole('option', { name: 'Add “Inks”…' }).click();
      const drawer = page.getByRole('dialog', { name: 'Add Category' });
      await drawer.getByRole('button', { name: texts.form.save }).click();
      await expect(drawer).toBeHidden();
      await expect(category).toHaveValue('Inks');
      await expect(category).toBeFocused();
      await expectAnnounced(page, /Category/);
    });
    await test.step('sending a comment', async () => {
      await app.load(generatePath(routes.productView, { id: product }));
      await page.getByRole('button', { name: /^Comments/ }).click();
      await recordAnnouncements(page);
      const box = page.getByRole('textbox', { name: 'New comment' });
      await box.fill('Is it in stock?');
      await page.getByRole('button', { name: 'Comment', exact: true }).press('Enter');
      await expectAnnounced(page, 'Comment added');
      await expect(box).toBeFocused();
      await page.getByRole('button', { name: 'Reply' }).press('Enter');
      await page.getByRole('textbox', { name: 'Reply' }).fill('Yes');
      await page.getByRole('button', { name: 'Reply' }).press('Enter');
      await expectAnnounced(page, 'Reply added');
      await expect(page.getByRole('button', { name: 'Reply' })).toBeFocused();
    });
    await test.step('solving a chat', async () => {
      await app.load(generatePath(routes.helpView, { id: chat }));
      const solve = page.getByRole('button', { name: texts.help.solve });
      await expect(solve).toBeVisible();
      await recordAnnouncements(page);
      await solve.press('Enter');
      await expectAnnounced(page, /Solved|solved/);
      await expect(solve).toBeFocused();
    });
  });

  test('a stored picture shows the focus', async ({ app, page, api }) => {
    const id = await api.create('category', { name: 'Pens', image: asField('a.png', png([30, 90, 200])) });
    await app.goto(generatePath(routes.categoryEdit, { id }));
    const view = page.getByRole('button', { name: /^View .* full size$/ }).first();
    await expect(view.getByRole('img')).toBeVisible();
    for (const forcedColors of ['none', 'active'] as const) {
      await page.emulateMedia({ forcedColors });
      await page
        .getByRole('button', { name: /^Replace/ })
        .first()
        .focus();
      const plain = await view.screenshot();
      await page.keyboard.press('Shift+Tab');
      await expect(view).toBeFocused();
      expect((await view.screenshot()).equals(plain), forcedColors).toBe(false);
    }
  });

  test('the tabs of what uses a record belong to their panels', async ({ app, page, api }) => {
    const categoryId = await api.create('category', { name: 'Pens' });
    await api.create('product', { name: 'Pen', categoryId });
    await api.create('subCategory', { name: 'Gel pens', categoryId });
    await app.goto(generatePath(routes.categoryEdit, { id: categoryId }));
    const tab = page.getByRole('tab').first();
    await expect(page.getByRole('tabpanel', { name: (await tab.textContent()) ?? '' })).toBeVisible();
    await expect(tab).toHaveJSProperty('ariaControlsElements.length', 1);
  });
});

test.describe('signed out', once, () => {
  test.use({ isSignedIn: false });
  test('the fields that a login needs are marked', async ({ page }) => {
    for (const field of [
      page.getByRole('textbox', { name: texts.login.identifierLabel }),
      page.getByRole('textbox', { name: texts.login.passwordLabel, exact: true }),
    ]) {
      await expect(field).toHaveAttribute('required', '');
    }
  });
});
