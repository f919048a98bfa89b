import { routes } from '../support/routes.ts';
import { expectAccessible } from './support/axe.ts';
import { expectTitle } from './support/locators.ts';
import { expect, once, test } from './support/test.ts';

test('the listed shortcuts work except while typing', once, async ({ app, page, api }) => {
  await api.createMany(
    'faq',
    Array.from({ length: 12 }, (_, index) => ({ name: `Question ${index}`, description: '<p>a</p>' })),
  );
  await app.goto(routes.faqList);
  await expect(page.getByText('1–10 of 12')).toBeVisible();
  await page.keyboard.press('/');
  const search = page.getByRole('searchbox', { name: 'Search FAQs' });
  await expect(search).toBeFocused();
  await page.keyboard.type('?n');
  await expect(search).toHaveValue('?n');
  await page.keyboard.press('Escape');
  await expect(page.getByText('1–10 of 12')).toBeVisible();

  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(dialog.getByRole('term').filter({ hasText: 'Next page' })).toBeVisible();
  await page.keyboard.press(']');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('1–10 of 12')).toBeVisible();

  await page.keyboard.press(']');
  await expect(page.getByText('11–12 of 12')).toBeVisible();
  await page.keyboard.press('[');
  await expect(page.getByText('1–10 of 12')).toBeVisible();
  await page.keyboard.press('f');
  await expect(page.getByRole('combobox', { name: 'Status' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Advance Filter' })).toBeFocused();
  await page.keyboard.press('n');
  await page.getByRole('link', { name: 'Edit Question 5' }).focus();
  await page.keyboard.press('n');
  await page.getByRole('checkbox', { name: 'Select Question 5' }).focus();
  await page.keyboard.press('n');
  await expectTitle(page, 'FAQs');
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('n');
  await expectTitle(page, 'Add FAQ');
});

test(
  'single-key shortcuts are changed, turned off and reset in Settings',
  once,
  async ({ app, page, api }) => {
    await api.create('faq', { name: 'Refills?', description: '<p>a</p>' });
    await app.goto(routes.faqList);
    const settings = page.getByRole('dialog', { name: 'Settings' });
    const openSettings = async () => {
      await page.getByRole('banner').getByRole('button', { name: 'Admin' }).click();
      await page.getByRole('menuitem', { name: 'Settings' }).click();
    };
    const press = async (key: string) => {
      await page.getByRole('heading', { level: 1 }).focus();
      await page.keyboard.press(key);
    };
    const search = page.getByRole('searchbox', { name: 'Search FAQs' });
    await openSettings();
    await test.step('a key used twice is reported at the field and not saved', async () => {
      const field = settings.getByRole('textbox', { name: 'Search' });
      await field.focus();
      await page.keyboard.type('n');
      await expect(field).toHaveAccessibleDescription('“Add new” uses this key, too. Choose another one.');
      await expectAccessible(page, 'key used twice');
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Tab');
      await page.keyboard.type('x');
      await expect(field).toHaveAccessibleDescription('');
      await settings.getByRole('textbox', { name: 'Show keyboard shortcuts' }).fill('');
      await page.keyboard.press('Escape');
      await expect(settings).toBeHidden();
    });
    await test.step('the changed keys work after a reload, and the help shows them', async () => {
      await app.load(routes.faqList);
      await expect(page.getByRole('link', { name: 'Edit Refills?' })).toBeVisible();
      await press('?');
      await press('/');
      await expect(search).not.toBeFocused();
      await press('x');
      await expect(search).toBeFocused();
      await page.getByRole('banner').getByRole('button', { name: 'Admin' }).click();
      await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
      const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      const keysOf = (label: string) =>
        help.locator('div', { has: page.getByText(label, { exact: true }) }).last();
      await expect(keysOf('Search')).toHaveText('SearchX');
      await expect(keysOf('Show keyboard shortcuts')).toHaveText('Show keyboard shortcutsOff');
      await page.keyboard.press('Escape');
      await expect(help).toBeHidden();
    });
    await test.step('all are turned off, and a reset restores them', async () => {
      await openSettings();
      await settings.getByRole('switch', { name: 'Use single-key shortcuts' }).click();
      await page.keyboard.press('Escape');
      await press('n');
      await press('x');
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
      await openSettings();
      await settings.getByRole('button', { name: 'Reset shortcuts' }).click();
      await expect(settings.getByRole('textbox', { name: 'Search' })).toHaveValue('/');
      await page.keyboard.press('Escape');
      await press('/');
      await expect(search).toBeFocused();
    });
  },
);
