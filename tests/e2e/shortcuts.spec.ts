import { routes } from '../support/routes.ts';
import { expectTitle, expectToast } from './support/locators.ts';
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

test('single-key shortcuts are turned off and on in Settings', once, async ({ app, page, api }) => {
  await api.create('faq', { name: 'Refills?', description: '<p>a</p>' });
  await app.goto(routes.faqList);
  const settings = page.getByRole('dialog', { name: 'Settings' });
  const openFromMenu = async (item: string) => {
    await page.getByRole('banner').getByRole('button', { name: 'Admin' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const toggle = async () => {
    await openFromMenu('Settings');
    await settings.getByRole('switch', { name: 'Use single-key shortcuts' }).click();
    await page.keyboard.press('Escape');
    await expect(settings).toBeHidden();
  };
  const press = async (key: string) => {
    await page.getByRole('heading', { level: 1 }).focus();
    await page.keyboard.press(key);
  };
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  const keysOf = (label: string) => help.locator('div', { has: page.getByText(label, { exact: true }) }).last();
  await toggle();
  await test.step('they do nothing, also after a reload, and the help says so', async () => {
    await app.load(routes.faqList);
    await expect(page.getByRole('link', { name: 'Edit Refills?' })).toBeVisible();
    for (const key of ['/', 'n', '?']) {
      await press(key);
      await expect(page.getByRole('heading', { level: 1, name: 'FAQs' })).toBeFocused();
    }
    await openFromMenu('Keyboard shortcuts');
    await expect(keysOf('Add new')).toHaveText('Add newOff');
    await expect(keysOf('Next row')).toHaveText('Next row↓');
    await page.keyboard.press('Escape');
    await expect(help).toBeHidden();
  });
  await toggle();
  await test.step('they work again', async () => {
    await press('?');
    await expect(keysOf('Add new')).toHaveText('Add newN');
    await page.keyboard.press('Escape');
    await expect(help).toBeHidden();
    await press('/');
    await expect(page.getByRole('searchbox', { name: 'Search FAQs' })).toBeFocused();
  });
});

test('Ctrl+S saves a form wherever the focus is on its page', once, async ({ app, page, api }) => {
  await app.goto(routes.faqAdd);
  await page.getByRole('textbox', { name: 'Question' }).fill('Which ink?');
  await page.getByRole('textbox', { name: 'Answer' }).fill('Blue');
  await page.getByRole('heading', { level: 1 }).click();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('Control+s');
  await expectToast(page, 'FAQ created');
  expect(await api.list('faq')).toHaveLength(1);
});
