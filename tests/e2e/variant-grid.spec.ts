import { generatePath } from 'react-router-dom';
import { routes } from '../support/routes.ts';
import { expectDraftSaved } from './support/drafts.ts';
import { asField, putFile } from './support/files.ts';
import { pasteText, save } from './support/forms.ts';
import { dropFiles } from './support/host.ts';
import { expectToast } from './support/locators.ts';
import { expect, once, test } from './support/test.ts';
import {
  addAttribute,
  blue,
  cellOf,
  columnOf,
  columns,
  createValues,
  openSizes,
  openTool,
  red,
  sheet,
  showProductNames,
  typeInto,
} from './support/variants.ts';

test('the variant grid is edited by keyboard', once, async ({ app, page, api }) => {
  const id = await openSizes({ app, api }, ['S', 'M', 'L']);
  await cellOf(page, 'PEN-S', columns.name).click();
  await pasteText(page, 'Small\tPEN-1\t+10%\nMedium\tPEN-2\t9.90\n');
  await expect(columnOf(page, columns.name)).toHaveText(['Small', 'Medium', 'L']);
  await expect(columnOf(page, columns.price)).toHaveText(['11.00', '9.90', '10.00']);

  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByRole('main').getByText('3 cells selected', { exact: true })).toBeVisible();
  await page.keyboard.press('Control+d');
  await expect(columnOf(page, columns.price)).toHaveText(['11.00', '11.00', '11.00']);
  await page.keyboard.press('Control+z');
  await expect(columnOf(page, columns.price)).toHaveText(['11.00', '9.90', '10.00']);
  await page.keyboard.press('Control+z');
  await expect(columnOf(page, columns.sku)).toHaveText(['PEN-S', 'PEN-M', 'PEN-L']);
  await page.keyboard.press('Control+Shift+z');
  await expect(columnOf(page, columns.sku)).toHaveText(['PEN-1', 'PEN-2', 'PEN-L']);

  await page.keyboard.press('Escape');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Control+h');
  const dialog = page.getByRole('dialog', { name: 'Find and replace' });
  await expect(dialog.getByRole('combobox', { name: 'Column' })).toHaveValue('SKU');
  await expect(dialog.getByLabel('Find', { exact: true })).toBeFocused();
  await dialog.getByLabel('Find', { exact: true }).fill('pen-2');
  await dialog.getByLabel('Replace with').fill('PEN-1');
  await expect(dialog.getByRole('status')).toHaveText('1 of 3 variants will change');
  await dialog.getByRole('button', { name: 'Replace', exact: true }).click();
  await expect(page.getByRole('button', { name: '1 error' })).toBeVisible();
  await typeInto(page, 'Medium', columns.sku, 'PEN-22');
  await expect(page.getByRole('button', { name: '1 error' })).toHaveCount(0);
  const price = page.getByRole('textbox', { name: 'Price of Small' });
  await cellOf(page, 'Small', columns.price).click();
  await page.keyboard.type('cheap');
  await page.keyboard.press('Control+s');
  await expect(price).toBeFocused();
  await save(page);
  await expect(price).toBeFocused();
  await cellOf(page, 'Medium', columns.name).click();
  await expect(price).toBeFocused();
  await expect(price).toHaveValue('cheap');
  await price.fill('12.5');
  await page.keyboard.press('Control+s');

  await app.expectRoute(routes.productList);
  expect(await api.get('product', id)).toMatchObject({
    attributeArr: [
      { name: 'Small', sku: 'PEN-1', price: 12.5 },
      { name: 'Medium', sku: 'PEN-22', price: 9.9 },
      { name: 'L', sku: 'PEN-L', price: 10 },
    ],
  });
});

test('cells are selected as a block, filled with the handle and pasted', once, async ({ app, page, api }) => {
  await openSizes({ app, api }, ['S', 'M', 'L', 'XL']);
  const selected = sheet(page).locator('[aria-colindex][aria-selected="true"]');
  await cellOf(page, 'PEN-S', columns.price).click();
  await pasteText(page, '12\n15');
  await cellOf(page, 'PEN-S', columns.price).hover();
  await page.mouse.down();
  await cellOf(page, 'PEN-M', columns.price).hover();
  await page.mouse.up();
  await expect(selected).toHaveText(['12.00', '15.00']);
  const from = await cellOf(page, 'PEN-M', columns.price).boundingBox();
  const to = await cellOf(page, 'PEN-XL', columns.price).boundingBox();
  if (!from || !to) throw new Error('The cells are not visible.');
  await page.mouse.move(from.x + from.width - 3, from.y + from.height - 4);
  await page.mouse.down();
  await page.mouse.move(to.x + 20, to.y + 10, { steps: 4 });
  await page.mouse.up();
  await expect(columnOf(page, columns.price)).toHaveText(['12.00', '15.00', '12.00', '15.00']);
  await expect(selected).toHaveCount(4);

  await page.keyboard.press('Control+z');
  await expect(columnOf(page, columns.price)).toHaveText(['12.00', '15.00', '10.00', '10.00']);
  await cellOf(page, 'PEN-M', columns.sku).click();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByRole('main').getByText('4 cells selected', { exact: true })).toBeVisible();
  await cellOf(page, 'PEN-S', columns.price).click();
  await page.keyboard.press('Shift+ArrowDown');
  await pasteText(page, '+10%');
  await expect(columnOf(page, columns.price)).toHaveText(['13.20', '16.50', '10.00', '10.00']);
  await page.keyboard.press('Delete');
  await expect(columnOf(page, columns.price)).toHaveText(['0.00', '0.00', '10.00', '10.00']);
});

test('pasted prices are read by their column', once, async ({ app, page, api }) => {
  await openSizes({ app, api }, ['S', 'M', 'L', 'XL']);
  const prices = columnOf(page, columns.price);
  await cellOf(page, 'PEN-S', columns.price).click();
  await pasteText(page, '0,495\n1.299,00\n1.250\n12,50');
  const rounding = page.getByRole('dialog', { name: 'Round 1 cell of Price to two decimals?' });
  await rounding.getByRole('button', { name: 'Don’t round' }).click();
  await expectToast(page, /S: “0,495”/);
  await expect(prices).toHaveText(['10.00', '1,299.00', '1,250.00', '12.50']);

  await pasteText(page, '1.500\n\n-5\n2.750');
  const separator = page.getByRole('dialog', { name: 'What does 1.500 in Price mean?' });
  await separator.getByRole('button', { name: '1500', exact: true }).click();
  await expectToast(page, /1 more cell wasn’t changed/);
  await expect(prices).toHaveText(['1,500.00', '1,299.00', '1,250.00', '2,750.00']);
});

test('creating or removing many variants asks first', once, async ({ app, page, api }) => {
  const names = (letter: string) => Array.from({ length: 25 }, (_, index) => `${letter}${index + 1}`);
  await createValues(api, 'Colour', names('C'));
  await createValues(api, 'Lot', names('L'));
  await createValues(api, 'Pack', names('P'));
  await app.goto(routes.productAdd);
  for (const name of ['Colour', 'Lot']) {
    await addAttribute(page, name);
    await page.getByRole('button', { name: `Select all ${name} values` }).click();
  }
  const create = page.getByRole('dialog', { name: 'Create 625 variants?' });
  await create.getByRole('button', { name: 'Cancel' }).click();
  const selectAll = page.getByRole('button', { name: 'Select all Lot values' });
  await expect(selectAll).toBeFocused();
  await expect(page.getByRole('checkbox', { name: 'L1', exact: true })).not.toBeChecked();
  await expect(sheet(page)).toHaveAttribute('aria-rowcount', '26');
  await selectAll.click();
  await create.getByRole('button', { name: 'Create 625 variants' }).click();
  await expect(sheet(page)).toHaveAttribute('aria-rowcount', '626');
  await addAttribute(page, 'Pack');
  await page.getByRole('button', { name: 'Select all Pack values' }).click();
  const tooMany = page.getByRole('dialog', { name: 'Too many variants' });
  await expect(tooMany).toContainText('You’ve selected 15,625 variants. A product can have up to 10,000.');
  await tooMany.getByText('Close', { exact: true }).click();
  await expect(page.getByRole('button', { name: 'Select all Pack values' })).toBeFocused();
  await expect(sheet(page)).toHaveAttribute('aria-rowcount', '626');
  // The sheet is virtualized.
  expect(await sheet(page).getByRole('row').count()).toBeLessThan(60);
  await cellOf(page, 'C1 · L1', columns.sku).first().click();
  await page.keyboard.press('Control+ArrowDown');
  await expect(cellOf(page, 'C25 · L25', columns.sku)).toBeFocused();
  await page.keyboard.type('LAST');
  await page.keyboard.press('Enter');

  const last = page.getByRole('checkbox', { name: 'C25', exact: true });
  const remove = page.getByRole('dialog', { name: 'Remove 25 variants?' });
  await last.click();
  await expect(remove).toContainText('1 has images, prices, SKUs or other details.');
  await remove.getByRole('button', { name: 'Cancel' }).click();
  await expect(last).toBeFocused();
  await expect(last).toBeChecked();
  await last.click();
  await remove.getByRole('button', { name: 'Remove 25 variants' }).click();
  await expect(sheet(page)).toHaveAttribute('aria-rowcount', '601');
  await expect(last).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(last).toBeChecked();
  await page.getByRole('searchbox', { name: 'Search variants' }).fill('last');
  await expect(sheet(page)).toHaveAttribute('aria-rowcount', '2');
  await expect(cellOf(page, 'C25 · L25', columns.sku)).toHaveText('LAST');
});

test('Ctrl+Z undoes the last change of the form', once, async ({ app, page, api }) => {
  await openSizes({ app, api }, ['S', 'M', 'L']);
  const name = page.getByRole('textbox', { name: 'Product Name', exact: true });
  const specification = page.getByRole('textbox', { name: 'Specification' });
  const description = page.getByRole('textbox', { name: 'Description', exact: true });
  const clear = async (value: string) => {
    await page.getByRole('checkbox', { name: value, exact: true }).click();
    await page.getByRole('button', { name: 'Remove 1 variant', exact: true }).click();
  };
  const expectSizes = (...sizes: string[]) =>
    expect(
      sheet(page)
        .getByRole('row')
        .locator(`[aria-colindex="${columns.name + 1}"]`),
    ).toHaveText(sizes);

  await name.press('End');
  await page.keyboard.type(' A');
  await clear('S');
  await expectSizes('M', 'L');
  await specification.click();
  await page.keyboard.type('B');
  await clear('M');
  await expectSizes('L');
  await description.click();
  await page.keyboard.press('Control+z');
  await expectSizes('M', 'L');
  await specification.click();
  await page.keyboard.press('Control+z');
  await expect(specification).toHaveValue('');
  await expectSizes('M', 'L');
  await page.keyboard.press('Control+z');
  await expectSizes('S', 'M', 'L');
  await expect(name).toHaveValue('Pen A');
  await page.keyboard.press('Control+Shift+z');
  await expectSizes('M', 'L');
  await page.getByRole('checkbox', { name: 'L', exact: true }).focus();
  await page.keyboard.press('Control+y');
  await expectSizes('L');
  await description.click();
  await page.keyboard.type('Typed');
  await page.keyboard.press('Control+z');
  await expect(description).not.toHaveText('Typed');
  await expectSizes('L');
});

test('a draft of 1,000 variants survives a crash', once, async ({ app, page, api, folder }) => {
  const names = (letter: string, count: number) => Array.from({ length: count }, (_, index) => `${letter}${index + 1}`);
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
  await showProductNames(page);
  await typeInto(page, 'PEN C1-S1', columns.productName, 'Kept through a crash');
  await dropFiles(cellOf(page, 'Kept through a crash', columns.name), [picture]);
  await expect(page.getByRole('button', { name: 'Images of C1 · S1: 2' })).toBeVisible();
  await expectDraftSaved(page, 'Kept through a crash', 1);
  await app.load(path);
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(cellOf(page, 'Kept through a crash', columns.name)).toBeVisible();
  await expect(sheet(page)).toHaveAttribute('aria-rowcount', '1001');
  await save(page);

  await app.expectRoute(routes.productList);
  const after = await api.get('product', id);
  const [changed, ...rest] = after.attributeArr as Record<string, unknown>[];
  expect(rest).toEqual((before.attributeArr as unknown[]).slice(1));
  expect(changed).toMatchObject({ name: 'C1-S1', productName: 'Kept through a crash' });
  expect(changed?.imagesArr).toHaveLength(2);
});

test('the GTIN of a variant is entered in a column that is shown on request', once, async ({ app, page, api }) => {
  const id = await openSizes({ app, api }, ['A4', 'A5']);
  await openTool(page, 'more', 'Show GTIN');
  const gtin = columns.features + 1;
  await typeInto(page, 'A4', gtin, '4006381333932');
  await expect(page.getByText('The last digit of this GTIN is wrong: it would be 1 after 400638133393')).toBeVisible();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('4006381333931');
  await page.keyboard.press('Enter');
  await save(page);
  await app.expectRoute(routes.productList);
  const { attributeArr } = await api.get('product', id);
  expect((attributeArr as { gtin?: string }[]).map((variant) => variant.gtin)).toEqual(['4006381333931', undefined]);
});
