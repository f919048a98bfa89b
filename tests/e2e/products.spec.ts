import { generatePath } from 'react-router-dom';
import { texts } from '../../src/shared/texts.ts';
import { routes } from '../support/routes.ts';
import { expectAccessible } from './support/axe.ts';
import { asField, png, putFile } from './support/files.ts';
import { choose, pasteText, pressMenuItem, save } from './support/forms.ts';
import { dropFiles } from './support/host.ts';
import { expectColumns, expectTitle, expectToast, factOf, rowOf } from './support/locators.ts';
import { expect, once, test } from './support/test.ts';
import { blue, createValues, red, variantsOf } from './support/variants.ts';

test('an ambiguous price and a SKU with letters aren’t guessed', once, async ({ app, page, faults }) => {
  await app.goto(routes.productAdd);
  await page.getByRole('textbox', { name: 'Product Name' }).fill('Pen');
  const sku = page.getByRole('textbox', { name: 'SKU' });
  await sku.focus();
  await pasteText(page, '8.9E+12');
  await expect(sku).toHaveAccessibleDescription('Enter a SKU of digits only');
  await expect(sku).toHaveValue('');
  const price = page.getByRole('textbox', { name: 'Price' });
  for (const [text, message] of [
    ['1.250', 'This can mean 1250 or 1.25. Write it with two decimals.'],
    ['0,495', 'Price can have up to two decimal places'],
    ['12¹', 'Price must be a number, such as 149.50'],
  ] as const) {
    await price.fill(text);
    await price.blur();
    await expect(price).toHaveAccessibleDescription(message);
  }
  await price.fill('1.250');
  await save(page);
  await expect(price).toHaveAccessibleDescription(/1250 or 1\.25/);
  await expect(price).toHaveValue('1.250');
  expect(faults.written.some(({ request }) => request.includes('/product/'))).toBe(false);
  await price.fill('1.250,00');
  await save(page);
  await expectToast(page, 'Product created');
  expect(faults.written.at(-1)?.body).toMatchObject({ price: 1250 });
});

test('a new product is shown as it was entered', once, async ({ app, page, api, faults, folder }) => {
  const picture = png([194, 38, 46]);
  const categoryId = await api.create('category', { name: 'Pens' });
  const subCategoryId = await api.create('subCategory', { name: 'Gel pens', categoryId });
  await api.create('product', { name: 'Eraser' });
  await app.goto(routes.productList);
  await expectColumns(page, [...['S.NO', 'Image', 'Name', 'SKU', 'Category', 'Price', 'Variants', 'Status', 'Action']]);
  await expect(rowOf(page, 'Eraser')).toContainText('No Image');
  await page.getByRole('link', { name: 'Add Product' }).click();
  await expectTitle(page, 'Add Product');

  await save(page);
  await expect(page.getByText(texts.product.nameRequired)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Product Name' })).toBeFocused();
  expect(faults.written.some(({ request }) => request.includes('/product/'))).toBe(false);

  await page.getByRole('textbox', { name: 'Product Name' }).fill('Gel pen');
  await page.getByRole('textbox', { name: 'SKU' }).pressSequentially('00a42');
  await expect(page.getByRole('textbox', { name: 'SKU' })).toHaveValue('0042');
  await page.getByRole('textbox', { name: 'Price' }).fill('149,5');
  await page.getByRole('textbox', { name: 'Description', exact: true }).fill('Writes smoothly');
  await choose(page.getByRole('combobox', { name: 'Category', exact: true }), 'Pens');
  await choose(page.getByRole('combobox', { name: 'Sub Category' }), 'Gel pens');
  const path = await putFile(folder, 'red.png', picture);
  await app.chooseFiles('Choose Thumbnail', path);
  await expect(page.getByRole('button', { name: 'Remove Thumbnail' })).toBeVisible();
  await save(page);

  await expectToast(page, 'Product created');
  await app.expectRoute(routes.productList);
  expect(faults.written.at(-1)).toMatchObject({
    request: 'POST /v1/product/',
    body: {
      name: 'Gel pen',
      sku: '0042',
      price: 149.5,
      description: '<p>Writes smoothly</p>',
      thumbnail: `red.png@@data:image/png;base64,${picture.toString('base64')}`,
      status: 'ACTIVE',
      specification: '',
      categoryId,
      subCategoryId,
    },
  });

  await page.getByRole('searchbox', { name: 'Search Products' }).fill('gel');
  await expect(rowOf(page, 'Eraser')).toHaveCount(0);
  const stored = (await api.list('product')).find(({ name }) => name === 'Gel pen');
  await expect(rowOf(page, 'Gel pen').locator('th, td').filter({ hasText: /\w/ })).toHaveText([
    ...['1', 'Gel pen', '0042', 'Pens', '₹149.50'],
  ]);
  await rowOf(page, 'Gel pen').getByRole('link', { name: 'View Gel pen' }).click();
  await app.expectRoute(generatePath(routes.productView, { id: stored?._id ?? '' }));
  const overview = page.getByRole('main');
  await expectTitle(page, 'Gel pen');
  await expect(factOf(page, 'Price')).toHaveText('₹149.50');
  await expect(factOf(page, 'Description')).toHaveText('Writes smoothly');
  await expect(factOf(page, 'Material Type')).toHaveCount(0);
  await expect(overview.getByRole('switch', { name: 'Status' })).toBeChecked();
  await expect(overview.getByRole('img', { name: 'Image' })).toBeVisible();
});

test(
  'the details of a product lead to its category and keep the header of its variants',
  once,
  async ({ app, page, api }) => {
    const categoryId = await api.create('category', { name: 'Pens' });
    const values = await createValues(
      api,
      'Size',
      Array.from({ length: 20 }, (_, index) => `Size ${index + 1}`),
    );
    await api.call('PATCH', `/attributeValue/updateById/${values[0]?.attributeValueId}`, { color: '#2f5da8' });
    const attributeArr = variantsOf(values).map((variant, index) => ({ ...variant, price: index === 3 ? 30 : 10 }));
    const id = await api.create('product', { name: 'Gel pen', categoryId, attributeArr });
    await app.goto(generatePath(routes.productView, { id }));
    await expect(factOf(page, 'Price')).toHaveText('₹10.00 – 30.00 by variant');
    const variants = page.getByRole('region', { name: 'Variants' });
    await variants.getByText('Size 20', { exact: true }).scrollIntoViewIfNeeded();
    await expect(variants.getByRole('columnheader', { name: 'Price' })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('region', { name: 'Recent changes' })).toContainText('added');
    await expect(factOf(page, 'Category').getByRole('link', { name: 'Pens' })).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Pens' }).first().click();
    await app.expectRoute(`${routes.productList}?categoryId=${categoryId}`);
  },
);

test('pictures move between variants on the image board', once, async ({ app, page, api }) => {
  const values = await createValues(api, 'Colour', ['Red', 'Blue']);
  const id = await api.create('product', { name: 'Pen', attributeArr: variantsOf(values, [red, blue]) });
  await app.goto(generatePath(routes.productEdit, { id }));
  await page
    .getByRole('navigation', { name: 'Sections' })
    .getByRole('link', { name: /^Images/ })
    .click();
  const tilesOf = (variant: string) => page.getByRole('list', { name: `Images of ${variant}` }).getByRole('button');
  await tilesOf('Red').first().click();
  await page.getByRole('menuitem', { name: 'Move later' }).click();
  await tilesOf('Blue').first().click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await expect(tilesOf('Blue')).toHaveCount(1);
  // Lifted with Space, moved to the other variant with the arrow keys.
  await tilesOf('Red').first().focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText(/^Dragged to position \d of Blue$/)).toBeAttached();
  await page.keyboard.press('Space');
  await expect(tilesOf('Red')).toHaveCount(1);
  await page.keyboard.press('Control+Z');
  await expect(tilesOf('Red')).toHaveCount(2);
  await test.step('by the pointer', async () => {
    const tile = tilesOf('Red').last();
    await tile.hover();
    const [start, end] = [await tile.boundingBox(), await tilesOf('Blue').first().boundingBox()];
    if (!start || !end) throw new Error('The pictures are not visible.');
    await page.mouse.down();
    await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2 + 20, { steps: 4 });
    await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 12 });
    await expect(page.getByText('Dragged to position 1 of Blue')).toBeAttached();
    await page.mouse.up();
    await expect(tilesOf('Blue')).toHaveCount(2);
    await expect(tilesOf('Red')).toHaveCount(1);
    await page.keyboard.press('Control+Z');
    await expect(tilesOf('Red')).toHaveCount(2);
  });
  await tilesOf('Red').first().click();
  await page.getByRole('menuitem', { name: 'Use as the product’s image' }).click();
  await save(page);
  await expectToast(page, 'Product saved');
  const [pen] = await api.list('product');
  expect(await api.download(String(pen?.thumbnail))).toEqual(blue);
});

test('pictures are described on the image board and in the dialog of a variant', once, async ({ app, page, api }) => {
  const values = await createValues(api, 'Colour', ['Red', 'Blue']);
  const id = await api.create('product', { name: 'Pen', attributeArr: variantsOf(values, [red, blue]) });
  await app.goto(`${generatePath(routes.productEdit, { id })}#images`);
  const tile = page.getByRole('list', { name: 'Images of Red' }).getByRole('button').first();
  await expect(page.getByText('2 pictures without alternative text.')).toBeVisible();
  await tile.focus();
  await page.keyboard.press('Enter');
  await pressMenuItem(page, 'Alternative text…');
  const dialog = page.getByRole('dialog', { name: 'Image 1 of Red' });
  await expect(dialog.getByRole('textbox', { name: 'Alternative text of Image 1 of Red' })).toBeFocused();
  await expectAccessible(page, 'alternative text of a variant’s picture');
  await page.keyboard.type('A pen');
  await page.keyboard.press('Enter');
  await expect(tile).toHaveAccessibleName('Image 1 of Red: A pen');
  await expect(tile).toBeFocused();
  // The same picture of another variant.
  await expect(page.getByRole('button', { name: 'Image 1 of Blue: A pen' })).toBeVisible();
  await page.getByRole('button', { name: 'Images of Blue: 2' }).click();
  const variant = page.getByRole('dialog', { name: 'Blue' });
  await expect(page.getByText('1 picture without alternative text.')).toBeVisible();
  await variant.getByRole('textbox', { name: 'Alternative text of Image 2' }).fill('Its cap');
  await variant.getByRole('checkbox', { name: 'Decorative (no alternative text of image 1)' }).check();
  await variant.getByRole('button', { name: 'Done' }).click();
  await save(page);
  await expectToast(page, 'Product saved');
  const { attributeArr } = (await api.get('product', id)) as unknown as { attributeArr: { imagesArr: unknown[] }[] };
  const described = [[{ alt: '(decorative)' }, { alt: 'Its cap' }]];
  expect(attributeArr.map(({ imagesArr }) => imagesArr)).toMatchObject([...described, ...described]);
});

test(
  'pictures dropped anywhere on the product page are added where the user says',
  once,
  async ({ app, page, api, folder }) => {
    const values = await createValues(api, 'Colour', ['Red', 'Blue']);
    const id = await api.create('product', { name: 'Pen', attributeArr: variantsOf(values, [blue]) });
    await app.goto(generatePath(routes.productEdit, { id }));
    const path = await putFile(folder, 'pen.png', red);
    await dropFiles(page.getByRole('heading', { name: 'Organisation' }), [path]);
    const dialog = page.getByRole('dialog', { name: 'Add 1 image' });
    await choose(dialog.getByRole('combobox', { name: 'Add to' }), 'All variants');
    await dialog.getByRole('button', { name: 'Add 1 image' }).click();
    for (const name of ['Red', 'Blue']) {
      await expect(page.getByRole('list', { name: `Images of ${name}` }).getByRole('button')).toHaveCount(2);
    }
  },
);

test('a picture pasted on the image board is added where the user says', async ({ app, page, api }) => {
  const values = await createValues(api, 'Colour', ['Red', 'Blue']);
  const id = await api.create('product', { name: 'Pen', attributeArr: variantsOf(values, [blue]) });
  await app.goto(`${generatePath(routes.productEdit, { id })}#images`);
  await page.getByRole('list', { name: 'Images of Red' }).evaluate(
    (board, bytes) => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([new Uint8Array(bytes)], 'pasted.png', { type: 'image/png' }));
      board.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    [...red],
  );
  const dialog = page.getByRole('dialog', { name: 'Add 1 image' });
  await choose(dialog.getByRole('combobox', { name: 'Add to' }), 'Blue');
  await dialog.getByRole('button', { name: 'Add 1 image' }).click();
  await expect(page.getByRole('list', { name: 'Images of Blue' }).getByRole('button')).toHaveCount(2);
  await save(page);
  await app.expectRoute(routes.productList);
  const { attributeArr } = (await api.get('product', id)) as unknown as {
    attributeArr: { imagesArr: { image: string }[] }[];
  };
  expect(attributeArr.map(({ imagesArr }) => imagesArr.length)).toEqual([1, 2]);
  expect(await api.download(attributeArr[1]?.imagesArr[1]?.image ?? '')).toEqual(red);
});

test('prices are shown in the currency of the office', once, async ({ app, page, api }) => {
  const [blue, red] = [
    { name: 'Blue', sku: 'BLU-1', price: 45 },
    { name: 'Red', sku: 'RED-1', price: 405 },
  ];
  const imagesArr = [{ image: asField('pen.png', png([20, 40, 160])), order: 0 }];
  await api.create('product', {
    name: 'Roller pen',
    price: 48,
    attributeArr: [blue, red].map((each) => ({ ...each, imagesArr })),
  });
  await api.create('product', { name: 'Printing press', price: 1_234_567.5 });
  await app.goto(routes.productList);
  await expect(rowOf(page, 'Roller pen')).toContainText('from ₹45.00');
  await expect(rowOf(page, 'Printing press')).toContainText('₹12,34,567.50');
  await page.getByRole('banner').getByRole('button', { name: 'Admin' }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await page.getByRole('combobox', { name: 'Currency' }).selectOption('Euro (EUR)');
  await page.getByRole('button', { name: 'Close settings' }).click();
  await expect(rowOf(page, 'Printing press')).toContainText('€1,234,567.50');
  await page.reload();
  await expect(rowOf(page, 'Roller pen')).toContainText('from €45.00');
});
