import type { Locator, Page } from '@playwright/test';
import { generatePath } from 'react-router-dom';
import { extraRoutes } from '../../src/shared/routes.ts';
import { texts } from '../../src/shared/texts.ts';
import { routes } from '../support/routes.ts';
import { expectAnnounced, recordAnnouncements } from './support/announcements.ts';
import { asField, pdf, png, putFile } from './support/files.ts';
import { choose, pressMenuItem, save } from './support/forms.ts';
import { confirmDelete, expectTitle, expectToast, rowOf, toastWith } from './support/locators.ts';
import { expect, once, test } from './support/test.ts';

const press = async (page: Page, ...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};

const questions = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    name: `Question ${String(index + 1).padStart(2, '0')}`,
    description: '<p>a</p>',
  }));

/** Expects that Tab leads from one control to the next ones, in this order. */
const expectTabOrder = async (page: Page, [first, ...others]: readonly Locator[]): Promise<void> => {
  await first?.focus();
  for (const other of others) {
    await press(page, 'Tab');
    await expect(other).toBeFocused();
  }
};

test.describe('keyboard and focus', once, () => {
  test('a list has one Tab stop per toolbar and row, and keeps the focus', async ({ app, page, api }) => {
    await api.createMany('faq', questions(12));
    await app.goto(`${routes.faqList}?sort=name`);
    await expect(rowOf(page, 'Question 01')).toBeVisible();
    await recordAnnouncements(page);
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const link = (name: string) => page.getByRole('link', { name, exact: true });
    await test.step('toolbars have one Tab stop', async () => {
      await expectTabOrder(page, [
        page.getByRole('searchbox', { name: 'Search FAQs' }),
        button('Advance Filter'),
        button('Add filter'),
        page.getByRole('region', { name: 'FAQs' }),
      ]);
      await button('Advance Filter').focus();
      await press(page, 'ArrowRight');
      await expect(button('Views')).toBeFocused();
      await press(page, 'End');
      await expect(button('Sheet')).toBeFocused();
      await press(page, 'ArrowLeft');
      await expect(button('Columns')).toBeFocused();
      await press(page, 'ArrowRight', 'ArrowRight');
      await expect(button('Advance Filter')).toBeFocused();
      const actions = page.getByRole('toolbar', { name: 'Actions for Question 01' });
      await actions.getByRole('link').first().focus();
      await press(page, 'End');
      await expect(button('Delete Question 01')).toBeFocused();
      await press(page, 'Home');
      await expect(link('View Question 01')).toBeFocused();
      await press(page, 'ArrowRight', 'ArrowRight');
      await expect(button('More actions for Question 01')).toBeFocused();
      await press(page, 'ArrowRight');
      await expect(button('Delete Question 01')).toBeFocused();
      await press(page, 'Tab');
      await expect(page.getByRole('checkbox', { name: 'Select Question 02' })).toBeFocused();
    });
    await test.step('a tooltip is shown on focus and hover, and closed with Escape', async () => {
      const tooltip = page.getByRole('tooltip', { name: 'Delete' });
      // The row itself comes between its checkbox and the previous row's toolbar.
      await press(page, 'Shift+Tab', 'Shift+Tab');
      await expect(tooltip).toBeVisible();
      await press(page, 'Escape');
      await expect(tooltip).toBeHidden();
      await button('Delete Question 03').hover();
      await expect(tooltip).toBeVisible();
      await tooltip.hover();
      await expect(tooltip).toBeVisible();
    });
    await test.step('the last page keeps the focus on its button', async () => {
      await button('Next page').focus();
      await press(page, 'Enter');
      await expect(page.getByText('11–12 of 12')).toBeVisible();
      await expect(button('Next page')).toBeFocused();
      await expectAnnounced(page, 'Rows 11 to 12 of 12');
    });
    await test.step('Back returns to the row that was opened', async () => {
      await link('View Question 12').focus();
      await press(page, 'Enter');
      await expectTitle(page, 'Question 12');
      await page.getByRole('link', { name: 'Back to FAQs' }).focus();
      await press(page, 'Enter');
      await expect(rowOf(page, 'Question 12')).toBeFocused();
      await link('Edit Question 11').focus();
      await press(page, 'Enter');
      await expectTitle(page, 'Edit FAQ');
      await page.goBack();
      await expect(rowOf(page, 'Question 11')).toBeFocused();
    });
    await test.step('deleting a row moves the focus to the next one', async () => {
      await button('Delete Question 11').focus();
      await press(page, 'Enter');
      await confirmDelete(page);
      await expect(rowOf(page, 'Question 11')).toBeHidden();
      await expect(rowOf(page, 'Question 12')).toBeFocused();
      await expectAnnounced(page, 'FAQ deleted');
    });
    await test.step('selections and searches without results are announced', async () => {
      await press(page, 'Space');
      await expectAnnounced(page, '1 selected');
      await press(page, 'Escape');
      await page.getByRole('searchbox').fill('nothing');
      await expectAnnounced(page, 'No results');
    });
  });

  test('forms are operated by keyboard', async ({ app, page, folder }) => {
    await app.goto(routes.giftAdd);
    await recordAnnouncements(page);
    await test.step('the calendar opens with its button', async () => {
      const day = page.getByRole('textbox', { name: 'Valid Till' });
      const calendar = page.getByRole('button', { name: 'Calendar for Valid Till' });
      await day.fill('1 Mar 2031');
      await press(page, 'Shift+Tab');
      await expect(calendar).toBeFocused();
      await press(page, 'Enter');
      await expect(page.getByRole('button', { name: '1 March 2031', exact: true })).toBeFocused();
      await press(page, 'Escape');
      await expect(calendar).toBeFocused();
      await press(page, 'Enter');
      await expect(page.getByRole('button', { name: '1 March 2031', exact: true })).toBeFocused();
      await press(page, 'ArrowRight', 'Enter');
      await expect(day).toHaveValue('02 Mar 2031');
      await expect(calendar).toBeFocused();
      await day.fill('soon');
      await press(page, 'Tab');
      await expectAnnounced(page, 'Valid Till: “soon” isn’t a date. Enter it like 24 Dec 2026.');
      await page.getByRole('button', { name: 'Clear Valid Till' }).click();
    });
    await test.step('the editor’s buttons follow the caret and have one Tab stop', async () => {
      const editor = page.getByRole('textbox', { name: 'Description' });
      const bold = page.getByRole('button', { name: 'Bold' });
      await editor.fill('plain ');
      await press(page, 'Control+b');
      await expect(bold).toHaveAttribute('aria-pressed', 'true');
      await page.keyboard.type('bold');
      await press(page, 'Home');
      await expect(bold).toHaveAttribute('aria-pressed', 'false');
      await press(page, 'End');
      await expect(bold).toHaveAttribute('aria-pressed', 'true');
      await press(page, 'Shift+Tab');
      await expect(page.getByRole('button', { name: 'Heading: Paragraph' })).toBeFocused();
      await press(page, 'End');
      await expect(page.getByRole('button', { name: 'More formatting' })).toBeFocused();
      await press(page, 'Shift+Tab');
      await expect(page.getByRole('textbox', { name: 'QR Id' })).toBeFocused();
    });
    await test.step('saving is announced', async () => {
      await page.getByRole('textbox', { name: 'Title' }).fill('Case');
      await save(page);
      await expectAnnounced(page, 'Saving…');
      await expectAnnounced(page, 'Gift created');
    });
    await test.step('a chosen file keeps the focus on Replace, a removed one on Choose', async () => {
      await app.navigateTo(routes.catalogueAdd);
      await app.chooseFiles('Choose Upload Pdf', await putFile(folder, 'pens.pdf', pdf(['Pens'])));
      await expect(page.getByRole('button', { name: 'Replace Upload Pdf' })).toBeFocused();
      await press(page, 'Tab', 'Enter');
      await expect(page.getByRole('button', { name: 'Choose Upload Pdf' })).toBeFocused();
    });
  });

  test('a select is cleared and items are moved by keyboard', async ({ app, page, api }) => {
    const image = (red: number) => asField(`${red}.png`, png([red, 90, 90]));
    const id = await api.create('brandsPage', {
      role: 'Brand',
      title: 'Inkwell',
      galleryImage1: image(10),
      galleryImage2: image(120),
      galleryImage3: image(240),
    });
    const before = await api.get('brandsPage', id);
    await app.goto(generatePath(routes.brandEdit, { id }));
    await recordAnnouncements(page);
    const handle = (place: number) => page.getByRole('button', { name: `Move Gallery Image ${place}`, exact: true });
    await test.step('the handle opens a menu', async () => {
      await handle(1).focus();
      await press(page, 'Enter');
      await expect(page.getByRole('menuitem')).toHaveText(['Move later', 'Move to end']);
      await press(page, 'Escape');
      await expect(handle(1)).toBeFocused();
      // Escape comes before the menu has taken the focus.
      await handle(1).evaluate((button) => {
        button.dispatchEvent(new MouseEvent('click', { bubbles: true }));
        button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
      });
      await expect(handle(1)).toHaveAttribute('aria-expanded', 'false');
      await expect(handle(1)).toBeFocused();
      await press(page, 'Enter');
      await pressMenuItem(page, 'Move later');
      await expect(handle(2)).toBeFocused();
      await expectAnnounced(page, 'Moved to position 2 of 6');
      await expect(page.getByRole('menu')).toHaveCount(0);
      await handle(3).click();
      await page.getByRole('menuitem', { name: 'Move to start' }).click();
      await expect(handle(1)).toBeFocused();
    });
    await save(page);
    await app.expectRoute(routes.brandList);
    expect(await api.get('brandsPage', id)).toMatchObject({
      galleryImage1: before.galleryImage3,
      galleryImage2: before.galleryImage2,
      galleryImage3: before.galleryImage1,
    });
    await test.step('a column is resized with clicks', async () => {
      const head = page.getByRole('columnheader', { name: 'Title' });
      const width = (await head.boundingBox())?.width ?? 0;
      await head.getByRole('button', { name: 'Column width' }).click();
      await page.getByRole('menuitem', { name: 'Wider' }).click();
      await expect.poll(async () => (await head.boundingBox())?.width).toBeGreaterThan(width);
      await press(page, 'Escape');
    });
    await test.step('Tab reaches the button that clears a select', async () => {
      await api.create('faq', { name: 'Refills?', description: '<p>Yes</p>' });
      await app.navigateTo(routes.faqList);
      await page.getByRole('button', { name: texts.list.advanceFilter }).click();
      const status = page.getByRole('combobox', { name: 'Status' });
      await choose(status, 'Active');
      await expectTabOrder(page, [status, page.getByRole('button', { name: 'Clear Status' })]);
      await press(page, 'Enter');
      await expect(status).toHaveValue('');
      await expect(status).toBeFocused();
    });
  });

  test('new chat messages are announced', async ({ app, page, api }) => {
    const id = await api.create('helpSupport', { title: 'Refills', guestName: 'A school' });
    await api.create('helpMessage', { helpSupportId: id, author: 'GUEST', text: 'Do they fit?' });
    await app.goto(generatePath(routes.helpView, { id }));
    await expect(page.getByRole('log', { name: 'Conversation' })).toContainText('Do they fit?');
    await recordAnnouncements(page);
    await page.getByLabel('Message', { exact: true }).fill('They do');
    await page.getByRole('button', { name: 'Send' }).click();
    await expectAnnounced(page, 'Staff: They do');
  });

  test('pages without an entry mark none in the sidebar', async ({ app, page, api }) => {
    app.watch.allow(/No route matches|404/);
    const recordId = await api.create('faq', { name: 'Refills?', description: '<p>Yes</p>' });
    const current = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current]');
    await app.goto(routes.faqList);
    await expect(current).toHaveText('FAQ');
    for (const path of [
      extraRoutes.trash,
      extraRoutes.account,
      generatePath(extraRoutes.history, { resource: 'faq', recordId }),
      '/no/such/page',
    ]) {
      await app.navigateTo(path);
      await expect(current).toHaveCount(0);
    }
  });

  test.describe('signed out', () => {
    test.use({ isSignedIn: false });
    test('the keyboard shows the password', async ({ page }) => {
      const password = page.getByRole('textbox', { name: texts.login.passwordLabel, exact: true });
      await expectTabOrder(page, [password, page.getByRole('button', { name: 'Show password' })]);
      await press(page, 'Enter');
      await expect(password).toHaveAttribute('type', 'text');
    });
  });
});

test('toasts stay while they are used', once, async ({ app, page, api, faults }) => {
  await api.create('faq', { name: 'Refills?', description: '<p>Yes</p>' });
  await page.clock.install();
  await app.load(routes.faqList);
  await page.getByRole('button', { name: 'Delete Refills?' }).click();
  await confirmDelete(page);
  const deleted = toastWith(page, 'FAQ deleted');
  const undo = deleted.getByRole('button', { name: 'Undo (Ctrl+Z)' });
  await undo.focus();
  await page.clock.runFor(60_000);
  await press(page, 'Enter');
  await expect(rowOf(page, 'Refills?')).toBeVisible();
  await expectToast(page, 'FAQ restored');
  faults.refuse({ method: 'PATCH', path: /\/faq\//, message: 'Not now' });
  const status = page.getByRole('switch', { name: 'Status of Refills?' });
  await status.click();
  await expect(toastWith(page, 'Not now')).toHaveRole('alert');
  await page.clock.runFor(60_000);
  await expect(toastWith(page, 'FAQ restored')).toHaveCount(0);
  const previous = await toastWith(page, 'Not now').elementHandle();
  await status.click();
  await previous?.waitForElementState('hidden');
  await expect(toastWith(page, 'Not now')).toHaveCount(1);
  await toastWith(page, 'Not now').getByRole('button', { name: 'Dismiss' }).click();
  await expect(toastWith(page, 'Not now')).toHaveCount(0);
});
