import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { routes } from '../support/routes.ts';
import { expectAccessible, seriousViolations } from './support/axe.ts';
import { expectTitle, expectToast, factOf, rejectionErrors, rowOf } from './support/locators.ts';
import { expect, once, test } from './support/test.ts';
import { createValues, variantsOf } from './support/variants.ts';

test('the palette opens records by keyboard', once, async ({ app, page, api, faults }) => {
  await api.create('country', { name: 'Indigo Islands' });
  await api.create('faq', { name: 'Is indigo ink safe?', description: '<p>Yes</p>' });
  await app.goto(routes.giftList);
  await expectTitle(page, 'Gifts');
  await page.keyboard.press('Control+k');
  const box = page.getByRole('combobox', { name: 'Search' });
  await box.fill('indigo');
  const dialog = page.getByRole('dialog', { name: 'Search' });
  await expect(dialog.getByRole('status')).toHaveText('2 results');
  expect(faults.seen.filter((line) => line.includes('query=indigo'))).toEqual(['GET /v1/search?query=indigo']);
  await expect(
    dialog.getByRole('group', { name: 'Countries' }).getByRole('option', { name: 'Indigo Islands' }),
  ).toBeVisible();
  const question = dialog.getByRole('option', { name: 'Is indigo ink safe?' });
  await box.press('ArrowDown');
  while ((await question.getAttribute('aria-selected')) !== 'true') await box.press('ArrowDown');
  await box.press('Enter');
  await expectTitle(page, 'Is indigo ink safe?');

  await page.keyboard.press('Control+k');
  await box.fill('islands');
  await dialog.getByRole('option', { name: 'Indigo Islands' }).click();
  const form = page.getByRole('dialog', { name: 'Edit Country' });
  await expect(form.getByLabel('Country Name')).toHaveValue('Indigo Islands');
  expect(app.route()).toBe(routes.countryList);
});

test('the first opening of the palette gets all keys', once, async ({ app, page }) => {
  await app.load(routes.productList);
  await expectTitle(page, 'Products');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('notebook');
  await expect(page.getByRole('combobox', { name: 'Search' })).toHaveValue('notebook');
  expect(app.route()).toBe(routes.productList);
  await page.keyboard.press('Escape');
  await page.reload();
  await expectTitle(page, 'Products');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('add gift');
  await page.keyboard.press('Enter');
  await expectTitle(page, 'Add Gift');
});

test('Enter opens the first result of what is typed, also before it is found', once, async ({ app, page, api }) => {
  await api.createMany('product', [{ name: 'Quill' }, { name: 'Quill set' }, { name: 'Nib for a quill' }]);
  await app.goto(routes.giftList);
  await expectTitle(page, 'Gifts');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('quill');
  await expect(page.getByRole('option', { name: /quill/i, selected: true })).toBeVisible();
  await page.keyboard.type(' set');
  await page.keyboard.press('Enter');
  await expectTitle(page, 'Quill set');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('nib quill');
  await page.keyboard.press('Enter');
  await expectTitle(page, 'Nib for a quill');
});

test('other pages of a record open with the keys that the palette names', once, async ({ app, page, api }) => {
  await api.create('product', { name: 'Quill' });
  for (const [key, title] of [
    ['Control+Enter', 'Edit Product'],
    ['Alt+Enter', 'History of “Quill”'],
  ] as const) {
    await app.goto(routes.giftList);
    await expectTitle(page, 'Gifts');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('quill');
    await expect(page.getByRole('option', { name: /quill/i, selected: true })).toBeVisible();
    await expect(page.getByText('Ctrl+Enter edits · Alt+Enter shows the history')).toBeVisible();
    await page.keyboard.press(key);
    await expectTitle(page, title);
  }
});

test('matches in titles come first and are marked', once, async ({ app, page, api }) => {
  await api.createMany('faq', [
    { name: 'Which paper is whitest?', description: '<p>a</p>' },
    { name: 'Is there recycled paper?', description: '<p>b</p>' },
    { name: 'Where is it made?', description: '<p>From paper to pen</p>' },
  ]);
  await api.create('country', { name: 'Paperland' });
  await api.create('gift', { name: 'Journal', description: '<p>Made of paper</p>' });
  await app.goto(routes.giftList);
  await expectTitle(page, 'Gifts');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search' }).fill('paper');
  const results = page.getByRole('dialog', { name: 'Search' });
  await expect(results.getByRole('status')).toHaveText('5 results');
  await expect(results.getByRole('option')).toHaveText([
    ...['Paperland', 'Is there recycled paper?', 'Which paper is whitest?', 'Where is it made?', 'Journal'],
  ]);
  await expect(results.getByRole('option').first().locator('mark')).toHaveText('Paper');
  await expectAccessible(page, 'marked matches');
});

test('the palette says from which price on a product with variants is sold', once, async ({ app, page, api }) => {
  const values = await createValues(api, 'Ink', ['Blue', 'Red']);
  const attributeArr = variantsOf(values).map((variant, index) => ({ ...variant, price: 45 + index }));
  await api.create('product', { name: 'Glide', price: 90, attributeArr });
  await api.create('product', { name: 'Glider', price: 12 });
  await app.goto(routes.giftList);
  await expectTitle(page, 'Gifts');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search' }).fill('glide');
  const options = page.getByRole('group', { name: 'Products' }).getByRole('option');
  await expect(options).toContainText(['from ₹45.00', '₹12.00']);
});

test('the palette ignores results of an outdated query', once, async ({ app, page, api, faults }) => {
  await api.createMany(
    'faq',
    Array.from({ length: 7 }, (_, index) => ({ name: `Which paper, ${index}?`, description: '<p>a</p>' })),
  );
  await app.goto(routes.giftList);
  await page.getByRole('button', { name: 'Search…' }).click();
  const box = page.getByRole('combobox', { name: 'Search' });
  const dialog = page.getByRole('dialog', { name: 'Search' });
  const letThrough = faults.delay({ method: 'GET', path: /query=nothing/ });
  await box.fill('nothing');
  await expect(dialog.getByRole('status')).toHaveText('Searching…');
  await expect.poll(() => faults.seen.some((line) => line.includes('query=nothing'))).toBe(true);
  await box.fill('which paper');
  await expect(dialog.getByRole('status')).toHaveText('7 results');
  letThrough();
  await expect(dialog.getByRole('option')).toHaveCount(6);
  expect(await seriousViolations(page)).toEqual([]);
  await dialog.getByRole('option', { name: '2 more in FAQs' }).click();
  await expect(page.getByText('1–7 of 7')).toBeVisible();
  await expect(page.getByRole('searchbox', { name: 'Search FAQs' })).toHaveValue('which paper');
});

const paletteOf = (page: Page) => page.getByRole('dialog', { name: 'Search' });

/** Opens the palette, types and returns the option. */
const findInPalette = async (page: Page, query: string, option: string | RegExp): Promise<Locator> => {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search' }).fill(query);
  return paletteOf(page).getByRole('option', { name: option });
};

const runInPalette = async (page: Page, query: string, option: string | RegExp): Promise<void> => {
  const item = await findInPalette(page, query, option);
  await expect(item).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(paletteOf(page)).toBeHidden();
};

test(
  'the palette runs actions, finds them by a few letters and remembers them',
  once,
  async ({ app, page, api, folder }) => {
    const id = await api.create('gift', { name: 'Gel pen', description: '<p>Blue</p>', status: 'ACTIVE' });
    await app.goto(routes.giftList);
    await expect(rowOf(page, 'Gel pen')).toBeVisible();

    const path = join(folder, 'gifts.csv');
    await app.host.saveFile(page, path, () => runInPalette(page, 'exp csv', 'Export this list as CSV'));
    await expectToast(page, /Exported to .*\.csv$/);
    expect(await readFile(path, 'utf8')).toContain('Gel pen');

    await runInPalette(page, 'theme dark', 'Switch to dark theme');
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');

    await runInPalette(page, 'start page', 'Start page');
    await expect(page.getByRole('combobox', { name: 'Start page' })).toBeFocused();
    await page.getByRole('button', { name: 'Close settings' }).click();

    const sheetOption = await findInPalette(page, 'sheet', 'Edit as sheet');
    await expect(sheetOption).toContainText('S', { useInnerText: true });
    await page.keyboard.press('Escape');
    await runInPalette(page, 'add gift', /^Add Gift/);
    await expectTitle(page, 'Add Gift');

    await runInPalette(page, 'gel pen', 'Gel pen');
    await expectTitle(page, 'Gel pen');
    await runInPalette(page, 'toggle status', 'Set “Gel pen” to inactive');
    await expectToast(page, 'Gel pen set to inactive');
    expect(await api.get('gift', id)).toMatchObject({ status: 'INACTIVE' });

    await page.keyboard.press('Control+k');
    await expect(paletteOf(page).getByRole('group', { name: 'Recent' }).getByRole('option')).toContainText([
      ...['Set “Gel pen” to active', 'Gel pen', 'Add Gift', 'Start page'],
    ]);
    expect(await seriousViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await runInPalette(page, 'comments', 'Comments on “Gel pen”');
    await expect(page.getByRole('complementary', { name: 'Comments' })).toBeVisible();
  },
);

test('a status that the server refuses to change stays, with the reason', once, async ({ app, page, api, faults }) => {
  const id = await api.create('gift', { name: 'Gel pen', description: '<p>Blue</p>', status: 'ACTIVE' });
  await app.goto(routes.giftView.replace(':id', id));
  await expectTitle(page, 'Gel pen');
  app.watch.allow(rejectionErrors);
  faults.refuse({ method: 'PATCH', path: /\/gift\//, status: 400, message: 'Gifts are locked' });
  await runInPalette(page, 'toggle status', 'Set “Gel pen” to inactive');
  await expectToast(page, 'Gifts are locked');
  await expect(factOf(page, 'Status')).toHaveText('Active');
  await findInPalette(page, 'toggle status', 'Set “Gel pen” to inactive');
  expect(await api.get('gift', id)).toMatchObject({ status: 'ACTIVE' });
});
