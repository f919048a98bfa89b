import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { generatePath } from 'react-router-dom';
import { texts } from '../../src/shared/texts.ts';
import { routes } from '../support/routes.ts';
import { putFile } from './support/files.ts';
import { save } from './support/forms.ts';
import { dropFiles } from './support/host.ts';
import { expectToast, rejectionErrors } from './support/locators.ts';
import { expect, once, test } from './support/test.ts';
import {
  addAttribute,
  blue,
  cellOf,
  columns,
  createValues,
  green,
  openTool,
  red,
  sheet,
  showProductNames,
  typeInto,
  variantsOf,
} from './support/variants.ts';

type Stored = { attributeArr: { name: string; imagesArr: { image: string; order: number }[] }[] };

test('24 variants are saved unchanged', once, async ({ app, page, api, faults, folder }) => {
  test.slow();
  const colours = await createValues(api, 'Colour', ['Red', 'Green', 'Blue']);
  await createValues(api, 'Finish', ['Matt', 'Gloss']);
  await createValues(api, 'Size', ['S', 'M', 'L', 'XL']);
  await app.goto(routes.productAddEdit);
  await page.getByRole('textbox', { name: 'Product Name', exact: true }).fill('Gel pen');
  for (const name of ['Colour', 'Finish', 'Size']) {
    await addAttribute(page, name);
    await page.getByRole('button', { name: `Select all ${name} values` }).click();
  }
  await expect(sheet(page)).toHaveAttribute('aria-rowcount', '25');

  await page.getByRole('button', { name: 'Generate SKUs…' }).click();
  const pattern = page.getByRole('textbox', { name: 'Pattern' });
  await expect(pattern).toHaveValue('{product}-{colour:3}-{finish}-{size}');
  // SKUs differ at the end, so a long one must show its end.
  await pattern.fill('{product}-{product}-{product}-{product}-{colour}-{finish}-{size}');
  const preview = page.getByText('GEL-PEN-GEL-PEN-GEL-PEN-GEL-PEN-RED-MATT-S', { exact: true });
  await expect(preview).toBeVisible();
  expect(await preview.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true);
  await pattern.fill('{product}-{colour}-{finish}-{size}');
  await page.getByRole('button', { name: 'Generate SKUs', exact: true }).click();
  await openTool(page, 'price', 'Of all variants…');
  await page.getByRole('dialog').getByLabel('Price').fill('=1249.90');
  await page.getByRole('dialog').getByRole('button', { name: 'Set price' }).click();
  await expect(cellOf(page, 'Red · Matt · S', columns.price)).toHaveText('1,249.90');
  await openTool(page, 'more', 'Add features…');
  await page.getByLabel('Features', { exact: true }).fill('- Writes smoothly\n- Dries fast');
  await page.getByRole('dialog').getByRole('button', { name: 'Add features' }).click();
  const pictures = { Red: red, Green: green, Blue: blue };
  const paths = Object.entries(pictures).map(([colour, bytes]) => putFile(folder, `${colour}.png`, bytes));
  await openTool(page, 'images', 'By Colour…');
  await app.chooseFiles('Choose images', ...(await Promise.all(paths)));
  await expect(
    page.getByRole('listitem').filter({ hasText: 'Red' }).getByRole('img', { name: 'Red.png' }),
  ).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Add images' }).click();
  await showProductNames(page);
  await typeInto(page, 'Red · Matt · S', columns.productName, 'Gel pen, red');
  await expect(cellOf(page, 'Red · Matt · S', columns.productName)).toHaveText('Gel pen, red');
  await save(page);
  await expectToast(page, 'Product created');

  const sentImages = faults.written.filter(({ request }) => request === 'POST /v1/product/image');
  expect(sentImages).toHaveLength(3);
  const [{ _id: id } = { _id: '' }] = await api.list('product');
  const stored = (await api.get('product', id)) as unknown as Stored;
  expect(stored.attributeArr).toHaveLength(24);
  const [first] = stored.attributeArr;
  expect(first).toMatchObject({
    name: 'Red-Matt-S',
    productName: 'Gel pen, red',
    sku: 'GEL-PEN-RED-MATT-S',
    price: 1249.9,
    descriptionArr: ['Writes smoothly', 'Dries fast'],
    attributeValueArr: [colours[0], { attributeName: 'Finish' }, { attributeName: 'Size' }],
  });
  for (const [colour, bytes] of Object.entries(pictures)) {
    const ofColour = stored.attributeArr.filter(({ name }) => name.startsWith(colour));
    expect(new Set(ofColour.map(({ imagesArr }) => imagesArr[0]?.image)).size).toBe(1);
    expect(await api.download(ofColour[0]?.imagesArr[0]?.image ?? '')).toEqual(bytes);
  }

  await app.goto(generatePath(routes.productEdit, { id }));
  await expect(page.getByRole('checkbox', { name: 'Gloss', exact: true })).toBeChecked();
  await expect(cellOf(page, 'Red · Matt · S', columns.sku)).toHaveText('GEL-PEN-RED-MATT-S');
  const caption = `Red.png · ${red.length} B`;
  await page.getByRole('button', { name: 'Images of Red · Matt · S: 1' }).click();
  await expect(page.getByRole('dialog', { name: 'Red · Matt · S' }).getByText(caption)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByTitle(caption).first()).toBeVisible();
  await page.getByRole('textbox', { name: 'Product Name', exact: true }).fill('Gel pen 0.5');
  await save(page);
  await app.expectRoute(routes.productList);
  expect(((await api.get('product', id)) as unknown as Stored).attributeArr).toEqual(stored.attributeArr);
  await app.goto(generatePath(routes.productView, { id }));
  await expect(page.getByText(caption)).toBeVisible();
});

test('the product form reports one problem at a time', once, async ({ app, page, api, faults, folder }) => {
  await createValues(api, 'Size', ['S', 'M']);
  const picture = await putFile(folder, 'red.png', red);
  await app.goto(routes.productAdd);
  await addAttribute(page, 'Size');
  await page.getByRole('checkbox', { name: 'M', exact: true }).check();
  await typeInto(page, 'Add features', columns.name, ' ');
  const panel = page.getByRole('dialog');
  const row = sheet(page).getByRole('row').nth(1);
  const { product } = texts;
  const all = [
    product.nameRequired,
    product.attributeNameRequired,
    product.attributeSkuRequired,
    product.imagesRequired,
    product.featureEmpty,
  ].map((text) => text.trim());
  const expectSaid = async (text: string) => {
    await save(page);
    for (const each of all) {
      const said = page.getByRole('main').getByText(each, { exact: true });
      if (each === text.trim()) await expect(said.first()).toBeVisible();
      else await expect(said).toHaveCount(0);
    }
  };

  // Empty cells count as errors only after the first attempt to save.
  const errorCount = page.getByRole('button', { name: /^\d+ error/ });
  const invalidCells = sheet(page).locator('[aria-colindex][aria-invalid]');
  await expect(errorCount).toHaveCount(0);
  await expect(invalidCells).toHaveCount(0);
  await expectSaid(product.nameRequired);
  await expect(errorCount).toHaveText('1 error');
  await expect(invalidCells).toHaveCount(3);
  await page.getByRole('textbox', { name: 'Product Name', exact: true }).fill('Pen');
  await expectSaid(product.attributeNameRequired);
  await expect(row.getByRole('rowheader')).toBeFocused();
  await typeInto(page, 'Add features', columns.name, 'Medium');
  await expectSaid(product.attributeSkuRequired);
  await typeInto(page, 'Medium', columns.sku, '17');
  await row.getByRole('button', { name: /^Features of/ }).click();
  await panel.getByRole('button', { name: 'Add feature' }).click();
  await expect(panel.getByLabel('Feature 1', { exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expectSaid(product.imagesRequired);
  await row.getByRole('button', { name: /^Images of/ }).click();
  await app.host.chooseFiles(page, [picture], () => panel.getByRole('button', { name: /or choose files/ }).click());
  await expect(panel.getByRole('img', { name: 'Image 1' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expectSaid(product.featureEmpty);
  expect(faults.written.filter(({ request }) => request.includes('/product/'))).toEqual([]);

  await row.getByRole('button', { name: /^Features of/ }).click();
  await panel.getByLabel('Feature 1', { exact: true }).fill('Light');
  await page.keyboard.press('Control+s');
  await app.expectRoute(routes.productList);
  const [stored] = await api.list('product');
  expect(stored).toMatchObject({ name: 'Pen', variantCount: 1 });
  expect(await api.get('product', String(stored?._id))).toMatchObject({
    attributeArr: [{ descriptionArr: ['Light'] }],
  });
});

test('variant images can be arranged by dragging', async ({ app, page, api, folder }) => {
  const values = await createValues(api, 'Size', ['S', 'M']);
  const id = await api.create('product', { name: 'Pen', attributeArr: variantsOf(values, [red, green]) });
  const imagesOf = async () => {
    const { attributeArr } = (await api.get('product', id)) as unknown as Stored;
    return attributeArr.map(({ imagesArr }) => imagesArr.map(({ image }) => image));
  };
  const [redName = '', greenName = ''] = (await imagesOf())[0] ?? [];
  const dropped = join(folder, 'pictures');
  await mkdir(join(dropped, 'more'), { recursive: true });
  await putFile(dropped, 'blue.png', blue);
  await putFile(join(dropped, 'more'), 'copy.png', blue);
  await putFile(dropped, 'notes.txt', 'No picture');
  await app.goto(generatePath(routes.productEdit, { id }));
  await dropFiles(cellOf(page, 'PEN-S', columns.name), [dropped]);
  await expect(page.getByRole('button', { name: 'Images of S: 3' })).toBeVisible();

  await page.getByRole('button', { name: 'Images of S: 3' }).click();
  const panel = page.getByRole('dialog');
  const handle = (place: number) => panel.getByRole('button', { name: `Reorder Image ${place}` });
  await handle(1).focus();
  await page.keyboard.press('Space');
  await expect(page.getByText(/You have lifted an item/)).toBeAttached();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('You have moved the item from position 1 to position 2')).toBeAttached();
  await page.keyboard.press('Space');
  await expect(page.getByText(/You have dropped the item/)).toBeAttached();
  // The order is green, red, blue; move blue to the front.
  await handle(3).hover({ position: { x: 8, y: 8 } });
  const start = await handle(3).boundingBox();
  const end = await handle(1).boundingBox();
  if (!start || !end) throw new Error('The pictures are not visible.');
  await page.mouse.down();
  await page.mouse.move(start.x - 30, start.y + 8, { steps: 4 });
  await page.mouse.move(end.x - 30, end.y + 8, { steps: 12 });
  await expect(page.getByText('You have moved the item from position 3 to position 1')).toBeAttached();
  await page.mouse.up();
  await expect(page.getByText(/You have dropped the item/)).toBeAttached();
  // Green goes to the other variant, which has it already; then red is removed and restored.
  await panel.getByRole('combobox', { name: 'Move Image 2 to' }).click();
  await page.getByRole('option', { name: 'M', exact: true }).click();
  await panel.getByRole('button', { name: 'Remove Image 2' }).click();
  await expect(panel.getByRole('button', { name: /^View Image/ })).toHaveCount(1);
  await panel.getByRole('button', { name: /^Undo: Remove image/ }).click();
  await expect(panel.getByRole('button', { name: /^View Image/ })).toHaveCount(2);
  await panel.getByRole('textbox', { name: 'SKU' }).fill('PEN-SMALL');
  await panel.getByRole('textbox', { name: 'Price' }).fill('twelve');
  await panel.getByRole('button', { name: 'Done' }).focus();
  await expect(panel.getByText(/must be a number/)).toBeVisible();
  await panel.getByRole('textbox', { name: 'Price' }).fill('12.50');
  await panel.getByRole('button', { name: 'Done' }).click();
  await expect(cellOf(page, 'PEN-SMALL', columns.price)).toHaveText('12.50');
  await save(page);

  await app.expectRoute(routes.productList);
  const [small = [], medium = []] = await imagesOf();
  expect([small.length, small[1], medium]).toEqual([2, redName, [redName, greenName]]);
  expect(await api.download(small[0] ?? '')).toEqual(blue);
});

test('a missing value is added above the product form and selected', once, async ({ app, page, api }) => {
  await createValues(api, 'Colour', ['Red']);
  await app.goto(routes.productAddEdit);
  await page.getByRole('textbox', { name: 'Product Name', exact: true }).fill('Gel pen');
  await addAttribute(page, 'Colour');
  await page.getByRole('checkbox', { name: 'Red', exact: true }).check();
  const addValue = page.getByRole('button', { name: 'Add a value to Colour' });
  const dialog = page.getByRole('dialog', { name: 'Add a value to Colour' });
  const name = dialog.getByRole('textbox');
  const saveValue = dialog.getByRole('button', { name: texts.form.save, exact: true });

  await addValue.click();
  await name.fill('Red');
  app.watch.allow(rejectionErrors);
  await saveValue.click();
  await expect(name).toHaveAccessibleDescription(/already has the value Red/);
  await name.fill('Green');
  await saveValue.click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('checkbox', { name: 'Green', exact: true })).toBeChecked();
  await expect(cellOf(page, 'Green', columns.sku)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Product Name', exact: true })).toHaveValue('Gel pen');
  expect(await api.list('product')).toHaveLength(0);
});
