import { generatePath } from 'react-router-dom';
import { routes } from '../support/routes.ts';
import { expectAnnounced, recordAnnouncements } from './support/announcements.ts';
import { pressMenuItem } from './support/forms.ts';
import { confirmDelete, deleteDialog, expectToast, rowOf } from './support/locators.ts';
import { questions } from './support/records.ts';
import { expect, once, test } from './support/test.ts';

test('the browser’s history restores the list', once, async ({ app, page, api }) => {
  await api.createMany('faq', [...questions(12), { name: 'Which inks are safe?', description: '<p>All</p>' }]);
  await app.goto(`${routes.faqList}?sort=name`);
  await expect(page.getByText('1–10 of 13')).toBeVisible();

  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText('11–13 of 13')).toBeVisible();
  await expect(page.getByRole('row', { name: /Question 11/ })).toContainText('11');
  expect(app.route()).toContain('pageIndex=1');

  await page.getByRole('searchbox', { name: 'Search FAQs' }).fill('inks');
  await expect(page.getByText('1–1 of 1')).toBeVisible();
  await expect(rowOf(page, 'Which inks are safe?')).toBeVisible();
  expect(app.route()).toContain('query=inks');
  expect(app.route()).not.toContain('pageIndex=');

  await page.goBack();
  await expect(page.getByText('11–13 of 13')).toBeVisible();
  await expect(page.getByRole('searchbox', { name: 'Search FAQs' })).toHaveValue('');
  await page.goForward();
  await expect(rowOf(page, 'Which inks are safe?')).toBeVisible();
  await expect(page.getByRole('searchbox', { name: 'Search FAQs' })).toHaveValue('inks');
});

test('a list opens as its address says', once, async ({ app, page, api }) => {
  await api.createMany('faq', questions(12));
  await app.goto(`${routes.faqList}?query=question&pageIndex=1&pageSize=5&sort=name`);

  await expect(page.getByText('6–10 of 12')).toBeVisible();
  await expect(page.getByRole('searchbox', { name: 'Search FAQs' })).toHaveValue('question');
  await expect(page.getByLabel('Rows per page')).toHaveValue('5');
  await expect(rowOf(page, 'Question 06')).toBeVisible();
  await page.getByLabel('Rows per page').selectOption('20');
  await expect(page.getByText('1–12 of 12')).toBeVisible();
  expect(app.route()).toContain('pageSize=20');
});

test('Advance Filter narrows the list', once, async ({ app, page, api }) => {
  await api.createMany('faq', [
    { name: 'Shown', description: '<p>a</p>', status: 'INACTIVE' },
    { name: 'Hidden', description: '<p>b</p>', status: 'ACTIVE' },
  ]);
  await app.goto(routes.faqList);
  await page.getByRole('button', { name: 'Advance Filter' }).click();
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Inactive', exact: true }).click();

  await expect(rowOf(page, 'Hidden')).toBeHidden();
  await expect(rowOf(page, 'Shown')).toBeVisible();
  expect(app.route()).toContain('status=INACTIVE');
  await page.getByRole('button', { name: 'Remove filter Status: Inactive' }).click();
  await expect(rowOf(page, 'Hidden')).toBeVisible();
});

test('a rejected status change is reverted', once, async ({ app, page, api, faults }) => {
  const id = await api.create('faq', { name: 'Refills?', description: '<p>Yes</p>' });
  await app.goto(routes.faqList);
  const letThrough = faults.delay({ method: 'PATCH', path: /\/faq\// });
  faults.refuse({
    method: 'PATCH',
    path: /\/faq\//,
    message: 'The disk is full',
  });
  const status = page.getByRole('switch', { name: 'Status of Refills?' });
  await status.click();
  await expect(status).not.toBeChecked();
  // The switch reverts before the list is refetched.
  const answerList = faults.delay({ method: 'GET', path: /\/faq\// });
  letThrough();

  await expectToast(page, 'The disk is full');
  await expect(status).toBeChecked();
  answerList();
  expect((await api.get('faq', id)).status).toBe('ACTIVE');
});

test('deleting a record asks first', once, async ({ app, page, api, faults }) => {
  await api.createMany('faq', [
    { name: 'Keep me', description: '<p>a</p>' },
    { name: 'Delete me', description: '<p>b</p>' },
  ]);
  await app.goto(routes.faqList);
  await page.getByRole('button', { name: 'Delete Keep me' }).click();
  await expect(deleteDialog(page)).toHaveAccessibleName('Delete Keep me?');
  await deleteDialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(deleteDialog(page)).toBeHidden();
  await test.step('a failed deletion is reported', async () => {
    const accept = faults.refuse({ method: 'DELETE', path: /\/faq\//, message: 'Not now' });
    await page.getByRole('button', { name: 'Delete Delete me' }).click();
    await confirmDelete(page);
    await expectToast(page, 'Not now');
    await expect(rowOf(page, 'Delete me')).toBeVisible();
    accept();
  });
  await page.getByRole('button', { name: 'Delete Delete me' }).click();
  await confirmDelete(page);

  await expect(rowOf(page, 'Delete me')).toBeHidden();
  await expect(rowOf(page, 'Keep me')).toBeVisible();
  expect(await api.list('faq')).toMatchObject([{ name: 'Keep me' }]);
});

test('a question shows the end of a long name', once, async ({ app, page, api }) => {
  const name = `${'Long'.repeat(60)}-ending`;
  await api.create('faq', { name, description: '<p>a</p>' });
  await app.goto(routes.faqList);
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  await expect(deleteDialog(page)).toContainText(name);
  const hasHiddenText = await deleteDialog(page).evaluate((dialog) => dialog.scrollWidth > dialog.clientWidth);
  expect(hasHiddenText).toBe(false);
});

test('an empty list offers to add the first record', once, async ({ app, page }) => {
  await app.goto(routes.faqList);
  await expect(page.getByText('No FAQs yet')).toBeVisible();
  await expect(page.getByText('Questions that customers often ask, with your answers.')).toBeVisible();
  for (const name of ['Export', 'Columns']) await expect(page.getByRole('button', { name })).toBeHidden();
  await page.getByRole('link', { name: 'Add the first one' }).click();
  await expect(page.getByRole('heading', { name: 'Add FAQ' })).toBeVisible();
});

test('an emptied list and the page of its last record lead to Trash', once, async ({ app, page, api }) => {
  const id = await api.create('faq', { name: 'Gone', description: '<p>a</p>' });
  await api.call('DELETE', `/faq/deleteById/${id}`);
  await app.goto(routes.faqList);
  await page.getByRole('link', { name: 'Restore from Trash' }).click();
  await expect(rowOf(page, 'Gone')).toBeVisible();
  app.watch.allow(/404/);
  await app.goto(generatePath(routes.faqEdit, { id }));
  await page.getByRole('link', { name: 'Show in Trash' }).click();
  await expect(rowOf(page, 'Gone')).toBeVisible();
});

test('wide lists scroll between pinned columns', once, async ({ app, page, api }) => {
  const categoryId = await api.create('category', { name: 'Pens', description: 'Pens' });
  await api.create('product', { name: 'Glide gel pen', sku: '50001', price: 10, categoryId });
  await page.setViewportSize({ width: 1280, height: 800 });
  await app.goto(routes.productList);
  await page.getByRole('button', { name: 'Columns' }).click();
  for (const name of ['SKU', 'Price', 'Category']) {
    await page.getByRole('checkbox', { name, exact: true }).check();
  }
  await page.keyboard.press('Escape');
  const table = page.getByRole('region', { name: 'Products', exact: true });
  const cell = (name: string) =>
    table.getByRole('cell', { name, exact: true }).or(table.getByRole('rowheader', { name, exact: true }));
  const widthOf = async (name: string) => (await cell(name).boundingBox())?.width ?? 0;
  const remove = page.getByRole('button', { name: 'Delete Glide gel pen' });

  await test.step('the name is at least 180 px wide', async () => {
    expect(await widthOf('Glide gel pen')).toBeGreaterThanOrEqual(180);
  });
  await test.step('pinned columns stay where they are', async () => {
    const pinned = [cell('1'), cell('Glide gel pen'), remove];
    const before = await Promise.all(pinned.map((locator) => locator.boundingBox()));
    await table.evaluate((element) => element.scrollTo({ left: 1000 }));
    await expect(cell('Pens')).toBeInViewport();
    expect(await Promise.all(pinned.map((locator) => locator.boundingBox()))).toEqual(before);
  });
  await test.step('the actions are in sight at 150 %', async () => {
    await page.setViewportSize({ width: 853, height: 533 });
    for (const left of [0, 1000]) {
      await table.evaluate((element, to) => element.scrollTo({ left: to }), left);
      await expect(remove).toBeInViewport({ ratio: 1 });
      await remove.click({ trial: true });
    }
  });
  await test.step('the name is in sight while a cell at the far right has the focus', async () => {
    for (const width of [853, 640]) {
      await page.setViewportSize({ width, height: 533 });
      await table.evaluate((element) => element.scrollTo({ left: 0 }));
      await page.getByRole('switch', { name: 'Status of Glide gel pen' }).focus();
      await expect(cell('Glide gel pen')).toBeInViewport({ ratio: 1 });
      await cell('Glide gel pen').click({ trial: true });
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  });
});

test('resized columns keep their widths', once, async ({ app, page, api }) => {
  await api.create('faq', { name: 'Refills?', description: '<p>Yes</p>' });
  await app.goto(routes.faqList);
  const head = (name: string) => page.getByRole('columnheader', { name, exact: true });
  const edge = (name: string) => head(name).getByRole('button', { name: 'Column width' });
  const shownWidth = async (name: string) => Math.round((await head(name).boundingBox())?.width ?? 0);
  await expect(edge('Status')).toBeVisible();
  const own = await shownWidth('Status');
  await edge('Status').hover();
  await page.mouse.down();
  await page.mouse.move(0, 0, { steps: 3 });
  await page.mouse.up();
  await expect.poll(() => shownWidth('Status')).toBe(64);
  await edge('Status').dblclick();
  await expect.poll(() => shownWidth('Status')).toBe(own);

  const question = await shownWidth('Question');
  await recordAnnouncements(page);
  await head('Question').getByRole('button', { name: 'Question' }).focus();
  await page.keyboard.press('Tab');
  await expect(edge('Question')).not.toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('ArrowRight');
  await expect(edge('Question')).toBeFocused();
  await page.keyboard.press('Enter');
  for (const name of ['Wider', 'Wider', 'Narrower']) await pressMenuItem(page, name);
  await expectAnnounced(page, /^Question: \d+% of the table$/);
  await page.keyboard.press('Escape');
  await expect(edge('Question')).toBeFocused();
  await expect.poll(() => shownWidth('Question')).toBe(question + 32);
  await app.load(routes.faqList);
  await expect.poll(() => shownWidth('Question')).toBe(question + 32);
  expect(app.route()).toBe(routes.faqList);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('button', { name: 'Reset columns' }).click();
  await expect.poll(() => shownWidth('Question')).toBe(question);
});

test('a search with a typing error says what it found instead', once, async ({ app, page, api }) => {
  await api.createMany('faq', [...questions(2), { name: 'Which sticky notes are safe?', description: '<p>All</p>' }]);
  await app.goto(routes.faqList);
  await page.getByRole('searchbox', { name: 'Search FAQs' }).fill('stiky');
  await expect(page.getByText('Showing results for “sticky”')).toBeVisible();
  await expect(rowOf(page, 'Which sticky notes').locator('mark')).toHaveText(['sticky']);
});
