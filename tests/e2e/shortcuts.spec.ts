import { routes } from '../support/routes.ts';
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
  await expectTitle(page, 'Add FAQ');
});
