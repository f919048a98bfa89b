import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readInProcess } from '../../src/spreadsheet/test-workbooks.ts';
import { routes } from '../support/routes.ts';
import type { App } from './support/app.ts';
import { expectToast, toastWith } from './support/locators.ts';
import { expect, test } from './support/test.ts';

const choose = async ({ page }: App, format: 'Excel workbook' | 'CSV') => {
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: format }).click();
};

test('an export contains all pages of the filtered list', async ({ app, page, api, folder }) => {
  const records = Array.from({ length: 13 }, (_, index) => ({
    name: `=Ink ${String(index + 1).padStart(2, '0')}`,
    description: '<p>Dries in <b>a minute</b></p><p>Ask us</p>',
    status: 'INACTIVE',
  }));
  await api.createMany('faq', [
    ...records,
    { name: 'Ink that is shown', description: '<p>a</p>', status: 'ACTIVE' },
    { name: 'Paper', description: '<p>b</p>', status: 'INACTIVE' },
  ]);
  await app.goto(`${routes.faqList}?query=ink&status=INACTIVE&sort=-name&pageSize=5`);
  await expect(page.getByText('1–5 of 13')).toBeVisible();

  for (const [format, extension] of [
    ['Excel workbook', 'xlsx'],
    ['CSV', 'csv'],
  ] as const) {
    const path = join(folder, `My questions.${extension}`);
    const offered = await app.host.saveFile(page, path, () => choose(app, format));
    expect(offered).toMatch(new RegExp(`^FAQs \\d{4}-\\d\\d-\\d\\d\\.${extension}$`));
    await expectToast(page, new RegExp(`Exported to .*\\.${extension}$`));
    await expect(toastWith(page, 'Exporting FAQs')).toBeHidden();
    const { columns, rows } = await readInProcess({ bytes: await readFile(path), fileName: path });
    expect(columns.slice(0, 3)).toEqual(['Question', 'Answer', 'Status']);
    expect(rows.map(({ cells }) => cells.Question)).toEqual(records.map(({ name }) => name).toReversed());
    expect(rows[0]?.cells).toMatchObject({ Answer: records[0]?.description, Status: 'Inactive' });
  }
});

test('a failed or cancelled export leaves no file', async ({ app, page, api, faults, folder }) => {
  const chosen = join(folder, 'chosen');
  await mkdir(chosen);
  const path = join(chosen, 'a.csv');
  let downloads = 0;
  page.on('download', () => {
    downloads += 1;
  });
  await api.createMany('faq', [{ name: 'Refills?', description: '<p>Yes</p>' }]);
  await app.goto(routes.faqList);
  const wanted = { path: /\/faq\/export/ };

  const letThrough = faults.delay(wanted);
  await app.host.setSavePath(path);
  await choose(app, 'CSV');
  const toast = toastWith(page, 'Exporting FAQs');
  await toast.getByRole('button', { name: 'Cancel' }).click();
  await expect(toast).toBeHidden();
  letThrough();

  for (const [fault, message] of [
    [() => faults.refuse({ ...wanted, status: 503, message: 'Not at this moment' }), 'Not at this moment'],
    [() => faults.truncateResponse(wanted), 'The export was interrupted. No file was saved.'],
  ] as const) {
    const end = fault();
    await choose(app, 'CSV');
    await expectToast(page, message);
    end();
  }
  expect([await readdir(chosen), downloads]).toEqual([[], 0]);
});
