import { routes } from '../support/routes.ts';
import { rowOf } from './support/locators.ts';
import { questions } from './support/records.ts';
import { expect, once, test } from './support/test.ts';

test('nothing moves the first row of a list', once, async ({ app, page, api, faults }) => {
  await api.createMany('faq', [...questions(12), { name: 'Which inks are safe?', description: '<p>All</p>' }]);
  await page.setViewportSize({ width: 1280, height: 800 });
  const answer = faults.delay({ method: 'GET', path: /\/faq\// });
  await app.goto(`${routes.faqList}?sort=name`);
  const table = page.getByRole('region', { name: 'FAQs' });
  const firstRow = table.locator('tbody tr').first();
  const measure = async () => {
    const [row, pagination] = [
      await firstRow.boundingBox(),
      await page.getByRole('navigation', { name: 'Pagination' }).boundingBox(),
    ];
    return { x: row?.x, y: row?.y, width: row?.width, height: row?.height, pagination: pagination?.y };
  };
  await expect(page.getByRole('table', { name: '' })).toHaveAttribute('aria-busy', 'true');
  const loading = await measure();
  answer();
  await expect(rowOf(page, 'Question 01')).toBeVisible();
  const start = await measure();
  expect(loading).toEqual(start);

  await test.step('selection', async () => {
    await page.getByRole('checkbox', { name: 'Select Question 02' }).click();
    await expect(page.getByRole('region', { name: 'Selected FAQs' })).toBeVisible();
    expect(await measure()).toEqual(start);
    await page.getByRole('button', { name: 'Clear selection' }).click();
    await expect(page.getByRole('searchbox', { name: 'Search FAQs' })).toBeVisible();
    expect(await measure()).toEqual(start);
  });
  await test.step('a filter that is changed during a selection', async () => {
    await page.getByRole('checkbox', { name: 'Select Question 02' }).click();
    await page.getByRole('button', { name: 'Add filter' }).click();
    await page.getByRole('menuitem', { name: 'Status' }).click();
    expect(await measure()).toEqual(start);
    await page.keyboard.press('ArrowDown');
    await page.getByRole('option', { name: 'Active', exact: true }).click();
    const chip = page.getByRole('button', { name: 'Remove filter Status: Active' });
    await expect(chip).toBeVisible();
    await expect(page.getByRole('region', { name: 'Selected FAQs' })).toBeHidden();
    expect(await measure()).toEqual(start);
    await chip.click();
    await expect(chip).toBeHidden();
  });
  await test.step('toasts, one at a time', async () => {
    for (const name of ['Question 03', 'Question 04']) {
      await page.getByRole('switch', { name: `Status of ${name}` }).click();
      await expect(page.locator('.bo-toasts').getByRole('status').filter({ visible: true })).toHaveCount(1);
      expect(await measure()).toEqual(start);
    }
  });
  await test.step('filters', async () => {
    const add = page.getByRole('button', { name: 'Add filter' });
    await add.click();
    await page.keyboard.press('Escape');
    await expect(add).toBeFocused();
    await add.click();
    await page.getByRole('menuitem', { name: 'Status' }).click();
    await expect(page.getByRole('combobox', { name: 'Status' })).toBeFocused();
    expect(await measure()).toEqual(start);
    await page.keyboard.press('ArrowDown');
    await page.getByRole('option', { name: 'Active', exact: true }).click();
    await expect(page.getByText('1–10 of 11')).toBeVisible();
    expect(await measure()).toEqual(start);
    await page.getByRole('button', { name: 'Remove filter Status: Active' }).click();
    await expect(page.getByText('1–10 of 13')).toBeVisible();
    expect(await measure()).toEqual(start);
  });
  await test.step('search', async () => {
    const { pagination: _pagination, ...first } = start;
    await page.getByRole('searchbox', { name: 'Search FAQs' }).fill('inks');
    await expect(page.getByText('1–1 of 1')).toBeVisible();
    expect(await measure()).toMatchObject(first);
  });
});

test('compact rows are lower, also after a reload', once, async ({ app, page, api }) => {
  await api.create('faq', { name: 'Refills?', description: '<p>Yes</p>' });
  await app.goto(routes.faqList);
  const heightOf = async () => (await rowOf(page, 'Refills?').boundingBox())?.height ?? 0;
  expect(Math.round(await heightOf())).toBe(44);
  await page.getByRole('banner').getByRole('button', { name: 'Admin' }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await page.getByRole('radiogroup', { name: 'Row height' }).getByText('Compact', { exact: true }).click();
  await page.getByRole('button', { name: 'Close settings' }).click();
  expect(Math.round(await heightOf())).toBe(36);
  await page.reload();
  await expect.poll(heightOf).toBeLessThan(40);
});
