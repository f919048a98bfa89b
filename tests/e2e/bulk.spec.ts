import type { Page } from '@playwright/test';
import { routes } from '../support/routes.ts';
import { expectAccessible } from './support/axe.ts';
import { expectToast, rejectionErrors, rowOf, toastWith } from './support/locators.ts';
import { expect, once, test } from './support/test.ts';

const faqs = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    name: `Question ${String(index + 1).padStart(2, '0')}`,
    description: `<p>Answer ${index + 1}</p>`,
  }));

test('one Undo restores rows of two pages', once, async ({ app, page, api }) => {
  await api.createMany('faq', faqs(12));
  await app.goto(`${routes.faqList}?sort=name`);
  await page.getByRole('checkbox', { name: 'Select Question 02' }).click();
  await page.getByRole('checkbox', { name: 'Select Question 04' }).click({ modifiers: ['Shift'] });
  await expect(page.getByRole('checkbox', { name: 'Select Question 03' })).toBeChecked();
  await page.getByRole('button', { name: 'Next page' }).click();
  await rowOf(page, 'Question 11').focus();
  await page.keyboard.press('Space');
  const bar = page.getByRole('region', { name: 'Selected FAQs' });
  await expect(bar).toContainText('4 selected');
  const before = await api.list('faq');

  await bar.getByRole('button', { name: 'Set as inactive' }).click();
  const question = page.getByRole('dialog').filter({ hasText: 'Set 4 FAQs as inactive?' });
  await question.getByRole('button', { name: 'Set as inactive' }).click();
  const toast = toastWith(page, '4 FAQs updated');
  await expect(toast).toBeVisible();
  await expect(bar).toBeHidden();
  const inactive = (await api.list('faq')).filter(({ status }) => status === 'INACTIVE');
  expect(inactive.map(({ name }) => name).sort()).toEqual(['Question 02', 'Question 03', 'Question 04', 'Question 11']);

  await toast.getByRole('button', { name: 'Undo' }).click();
  await expectToast(page, 'Change undone for 4 items');
  const statusOf = ({ _id, status }: Record<string, unknown>) => ({ _id, status });
  expect((await api.list('faq')).map(statusOf)).toEqual(before.map(statusOf));
});

test('a bulk deletion spares what its question didn’t count', once, async ({ app, page, api }) => {
  app.watch.allow(rejectionErrors);
  await api.createMany('faq', faqs(12));
  await app.goto(`${routes.faqList}?query=Question`);
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).click();
  const bar = page.getByRole('region', { name: 'Selected FAQs' });
  await bar.getByRole('button', { name: 'Select all 12' }).click();
  await bar.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog').filter({ hasText: 'Delete 12 FAQs?' });
  await expect(question).toBeVisible();
  await api.create('faq', { name: 'Question of a colleague', description: '<p>Late</p>' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'Other FAQs match now, so nothing was changed. Check the list and try again.');
  expect(await api.list('faq')).toHaveLength(13);
  await bar.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete' }).getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, '13 FAQs deleted');
});

test('a bulk deletion names the records in use', once, async ({ app, page, api }) => {
  const [, inUse] = await api.createMany(
    'country',
    Array.from({ length: 12 }, (_, index) => ({ name: `Country ${String(index + 1).padStart(2, '0')}` })),
  );
  await api.createMany('country', [{ name: 'Elsewhere' }]);
  await api.create('region', { name: 'South', countryId: inUse });
  await app.goto(`${routes.countryList}?query=Country&sort=name`);
  await expect(page.getByText('1–10 of 12')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).click();
  const bar = page.getByRole('region', { name: 'Selected countries' });
  await expect(bar).toContainText('10 selected');
  await bar.getByRole('button', { name: 'Select all 12' }).click();
  await bar.getByRole('button', { name: 'Delete' }).click();
  const reasons = page.getByRole('dialog', { name: '1 of 12 countries can’t be deleted' });
  await expect(reasons).toBeVisible();
  await expectAccessible(page, 'reasons of a bulk deletion');
  await expect(reasons).toContainText('Delete the other 11?');
  await expect(reasons.getByRole('list', { name: 'Reasons' }).getByRole('listitem')).toHaveText(/^Country 02.*used by/);
  expect(await api.list('country')).toHaveLength(13);
  await reasons.getByRole('button', { name: 'Delete the other 11' }).click();
  await expectToast(page, /11 countries deleted/);
  await expect(page.getByText('1–1 of 1')).toBeVisible();
  expect((await api.list('country')).map(({ name }) => name).sort()).toEqual(['Country 02', 'Elsewhere']);
});

const selectAndDelete = async (page: Page) => {
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).click();
  await page.getByRole('region', { name: 'Selected FAQs' }).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete' }).getByRole('button', { name: 'Delete' }).click();
};

test('a long change shows its progress and can be cancelled', once, async ({ app, page, api }) => {
  await api.createMany('faq', faqs(3));
  await app.goto(routes.faqList);
  let isCancelled = false;
  const job = () => ({
    ...{ _id: '1', kind: 'change', report: null, createdAt: '', updatedAt: '' },
    ...(isCancelled
      ? { state: 'cancelled', message: 'Cancelled. Nothing was changed.' }
      : { state: 'running', message: '' }),
    progress: { phase: 'writing', done: 4250, total: 10_000 },
  });
  await page.route('**/v1/faq/bulk', (route) =>
    route.request().headers().prefer === 'respond-async'
      ? route.fulfill({ status: 202, json: { success: true, message: 'Started', jobId: '1' } })
      : route.abort(),
  );
  await page.route('**/v1/jobs/1', (route) => route.fulfill({ json: { success: true, message: '', data: job() } }));
  await page.route('**/v1/jobs/1/cancel', (route) => {
    isCancelled = true;
    return route.fulfill({ json: { success: true, message: 'Cancelling', data: job() } });
  });
  await selectAndDelete(page);
  const toast = toastWith(page, 'Deleting FAQs…');
  await expect(toast).toContainText('4,250 of 10,000');
  await toast.getByRole('button', { name: 'Cancel' }).click();
  await expectToast(page, 'Cancelled. Nothing was changed.');
  await expect(toast).toBeHidden();
  await expect(page.getByRole('region', { name: 'Selected FAQs' })).toContainText('3 selected');
});

test('a page that opens again shows the result of a change that it started', once, async ({ app, page, api }) => {
  await api.createMany('faq', faqs(3));
  await app.goto(routes.faqList);
  await page.route('**/v1/faq/bulk', (route) =>
    route.continue({ headers: { ...route.request().headers(), prefer: 'respond-async, wait=0' } }),
  );
  const answer = Promise.withResolvers<void>();
  // The requests of the first page end with it.
  await page.route('**/v1/jobs/*', (route) => answer.promise.then(() => route.continue()).catch(() => undefined));
  await selectAndDelete(page);
  await expect(toastWith(page, 'Deleting FAQs…')).toBeVisible();
  await app.load(routes.countryList);
  await expect(toastWith(page, 'Deleting FAQs…')).toBeVisible();
  answer.resolve();
  const toast = toastWith(page, '3 FAQs deleted');
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expectToast(page, 'Change undone for 3 items');
  expect(await api.list('faq')).toHaveLength(3);
});
