import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generatePath } from 'react-router-dom';
import { extraRoutes } from '../../src/shared/routes.ts';
import { routes } from '../support/routes.ts';
import { asField, pdf, png, putFile } from './support/files.ts';
import { cancel, choose, save } from './support/forms.ts';
import { confirmDelete, expectColumns, expectTitle, expectToast, rejectionErrors, rowOf } from './support/locators.ts';
import { textOfPdf } from './support/pdf-text.ts';
import { expect, once, test } from './support/test.ts';

const twoPages = pdf(['Notebooks', 'Pens']);
const red = png([194, 38, 46]);

/** Whether the canvas contains pixels that are neither black nor white. */
const isDrawn = (canvas: SVGElement | HTMLElement): boolean => {
  if (!(canvas instanceof HTMLCanvasElement)) return false;
  const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
  return pixels.some((value, index) => index % 4 !== 3 && value > 0 && value < 255);
};

test('a PDF names its catalogue until a name is typed', once, async ({ app, page, api, faults, folder }) => {
  const first = await putFile(folder, 'Spring 2031.pdf', twoPages);
  const second = await putFile(folder, 'Autumn 2031.PDF', twoPages);
  const image = await putFile(folder, 'cover.png', red);
  await app.goto(routes.catalogueList);
  await page.getByRole('link', { name: 'Add Catalogue' }).click();
  await expectTitle(page, 'Add Catalogue');
  const name = page.getByRole('textbox', { name: 'Catalogue Name' });
  await app.chooseFiles('Choose Upload Pdf', first);
  await expect(name).toHaveValue('Spring 2031');
  await expect.poll(() => page.getByRole('img', { name: 'Upload Pdf' }).evaluate(isDrawn)).toBe(true);
  await app.chooseFiles('Replace Upload Pdf', second);
  await expect(name).toHaveValue('Autumn 2031');
  await name.fill('All of 2031');
  await app.chooseFiles('Replace Upload Pdf', first);
  await expect(page.getByText('Spring 2031.pdf')).toBeVisible();
  await app.chooseFiles('Choose Upload Image', image);
  await expect(page.getByText('cover.png')).toBeVisible();
  await save(page);

  await expectToast(page, 'Catalogue created');
  await app.expectRoute(routes.catalogueList);
  await expect(rowOf(page, 'All of 2031').getByText(/^Spring 2031\.pdf · \d/)).toBeVisible();
  expect(faults.written.at(-1)).toEqual({
    request: 'POST /v1/catalogue/',
    body: {
      name: 'All of 2031',
      pdf: `Spring 2031.pdf@@data:application/pdf;base64,${twoPages.toString('base64')}`,
      image: `cover.png@@data:image/png;base64,${red.toString('base64')}`,
    },
  });
  const [stored] = await api.list('catalogue');
  expect(await api.download(String(stored?.pdf))).toEqual(twoPages);
});

test('the thumbnail of a PDF opens all its pages', async ({ app, page, api }) => {
  const id = await api.create('catalogue', { name: 'Spring', pdf: asField('spring.pdf', twoPages) });
  await app.goto(routes.catalogueList);
  await expectColumns(page, ['S.NO', 'PDF', 'Catalogue Name', 'Action']);
  const thumbnail = page.getByRole('button', { name: 'Open Spring' });
  await expect.poll(() => thumbnail.locator('canvas').evaluate(isDrawn)).toBe(true);
  await thumbnail.click();
  const viewer = page.getByRole('dialog', { name: 'Spring' });
  await expect(viewer.getByText('Page 1 of 2')).toBeVisible();
  await viewer.getByRole('button', { name: 'Next page' }).click();
  await expect(viewer.getByRole('img', { name: 'Page 2 of Spring' })).toBeVisible();
  await expect.poll(() => viewer.getByRole('img', { name: 'Page 2 of Spring' }).evaluate(isDrawn)).toBe(true);
  await expect(viewer.getByRole('button', { name: 'Next page' })).toBeDisabled();
  await viewer.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('link', { name: 'Edit Spring' }).click();
  await app.expectRoute(generatePath(routes.catalogueEdit, { id }));
  await expect(page.getByRole('textbox', { name: 'Catalogue Name' })).toHaveValue('Spring');
  await cancel(page);
  await app.expectRoute(routes.catalogueList);
  // The first page is stored once it has been drawn, and the PDF itself isn't loaded again.
  await app.load(routes.catalogueList);
  const width = () => thumbnail.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(width).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Delete Spring' }).click();
  await confirmDelete(page);
  await expect(page.getByText('No catalogues yet')).toBeVisible();
});

test('an image dragged from a web page is taken, or the field says what to do', once, async ({ app, page }) => {
  const field = page.getByRole('button', { name: 'Choose Upload Image' });
  const dropHtml = (src: string) =>
    field.evaluate((zone, address) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.setData('text/html', `<img src="${address}">`);
      dataTransfer.setData('text/uri-list', address);
      zone.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    }, src);
  await app.goto(routes.blogAdd);
  await dropHtml('https://example.com/red.png');
  await expect(field).toHaveAccessibleDescription(/Save the file on this computer/);
  await dropHtml(`data:image/png;base64,${red.toString('base64')}`);
  await expect(page.getByText('image.png')).toBeVisible();
  await expect(page.getByText(/Save the file on this computer/)).toHaveCount(0);
});

test('a catalogue is made from selected products, and made again after a change', async ({ app, page, api }) => {
  const image = asField('pen.png', red);
  const ids = [];
  for (const [name, price] of [
    ['Gel pen', 45],
    ['Fountain pen', 900],
    ['Copier paper', 250],
  ] as const)
    ids.push(await api.create('product', { name, sku: name.toUpperCase(), price, thumbnail: image }));
  await app.goto(routes.productList);
  for (const name of ['Gel pen', 'Fountain pen']) await page.getByRole('checkbox', { name: `Select ${name}` }).click();
  await page.getByRole('button', { name: 'Make catalogue' }).click();
  await expectTitle(page, 'Make a catalogue');
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('status')).toHaveText('2 products on 3 pages');
  await expect.poll(() => preview.getByRole('img', { name: 'Page 3' }).evaluate(isDrawn)).toBe(true);

  const formula = page.getByRole('textbox', { name: 'Change of prices' });
  await formula.fill('a tenth more');
  await expect(formula).toHaveAccessibleDescription(/Enter a price such as/);
  await formula.fill('+10%');
  await page.getByRole('combobox', { name: 'Layout' }).selectOption('Price list');
  await page.getByRole('textbox', { name: 'Title' }).fill('Dealers 2027');
  await expect(preview.getByRole('alert')).toHaveCount(0);
  await page.getByRole('button', { name: 'Make catalogue' }).click();
  await expectToast(page, '“Dealers 2027” made');
  await app.expectRoute(routes.catalogueList);
  await expect(rowOf(page, 'Dealers 2027').getByText(/^Dealers 2027\.pdf · \d/)).toBeVisible();
  const [stored] = await api.list('catalogue');
  const text = await textOfPdf(await api.download(String(stored?.pdf)));
  expect(text).toContain('₹49.50');
  expect(text).toContain('FOUNTAIN PEN');
  expect(text).not.toContain('Copier paper');

  await api.call('PATCH', `/product/updateById/${ids[0]}`, { price: 50 });
  await app.navigateInApp(generatePath(routes.catalogueEdit, { id: String(stored?._id) }));
  const made = page.getByRole('region', { name: 'Made from products' });
  await expect(made.getByRole('listitem')).toHaveText(['Page 3: Gel pen']);
  await made.getByRole('link', { name: 'Make it again' }).click();
  await expect(page.getByRole('combobox', { name: 'Layout' })).toHaveValue('prices');
  await page.getByRole('button', { name: 'Replace the PDF' }).click();
  await app.expectRoute(routes.catalogueList);
  const [again] = await api.list('catalogue');
  expect(again?._id).toBe(stored?._id);
  expect(await textOfPdf(await api.download(String(again?.pdf)))).toContain('₹55.00');
});

test('labels of selected products are saved as a PDF, and keep their sheet', async ({ app, page, api, folder }) => {
  await api.create('product', { name: 'Glide', gtin: '4006381333931', mrp: 120 });
  await api.create('product', { name: 'Pad' });
  await app.goto(routes.productList);
  for (const name of ['Glide', 'Pad']) await rowOf(page, name).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Print labels' }).click();
  await expectTitle(page, 'Print labels');
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview).toContainText('2 labels on 1 sheet');
  await expect(preview).toContainText('1 label without a barcode: they have no GTIN');
  await page.getByLabel('Label sheet').selectOption('Own size');
  const width = page.getByLabel('Width');
  await width.fill('90');
  await expect(page.getByText('The labels are 72.3 mm wider than the paper').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save PDF' })).toBeDisabled();
  await page.getByLabel('Label sheet').selectOption({ label: 'Avery L7163: 14 labels of 99.1 x 38.1 mm' });
  await page.getByLabel('First label').fill('14');
  await expect(preview).toContainText('2 labels on 2 sheets');
  const path = join(folder, 'labels.pdf');
  await app.host.saveFile(page, path, () => page.getByRole('button', { name: 'Save PDF' }).click());
  await expectToast(page, /^Saved as labels.*Print it at 100 %/i);
  expect(await textOfPdf(await readFile(path))).toContain('4006381333931');

  await page.reload();
  await expect(page.getByLabel('Label sheet')).toHaveValue('L7163');
});

test('a template makes a catalogue for each dealer, and changes are named for each', async ({ app, page, api }) => {
  app.watch.allow(rejectionErrors);
  const categoryId = await api.create('category', { name: 'Pens' });
  await api.create('category', { name: 'Paper' });
  const pen = await api.create('product', { name: 'Gel pen', sku: 'GP', price: 100, categoryId });
  await api.create('dealer', { name: 'South', skus: 'NOTHING' });
  await app.goto(routes.catalogueList);
  await page.getByRole('link', { name: 'Dealers' }).click();
  await expectTitle(page, 'Dealers');
  await page.getByRole('link', { name: 'Add Dealer' }).click();
  await page.getByRole('textbox', { name: 'Dealer Name' }).fill('North');
  const formula = page.getByRole('textbox', { name: 'Change of prices' });
  await formula.fill('a tenth less');
  await save(page);
  await expect(formula).toHaveAccessibleDescription(/Enter a price such as/);
  await formula.fill('-10%');
  await save(page);
  await expectToast(page, 'Dealer created');

  await app.navigateInApp(extraRoutes.makeCatalogue);
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByText('1 product on 3 pages')).toBeVisible();
  const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Catalogue Page' });
  await expect(entry).toHaveAttribute('aria-current', 'page');
  const categories = page.getByRole('combobox', { name: 'Categories' });
  await choose(categories, 'Paper');
  await expect(preview.getByText('No products match this choice')).toBeVisible();
  await choose(categories, 'Pens');
  await expect(preview.getByText('1 product on 3 pages')).toBeVisible();
  await page.getByRole('textbox', { name: 'Title' }).fill('Trade 2027');
  await page.getByRole('combobox', { name: 'Layout' }).selectOption('Price list');
  await page.getByRole('button', { name: 'Save as template' }).click();
  await page.getByRole('button', { name: 'Save template' }).click();
  await expectToast(page, 'Template saved');
  await expect(page.getByRole('combobox', { name: 'Template' })).toHaveValue('Trade 2027');
  await page.getByRole('combobox', { name: 'For dealers' }).click();
  await page.getByRole('option', { name: 'All 2 dealers' }).click();
  await page.getByRole('button', { name: 'Make 2 catalogues' }).click();
  await expectToast(page, '1 catalogue made. South: No products match this choice.');
  await app.expectRoute(routes.catalogueList);
  const [stored] = await api.list('catalogue');
  expect(stored).toMatchObject({ name: 'Trade 2027 – North', status: 'INACTIVE' });
  expect(await textOfPdf(await api.download(String(stored?.pdf)))).toContain('₹90.00');

  await api.call('PATCH', `/product/updateById/${pen}`, { price: 200 });
  await page.getByRole('link', { name: 'What changed' }).click();
  await expectTitle(page, 'Changed catalogues');
  await expect(rowOf(page, 'Trade 2027 – North')).toContainText('Page 3: Gel pen');
  await page.getByRole('button', { name: 'Make 1 catalogue again' }).click();
  await expectToast(page, '1 catalogue made');
  await expect(rowOf(page, 'Trade 2027 – North')).toContainText('Up to date');
});
