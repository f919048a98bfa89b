import { generatePath } from 'react-router-dom';
import { routes } from '../../src/shared/routes.ts';
import { expectKept } from './support/drafts.ts';
import { asField, putFile } from './support/files.ts';
import { dropFiles } from './support/host.ts';
import { save } from './support/parts.ts';
import { expect, test } from './support/test.ts';
import { blue, cellOf, columns, createValues, red, sheet, typeInto, variantsOf } from './support/variants.ts';

test('the sheet is worked on by keyboard', { tag: '@once' }, async ({ app, page, api }) => {
  const values = await createValues(api, 'Size', ['S', 'M', 'L']);
  const id = await api.create('product', { name: 'Pen', attributeArr: variantsOf(values) });
  await app.goto(generatePath(routes.productEdit, { id }));
  const column = (place: number) =>
    sheet(page)
      .getByRole('row')
      .locator(`[aria-colindex="${place + 1}"]`);
  await cellOf(page, 'PEN-S', columns.productName).click();
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData('text/plain', 'Pen small\tPEN-1\t+10%\nPen medium\tPEN-2\t9.90\n');
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  });
  await expect(column(columns.productName)).toHaveText(['Pen small', 'Pen medium', '']);
  await expect(column(columns.price)).toHaveText(['11.00', '9.90', '10.00']);

  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByText('3 of 3 variants selected')).toBeVisible();
  await page.keyboard.press('Control+d');
  await expect(column(columns.price)).toHaveText(['11.00', '11.00', '11.00']);
  await page.keyboard.press('Control+z');
  await expect(column(columns.price)).toHaveText(['11.00', '9.90', '10.00']);
  await page.keyboard.press('Control+z');
  await expect(column(columns.sku)).toHaveText(['PEN-S', 'PEN-M', 'PEN-L']);
  await page.keyboard.press('Control+Shift+z');
  await expect(column(columns.sku)).toHaveText(['PEN-1', 'PEN-2', 'PEN-L']);

  await page.keyboard.press('Escape');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Control+h');
  const dialog = page.getByRole('dialog', { name: 'Find and replace' });
  await expect(dialog.getByRole('combobox', { name: 'In' })).toHaveValue('Attribute Sku');
  await dialog.getByLabel('Find', { exact: true }).fill('pen-2');
  await dialog.getByLabel('Replace with').fill('PEN-1');
  await dialog.getByRole('button', { name: 'Replace', exact: true }).click();
  // Two of one SKU are shown before anything is saved.
  await expect(page.getByRole('button', { name: 'With errors (1)' })).toBeVisible();
  await typeInto(page, 'Pen medium', columns.sku, 'PEN-22');
  await expect(page.getByRole('button', { name: 'With errors (0)' })).toBeVisible();
  // What is being typed is part of what is saved; what cannot stand there keeps the form open.
  const price = page.getByRole('textbox', { name: 'Price of S' });
  await cellOf(page, 'Pen small', columns.price).click();
  await page.keyboard.type('cheap');
  await page.keyboard.press('Control+s');
  await expect(price).toBeFocused();
  await save(page);
  await expect(price).toBeFocused();
  await cellOf(page, 'Pen medium', columns.name).click();
  await expect(price).toBeFocused();
  await expect(price).toHaveValue('cheap');
  await price.fill('12.5');
  await page.keyboard.press('Control+s');

  await expect.poll(() => app.route()).toBe(routes.productList);
  expect(await api.get('product', id)).toMatchObject({
    attributeArr: [
      { productName: 'Pen small', sku: 'PEN-1', price: 12.5 },
      { productName: 'Pen medium', sku: 'PEN-22', price: 9.9 },
      { productName: '', sku: 'PEN-L', price: 10 },
    ],
  });
});

test('many variants are made only once they are asked for', { tag: '@once' }, async ({ app, page, api }) => {
  const names = (letter: string) => Array.from({ length: 25 }, (_, index) => `${letter}${index + 1}`);
  await createValues(api, 'Colour', names('C'));
  await createValues(api, 'Lot', names('L'));
  await app.goto(routes.productAdd);
  for (const name of ['Colour', 'Lot']) {
    await page.getByRole('checkbox', { name, exact: true }).check();
    await page.getByRole('button', { name: `Check all values of ${name}` }).click();
  }
  await expect(page.getByText('What is checked makes 625 variants. Shall they be made?')).toBeVisible();
  await expect(sheet(page)).toHaveAttribute('aria-rowcount', '26');
  await page.getByRole('button', { name: 'Generate 625 variants' }).click();
  await expect(sheet(page)).toHaveAttribute('aria-rowcount', '626');
  // Only those in sight are drawn.
  expect(await sheet(page).getByRole('row').count()).toBeLessThan(60);
  await cellOf(page, 'C1-L1', columns.sku).first().click();
  await page.keyboard.press('Control+ArrowDown');
  await expect(cellOf(page, 'C25-L25', columns.sku)).toBeFocused();
  await page.keyboard.type('LAST');
  await page.keyboard.press('Enter');

  // What is unchecked and checked again is there as it was.
  await page.getByRole('checkbox', { name: 'C25', exact: true }).uncheck();
  await page.getByRole('button', { name: 'Generate 600 variants' }).click();
  await page.getByRole('checkbox', { name: 'C25', exact: true }).check();
  await page.getByRole('button', { name: 'Generate 625 variants' }).click();
  await page.getByRole('searchbox', { name: 'Search variants' }).fill('last');
  await expect(sheet(page)).toHaveAttribute('aria-rowcount', '2');
  await expect(cellOf(page, 'C25-L25', columns.sku)).toHaveText('LAST');
});

test('a crash in the middle of 1,000 variants loses nothing', { tag: '@once' }, async ({
  app,
  page,
  api,
  folder,
}) => {
  const names = (letter: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${letter}${index + 1}`);
  const colours = await createValues(api, 'Colour', names('C', 25));
  const sizes = await createValues(api, 'Size', names('S', 40));
  const image = asField('red.png', red);
  const attributeArr = colours.flatMap((colour) =>
    sizes.map((size) => {
      const name = `${colour.attributeValueName}-${size.attributeValueName}`;
      return { name, sku: `PEN ${name}`, imagesArr: [image], attributeValueArr: [colour, size] };
    }),
  );
  const id = await api.create('product', { name: 'Pen', attributeArr });
  const before = await api.get('product', id);
  const picture = await putFile(folder, 'blue.png', blue);
  const path = generatePath(routes.productEdit, { id });
  await app.goto(path);
  await typeInto(page, 'PEN C1-S1', columns.productName, 'Kept through a crash');
  await dropFiles(cellOf(page, 'Kept through a crash', columns.name), [picture]);
  await expect(page.getByRole('button', { name: 'Images of C1-S1: 2' })).toBeVisible();
  await expectKept(page, 'Kept through a crash', 1);
  await app.load(path);
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(cellOf(page, 'Kept through a crash', columns.name)).toBeVisible();
  await expect(sheet(page)).toHaveAttribute('aria-rowcount', '1001');
  await save(page);

  await expect.poll(() => app.route()).toBe(routes.productList);
  const after = await api.get('product', id);
  const [changed, ...rest] = after.attributeArr as Record<string, unknown>[];
  expect(rest).toEqual((before.attributeArr as unknown[]).slice(1));
  expect(changed).toMatchObject({ name: 'C1-S1', productName: 'Kept through a crash' });
  expect(changed?.imagesArr).toHaveLength(2);
});
