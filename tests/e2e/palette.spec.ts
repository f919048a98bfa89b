import { routes } from '../support/routes.ts';
import { expectAccessible, seriousViolations } from './support/axe.ts';
import { expectTitle } from './support/locators.ts';
import { expect, once, test } from './support/test.ts';

test('the palette opens records by keyboard', once, async ({ app, page, api }) => {
  await api.create('country', { name: 'Indigo Islands' });
  await api.create('faq', { name: 'Is indigo ink safe?', description: '<p>Yes</p>' });
  await app.goto(routes.giftList);
  await expectTitle(page, 'Gifts');
  await page.keyboard.press('Control+k');
  const box = page.getByRole('combobox', { name: 'Search' });
  await box.fill('indigo');
  const dialog = page.getByRole('dialog', { name: 'Search' });
  await expect(dialog.getByRole('status')).toHaveText('2 results');
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
