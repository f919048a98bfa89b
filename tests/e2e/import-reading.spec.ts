import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readInProcess } from '../../src/spreadsheet/test-workbooks.ts';
import { putFile } from './support/files.ts';
import { save } from './support/forms.ts';
import { expectCounts, openWith } from './support/imports.ts';
import { expectToast, rejectionErrors } from './support/locators.ts';
import { expect, once, test } from './support/test.ts';

test('a price list is read with the chosen settings', once, async ({ app, page, api, folder }) => {
  // Cancelling a check that has just finished is refused.
  app.watch.allow(rejectionErrors);
  const list = 'SAYA PRICE LIST;;;\nName;;MRP;Shelf\nPen;x;1,250;A1\nInk;;2,125;A2\nName;;3,500;A3\n';
  await openWith(app, page, await putFile(folder, 'list.csv', list));
  const step = page.getByRole('list', { name: 'Steps' }).locator('[aria-current="step"]');
  await expect(step).toContainText('Review');
  await expect(page.getByLabel('Separator', { exact: true })).toHaveValue(';');
  await expect(page.getByLabel('Encoding')).toHaveValue('utf-8');
  await expect(page.getByRole('radio', { name: 'Row 2 is the header' })).toBeChecked();
  await page.getByRole('radio', { name: 'Row 3 is the header' }).click();
  await expect(page.getByLabel('Field for Pen')).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'no “Name”' })).toBeVisible();
  await expect(step).toContainText('Columns');
  await page.getByRole('radio', { name: 'Row 2 is the header' }).click();

  await page.getByLabel('Field for MRP').selectOption({ label: 'Price' });
  await expect(page.getByText('2 columns won’t be imported: column B (1 cell), Shelf (3 cells)')).toBeVisible();
  await page
    .getByLabel('Decimal separator in MRP')
    .selectOption({ label: 'Comma: 1,250 → 1.25, 2,125 → 2.125, 3,500 → 3.5' });
  await expectCounts(page, { 'To create': 2, Errors: 1 });
  await expect(step).toContainText('Review');
  const saved = join(folder, 'errors.xlsx');
  const offered = await app.host.saveFile(page, saved, () =>
    page.getByRole('button', { name: 'Download error list' }).click(),
  );
  expect(offered).toBe('import-errors.xlsx');
  await expectToast(page, 'Error list saved as');
  const { rows } = await readInProcess({ bytes: await readFile(saved), fileName: saved });
  expect(rows.map(({ cells }) => [cells.Cell, cells.Value])).toEqual([['C4', '2,125']]);

  await page.getByLabel('Round MRP to two decimals (2,125 → 2.13)').check();
  await expectCounts(page, { 'To create': 3, Errors: 0 });
  await save(page);
  await expect(page.getByRole('heading', { name: 'Import complete' })).toBeVisible();
  await expect(step).toContainText('Done');
  await expect(page.getByText('2 columns weren’t imported: column B (1 cell), Shelf (3 cells)')).toBeVisible();
  const stored = (await api.list('product')).map(({ name, price }) => [name, price]);
  expect(stored).toEqual(
    expect.arrayContaining([
      ['Pen', 1.25],
      ['Ink', 2.13],
      ['Name', 3.5],
    ]),
  );
});
