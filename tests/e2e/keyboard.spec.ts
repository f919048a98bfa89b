import type { Page } from '@playwright/test';
import { texts } from '../../src/shared/texts.ts';
import { routes } from '../support/routes.ts';
import { deleteDialog, expectTitle, rejectionErrors, rowOf } from './support/locators.ts';
import { expect, once, test } from './support/test.ts';

test.describe('signed out', () => {
  test.use({ isSignedIn: false });
});

test('records are added in a row by keyboard alone', once, async ({ app, page }) => {
  await app.goto(routes.countryList);
  await page.getByRole('button', { name: 'Add Country' }).focus();
  await page.keyboard.press('Enter');
  const name = page.getByRole('textbox', { name: 'Country Name' });
  const another = page.getByLabel('Add another after saving');
  await expect(name).toBeFocused();
  await page.keyboard.type('Nepal');
  await another.focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Control+s');
  await expect(rowOf(page, 'Nepal')).toBeVisible();
  await expect(name).toHaveValue('');
  await expect(name).toBeFocused();
  await another.focus();
  await page.keyboard.press('Space');
  await name.focus();
  await page.keyboard.type('India');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, 'India')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: 'Edit India' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Edit Country' });
  await expect(dialog.getByLabel('Country Name')).toBeFocused();
  for (let step = 0; step < 12; step += 1) {
    await page.keyboard.press('Tab');
    await expect(dialog.locator(':focus')).toHaveCount(1);
  }
  await dialog.getByRole('button', { name: texts.form.cancel }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Edit India' })).toBeFocused();
});

test('a list works by keyboard alone', once, async ({ app, page, api }) => {
  await api.createMany('faq', [
    { name: 'First', description: '<p>a</p>' },
    { name: 'Second', description: '<p>b</p>' },
    { name: 'Third', description: '<p>c</p>' },
  ]);
  await app.goto(`${routes.faqList}?sort=name`);
  await expect(rowOf(page, 'First')).toBeVisible();
  await page.keyboard.press('r');
  await expect(rowOf(page, 'First')).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  const selected = page.getByRole('region', { name: 'Selected FAQs' });
  await expect(selected).toContainText('2 selected');
  await page.keyboard.press('Delete');
  await expect(deleteDialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(deleteDialog(page)).toBeHidden();
  await expect(selected).toContainText('2 selected');
  await expect(rowOf(page, 'Second')).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(deleteDialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
  const confirm = deleteDialog(page).getByRole('button', { name: 'Delete' });
  // The focus is set twice while the dialog opens, so wait until it stands still.
  await confirm.click({ trial: true });
  await page.keyboard.press('Tab');
  await expect(confirm).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(rowOf(page, 'Second')).toBeHidden();
  await expect(selected).toContainText('1 selected');
  await expect(rowOf(page, 'Third')).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(rowOf(page, 'Second')).toBeVisible();
  await expect(rowOf(page, 'Third')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Third' })).toBeVisible();
});

test.describe('input methods', () => {
  /** Text that an input method shows and that isn't accepted yet. */
  const compose = async (page: Page, text: string) => {
    const client = await page.context().newCDPSession(page);
    const [selectionStart, selectionEnd] = [text.length, text.length];
    await client.send('Input.imeSetComposition', { text, selectionStart, selectionEnd });
    await client.detach();
  };

  test('Enter while composing adds no attribute value', once, async ({ app, page }) => {
    await app.goto(routes.attributeForm);
    const values = page.getByRole('textbox', { name: 'Add values' });
    await values.focus();
    await compose(page, 'あか');
    await values.press('Enter');
    await expect(values).toHaveValue('あか');
    await expect(page.getByRole('textbox', { name: /^Name of/ })).toHaveCount(0);
  });

  test('Escape while composing keeps the search', once, async ({ app, page, api }) => {
    await api.create('faq', { name: 'Refills?', description: '<p>Yes</p>' });
    await app.goto(routes.faqList);
    const search = page.getByRole('searchbox', { name: 'Search FAQs' });
    await search.focus();
    await compose(page, 'あか');
    await search.press('Escape');
    await expect(search).toHaveValue('あか');
  });
});

test.describe('keyboards of other scripts', () => {
  const press = async (page: Page, key: string, code: string, modifiers = 0) => {
    const client = await page.context().newCDPSession(page);
    for (const type of ['keyDown', 'keyUp'] as const)
      await client.send('Input.dispatchKeyEvent', { type, key, code, modifiers });
    await client.detach();
  };
  const control = 2;

  test('shortcuts work on a Russian, Greek and Hindi keyboard', once, async ({ app, page, api }) => {
    app.watch.allow(rejectionErrors);
    await api.create('faq', { name: 'Refills?', description: '<p>Yes</p>' });
    await app.goto(routes.faqList);
    const palette = page.getByRole('combobox', { name: 'Search', exact: true });
    await expectTitle(page, 'FAQs');
    await press(page, 'л', 'KeyK', control);
    await expect(palette).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(palette).toBeHidden();
    await press(page, 'य', 'Slash');
    await expect(page.getByRole('searchbox', { name: 'Search FAQs' })).toBeFocused();
    await page.getByRole('heading', { level: 1 }).focus();
    await press(page, 'ν', 'KeyN');
    await expectTitle(page, 'Add FAQ');
    await page.getByRole('textbox', { name: 'Question' }).fill('Ink?');
    await press(page, 'े', 'KeyS', control);
    await expect(page.getByRole('form', { name: 'Add FAQ' }).getByText('Answer is required')).toBeVisible();
  });
});
