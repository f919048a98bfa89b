import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { texts } from '../../src/shared/texts.ts';
import { makeWorkbook, makeZipBomb, readInProcess } from '../../src/spreadsheet/test-workbooks.ts';
import { routes } from '../support/routes.ts';
import { expectAccessible } from './support/axe.ts';
import { putFile } from './support/files.ts';
import { save } from './support/forms.ts';
import { dropFiles } from './support/host.ts';
import { chooseButton, expectCounts, openWith } from './support/imports.ts';
import { expectTitle, expectToast, rejectionErrors, rowOf } from './support/locators.ts';
import { expect, once, test } from './support/test.ts';

const variants = [
  ['Name', 'SKU', 'Category', 'Attribute: Colour', 'Variant SKU', 'Variant Price'],
  ['Gel pen', 'GEL', 'Pens', 'Red', 'GEL-R', '149.50'],
  ['Gel pen', '', '', 'Blue', 'GEL-B', '159'],
  ['Ruler', 'RUL', '', '', '', ''],
];

test('an imported workbook can be undone', async ({ app, page, api, folder }) => {
  await api.create('category', { name: 'Pens' });
  const book = makeWorkbook({
    sheets: { Notes: [['About'], ['Nothing']], Products: variants },
    type: 'xlsx',
  });
  await app.goto(routes.productImport);
  await expectTitle(page, 'Import products');
  await dropFiles(chooseButton(page), [await putFile(folder, 'pens.xlsx', book)]);
  const sheet = page.getByLabel('Sheet', { exact: true });
  await expect(sheet).toHaveValue('Products');
  await expectCounts(page, { 'To create': 2, 'To update': 0, Errors: 0 });
  await sheet.selectOption('Notes');
  await expect(page.getByRole('alert').filter({ hasText: 'no “Name”' })).toBeVisible();

  await sheet.selectOption('Products');
  const firstRows = page.getByRole('region', { name: 'First rows' });
  await expect(firstRows.getByRole('row').filter({ hasText: 'GEL-B' })).toContainText('159');
  await expect(page.getByLabel('Field for Attribute: Colour')).toHaveValue('attribute:Colour');
  await expectCounts(page, { 'To create': 2, 'To update': 0, Errors: 0 });
  await expect(page.getByText('3 rows become 2 products')).toBeVisible();
  await expect(page.getByText('Also creates: 1 Attribute, 2 Attribute Values')).toBeVisible();
  expect(await api.list('product')).toEqual([]);

  await save(page);
  await expect(page.getByRole('heading', { name: 'Import complete' })).toBeVisible();
  const products = await api.list('product');
  expect(products.map(({ name, categoryName, variantCount }) => [name, categoryName, variantCount])).toEqual(
    expect.arrayContaining([
      ['Gel pen', 'Pens', 2],
      ['Ruler', null, 0],
    ]),
  );

  await page.getByRole('button', { name: 'Undo import' }).click();
  await expect(page.getByRole('main').getByText('Import undone.')).toBeVisible();
  expect([await api.list('product'), await api.list('attribute')]).toEqual([[], []]);
});

test('errors are corrected in place, not in the file', once, async ({ app, page, api, folder }) => {
  const content =
    'Name,SKU,Price\nPen,P1,ten\n,P2,2\nRuler,R1,3\nEraser,E1,1.9995\n"=HYPERLINK(""http://evil"")",F1,4\n';
  const path = await putFile(folder, 'bad.csv', content);
  await openWith(app, page, path);
  await expectCounts(page, { 'To create': 2, Errors: 3 });
  const price = page.getByRole('textbox', { name: 'Price in row 2' });
  await expect(price).toHaveValue('ten');
  await expect(price).toHaveAccessibleDescription('C2: Price must be a number, such as 149.50');

  await price.fill('10');
  await page.getByRole('textbox', { name: 'Name in row 3' }).fill('Marker');
  await page.getByRole('link', { name: 'Back to products' }).click();
  await expectTitle(page, 'Products');
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await expect(price).toHaveValue('10');
  await page.getByRole('button', { name: 'Skip row 5' }).click();
  await expect(page.getByRole('main').getByText('You’ve made changes.')).toBeVisible();
  await page.getByRole('button', { name: 'Check again' }).click();
  await expectCounts(page, { 'To create': 4, Errors: 0 });
  await save(page);
  await expect(page.getByRole('heading', { name: 'Import complete' })).toBeVisible();
  const stored = (await api.list('product')).map(({ name, price: amount }) => [name, amount]);
  expect(stored.sort()).toEqual(
    [
      ['=HYPERLINK("http://evil")', 4],
      ['Marker', 2],
      ['Pen', 10],
      ['Ruler', 3],
    ].sort(),
  );
  expect(await readFile(path, 'utf8')).toBe(content);
});

const malicious = [
  { name: 'empty.csv', make: () => '', says: 'is empty' },
  { name: 'picture.csv', make: () => 'GIF89a\x01\x00\x01\x00\x80\x00', says: 'isn’t a spreadsheet' },
  { name: 'notes.txt', make: () => 'Name\nPen', says: 'Use a CSV, XLSX, XLS or ODS file' },
  {
    name: 'wide.csv',
    make: () => Array.from({ length: 40_000 }, (_, at) => `c${at}`).join(','),
    says: 'more than 256 columns',
  },
  { name: 'bomb.xlsx', make: () => makeZipBomb({ claims: 'truth' }), says: 'is too large when unpacked' },
  { name: 'lying-bomb.xlsx', make: () => makeZipBomb({ claims: 'little' }), says: 'lying-bomb.xlsx' },
];

test('the downloaded template can be imported', once, async ({ app, page, folder }) => {
  const path = join(folder, 'mine.xlsx');
  await app.goto(routes.productImport);
  const offered = await app.host.saveFile(page, path, () =>
    page.getByRole('button', { name: 'Download template' }).click(),
  );
  expect(offered).toBe('product-import.xlsx');
  await expectToast(page, 'Template saved as');
  const { columns } = await readInProcess({ bytes: await readFile(path), fileName: path });
  const filled = columns.map((column) => (column === 'Name' ? 'Pen' : ''));
  const book = makeWorkbook({ sheets: { Products: [columns, filled] }, type: 'xlsx' });
  await app.host.chooseFiles(page, [await putFile(folder, 'filled.xlsx', book)], () => chooseButton(page).click());
  await expectCounts(page, { 'To create': 1, Errors: 0 });
  await expect(page.getByRole('list', { name: 'Notices' })).toBeHidden();
});

test('malicious files are rejected with a reason', once, async ({ app, page, api, folder }) => {
  app.watch.allow(rejectionErrors);
  await app.goto(routes.productImport);
  for (const { name, make, says } of malicious) {
    const path = await putFile(folder, name, make());
    await app.host.chooseFiles(page, [path], () => chooseButton(page).click());
    await expect(chooseButton(page), name).toHaveAccessibleDescription(new RegExp(says));
  }
  const good = await putFile(folder, 'good.csv', 'Name\nPen\n');
  await app.host.chooseFiles(page, [good], () => chooseButton(page).click());
  await expectCounts(page, { 'To create': 1 });
  expect(await api.list('product')).toEqual([]);
});

test('a missing file is reported', async ({ app, page, folder }) => {
  app.watch.allow(rejectionErrors);
  await app.goto(routes.productImport);
  await save(page);
  await expectToast(page, texts.product.importFileMissing);
  await expect(chooseButton(page)).toHaveAccessibleDescription(texts.product.importFileMissing);
  await expect(chooseButton(page)).toBeFocused();

  const path = await putFile(folder, 'gone.csv', 'Name\nPen\n');
  await app.host.chooseFiles(page, [path], () => chooseButton(page).click());
  await expectCounts(page, { 'To create': 1 });
  await expect(page.getByRole('alert').filter({ hasText: texts.product.importFileMissing })).toHaveCount(0);
  await rm(path);
  await save(page);
  await expectToast(page, texts.product.importFileMissingAgain);
  await expect(chooseButton(page)).toHaveAccessibleDescription(texts.product.importFileMissingAgain);
});

test('a cancelled import writes nothing', async ({ app, page, api, faults, folder }) => {
  await openWith(app, page, await putFile(folder, 'pens.csv', 'Name\nPen\n'));
  await expectCounts(page, { 'To create': 1 });
  const release = faults.delay({ method: 'POST', path: /upload-csv\?dryRun=false/ });
  await save(page);
  const request = expect.stringContaining('upload-csv?dryRun=false');
  await expect.poll(() => faults.seen).toContainEqual(request);
  await page.getByRole('button', { name: 'Cancel import' }).click();
  await expect(page.getByRole('button', { name: texts.form.save, exact: true })).toBeEnabled();
  await expect.poll(() => faults.aborted).toContainEqual(request);
  release();
  expect(await api.list('product')).toEqual([]);

  const jobResponse = (state: string, message: string) => {
    const progress = { phase: 'writing', done: 1, total: 2 };
    const times = { createdAt: new Date().toISOString(), updatedAt: new Date().toISOString() };
    const data = { _id: 'held', kind: 'product', state, message, progress, report: null, ...times };
    return { status: 200, body: { success: true, message, data } };
  };
  const started = { success: true, message: 'Import started', jobId: 'held' };
  faults.respond({ method: 'POST', path: /upload-csv\?dryRun=false/, status: 202, body: started });
  const endRunning = faults.respond({ method: 'GET', path: /jobs\/held$/, ...jobResponse('running', '') });
  faults.respond({ method: 'POST', path: /jobs\/held\/cancel$/, ...jobResponse('running', '') });
  await save(page);
  const progress = page.getByRole('progressbar', { name: 'Importing' });
  await expect(progress).toHaveAttribute('aria-valuetext', 'Importing, 1 of 2 products');
  await page.getByRole('button', { name: 'Cancel import' }).click();
  await expect(progress).toHaveAttribute('aria-valuetext', 'Cancelling…');
  await expect.poll(() => faults.seen).toContain('POST /v1/jobs/held/cancel');
  const message = 'Import cancelled. Nothing was imported.';
  faults.respond({ method: 'GET', path: /jobs\/held$/, ...jobResponse('cancelled', message) });
  endRunning();
  await expectToast(page, message);
  await expect(page.getByRole('button', { name: texts.form.save, exact: true })).toBeEnabled();
  await expect(page.getByRole('heading', { name: 'Import complete' })).toBeHidden();
});

test('a Shopify export is imported with its variants', once, async ({ app, page, api, folder }) => {
  const shopify = [
    'Handle,Title,Body (HTML),Vendor,Option1 Name,Option1 Value,Variant SKU,Variant Price,Image Src,Status',
    'tee,Tee,<p>Soft</p>,Cotton,Size,S,TEE-S,10.00,https://cdn.example/1.jpg,active',
    'tee,,,,,M,,11.00,,',
  ].join('\n');
  const path = await putFile(folder, 'products_export_1.csv', shopify);
  await openWith(app, page, path);
  await expect(page.getByText('This is a Shopify export')).toBeVisible();
  await expectCounts(page, { 'To create': 1, Errors: 0 });
  await expect(page.getByText('Image Src: Images at web addresses, skipped unless downloaded')).toBeVisible();
  await expect(page.getByText('1 column won’t be imported: Vendor (1 cell)')).toBeVisible();
  await expect(page.getByLabel('Create SKUs for 1 variant')).toBeChecked();
  await expect(page.getByLabel('Download 1 image from the web')).not.toBeChecked();
  await page.getByLabel('Field for Vendor').selectOption({ label: 'Material Type' });
  await page.getByLabel('SKU pattern').fill('{product}-{size}');
  await save(page);
  await expect(page.getByRole('heading', { name: 'Import complete' })).toBeVisible();
  const [tee] = await api.list('product');
  expect(tee).toMatchObject({ name: 'Tee', variantCount: 2, materialType: 'Cotton' });

  const { attributeArr } = await api.get('product', tee?._id ?? '');
  expect(attributeArr).toMatchObject([{ sku: 'TEE-S' }, { sku: 'TEE-M' }]);
  await page.reload();
  await app.host.chooseFiles(page, [path], () => chooseButton(page).click());
  await expect(page.getByLabel('Field for Vendor')).toHaveValue('materialType');
  await expectCounts(page, { Unchanged: 1 });
});

test('valid rows are imported without the failed ones', once, async ({ app, page, api, folder }) => {
  await openWith(app, page, await putFile(folder, 'half.csv', 'Name,Price\nPen,1\nRuler,x\n'));
  await expectCounts(page, { 'To create': 1, Errors: 1 });
  await save(page);
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page, 'import despite errors');
  await page.getByRole('dialog').getByRole('button', { name: 'Import 1 product' }).click();
  await expectCounts(page, { Created: 1, Errors: 1 });
  expect((await api.list('product')).map(({ name }) => name)).toEqual(['Pen']);

  await page.getByRole('link', { name: 'Errors: 1' }).click();
  const failed = page.getByRole('heading', { name: 'Rows with errors' });
  await expect(failed).toBeFocused();
  await expect(page.getByRole('row', { name: /^3 Price x/ })).toBeVisible();
  await expectAccessible(page, 'import result');
  const path = join(folder, 'failed.xlsx');
  await app.host.saveFile(page, path, () => page.getByRole('button', { name: 'Download failed rows' }).click());
  await expectToast(page, 'Failed rows saved as');
  const { rows } = await readInProcess({ bytes: await readFile(path), fileName: path });
  const error = 'Price must be a number, such as 149.50';
  expect(rows.map(({ cells }) => cells)).toEqual([{ Name: 'Ruler', Price: 'x', Error: error }]);
  await page.getByRole('link', { name: 'Created: 1' }).click();
  await app.expectRoute(`${routes.productList}?sort=-createdAt`);
  await expect(rowOf(page, 'Pen')).toBeVisible();
});

test('a minimal server receives only the file', once, async ({ app, page, api, faults, folder }) => {
  faults.refuse({ path: /\/v1\/meta/, status: 404, message: 'Not Found' });
  await app.load(routes.productImport);
  const path = await putFile(folder, 'pens.csv', 'Name,Price\nPen,1\n');
  await app.host.chooseFiles(page, [path], () => chooseButton(page).click());
  await expect(page.getByText('pens.csv')).toBeVisible();
  await save(page);
  await expect(page.getByRole('heading', { name: 'Import complete' })).toBeVisible();
  await expect(page.getByRole('main').getByText(/^Import complete: 1 created/)).toBeVisible();
  expect((await api.list('product')).map(({ name }) => name)).toEqual(['Pen']);
  expect(faults.seen.filter((request) => /upload-csv|preview|jobs/.test(request))).toEqual([
    'POST /v1/product/upload-csv',
  ]);
});
