import type { Locator, Page } from '@playwright/test';
import { generatePath } from 'react-router-dom';
import { routes } from '../support/routes.ts';
import { png, putFile } from './support/files.ts';
import { dropFiles } from './support/host.ts';
import { expectCounts, openWith } from './support/imports.ts';
import { expectTitle, expectToast, rowOf } from './support/locators.ts';
import { expect, once, test } from './support/test.ts';
import { createValues, red, variantsOf } from './support/variants.ts';

/** Counts actions: each click, typed text, key, chord, drop or choice of files. */
const countActions = (page: Page) => {
  let count = 0;
  const act = async (action: Promise<unknown>) => {
    count += 1;
    await action;
  };
  const { keyboard } = page;
  return {
    act,
    click: (target: Locator) => act(target.click()),
    type: (text: string) => act(keyboard.type(text)),
    press: (keys: string) => act(keyboard.press(keys)),
    /** The figure that docs/tour.md gives. */
    expectCount: (expected: number) => expect(count).toBe(expected),
  };
};

const packs = { Single: '45', 'Pack of 5': '210', 'Pack of 10': '405' };

const setPricesByPack = async (page: Page, { click, type, press }: ReturnType<typeof countActions>): Promise<void> => {
  await click(page.getByRole('button', { name: 'Set price', exact: true }));
  await click(page.getByRole('menuitem', { name: 'By Pack…' }));
  const dialog = page.getByRole('dialog', { name: 'Set price by Pack' });
  await expect(dialog.getByRole('textbox', { name: 'Single', exact: true })).toBeFocused();
  for (const [index, price] of Object.values(packs).entries()) {
    if (index > 0) await press('Tab');
    await type(price);
  }
  await click(dialog.getByRole('button', { name: 'Set price' }));
  await expect(dialog).toBeHidden();
};

type StoredVariants = {
  attributeArr: { name: string; sku: string; price: number; imagesArr: { name: string }[] }[];
};

test.describe('everyday tasks take few actions', once, () => {
  test('adding a product with 12 variants', async ({ app, page, api, folder }) => {
    const colours = ['Blue', 'Black', 'Red', 'Green'];
    await createValues(api, 'Colour', colours);
    await createValues(api, 'Pack', Object.keys(packs));
    const pictures = await Promise.all(
      colours.map((colour, index) => putFile(folder, `pen-${colour.toLowerCase()}.png`, png([40 * index, 90, 60]))),
    );
    await app.goto(routes.productList);
    await expectTitle(page, 'Products');

    const actions = countActions(page);
    const { act, click, type, press } = actions;
    await press('n');
    await click(page.getByRole('textbox', { name: 'Product Name', exact: true }));
    await type('Monsoon roller pen');
    await click(page.getByRole('textbox', { name: 'SKU', exact: true }));
    await type('4210');
    for (const attribute of ['Colour', 'Pack']) {
      await click(page.getByRole('button', { name: 'Add attribute' }));
      await click(page.getByRole('menuitem', { name: attribute, exact: true }));
      await click(page.getByRole('button', { name: `Select all ${attribute} values` }));
    }
    await setPricesByPack(page, actions);
    await click(page.getByRole('button', { name: 'Add images', exact: true }));
    await click(page.getByRole('menuitem', { name: 'By Colour…' }));
    await act(app.chooseFiles('Choose images', ...pictures));
    const dialog = page.getByRole('dialog', { name: 'Add images by Colour' });
    await expect(dialog.getByRole('listitem').getByRole('img')).toHaveCount(4);
    await click(dialog.getByRole('button', { name: 'Add images' }));
    await expect(dialog).toBeHidden();
    await press('Control+s');
    await expectToast(page, 'Product created');
    actions.expectCount(24);

    const [{ _id: id } = { _id: '' }] = await api.list('product');
    const { attributeArr } = (await api.get('product', id)) as unknown as StoredVariants;
    expect(attributeArr).toHaveLength(12);
    expect(attributeArr[4]).toMatchObject({
      name: 'Black-Pack of 5',
      sku: '4210-BLA-PACK-OF-5',
      price: 210,
      imagesArr: [{ name: 'pen-black.png' }],
    });
    expect(new Set(attributeArr.map(({ sku }) => sku)).size).toBe(12);
  });

  test('changing the price of the third product', async ({ app, page, api }) => {
    const ids = await api.createMany('product', [
      { name: 'Copier paper', price: 45 },
      { name: 'Gel pen', price: 12 },
      { name: 'Ledger', price: 90 },
    ]);
    await app.goto(routes.productList);
    const { click, type, press, expectCount } = countActions(page);
    await click(page.getByRole('row').nth(3).getByRole('button', { name: '₹45.00' }));
    await type('48');
    await press('Enter');
    await expectToast(page, 'Price of Copier paper set to ₹48.00');
    expectCount(3);
    expect(await api.get('product', ids[0] ?? '')).toMatchObject({ price: 48 });
  });

  test('setting a status and undoing it', async ({ app, page, api }) => {
    const id = await api.create('product', { name: 'Copier paper' });
    await app.goto(routes.productList);
    const { click, press, expectCount } = countActions(page);
    await click(page.getByRole('switch', { name: 'Status of Copier paper' }));
    await expectToast(page, 'Copier paper set to inactive');
    await press('Control+z');
    await expectToast(page, 'Copier paper set to active');
    expectCount(2);
    expect(await api.get('product', id)).toMatchObject({ status: 'ACTIVE' });
  });

  test('finding a product by the SKU of a variant and opening it', async ({ app, page, api }) => {
    const attributeArr = variantsOf(await createValues(api, 'Colour', ['Red', 'Blue']));
    const id = await api.create('product', { name: 'Glide', sku: 'G', attributeArr });
    await app.goto(routes.faqList);
    await expectTitle(page, 'FAQs');
    const { type, press, expectCount } = countActions(page);
    await press('Control+k');
    await type('pen-blue');
    const found = page.getByRole('dialog', { name: 'Search' }).getByRole('option', { name: 'Glide' });
    await expect(found).toHaveAttribute('aria-selected', 'true');
    await press('Enter');
    await app.expectRoute(generatePath(routes.productView, { id }));
    expectCount(3);
  });

  test('replacing a thumbnail', async ({ app, page, api, folder }) => {
    const id = await api.create('product', { name: 'Copier paper' });
    const path = await putFile(folder, 'paper.png', red);
    await app.goto(routes.productList);
    const { act, expectCount } = countActions(page);
    await act(dropFiles(rowOf(page, 'Copier paper').getByText('No Image'), [path]));
    await expectToast(page, 'Thumbnail of Copier paper replaced');
    expectCount(1);
    expect(await api.download(String((await api.get('product', id)).thumbnail))).toEqual(red);
  });

  test('setting a price per pack', async ({ app, page, api }) => {
    const attributeArr = variantsOf(await createValues(api, 'Pack', Object.keys(packs)));
    const id = await api.create('product', { name: 'Glide', sku: 'G', attributeArr });
    await app.goto(routes.productList);
    const actions = countActions(page);
    await actions.click(rowOf(page, 'Glide').getByRole('link', { name: 'Edit Glide' }));
    await setPricesByPack(page, actions);
    await actions.press('Control+s');
    await expectToast(page, 'Product saved');
    actions.expectCount(10);
    const stored = (await api.get('product', id)) as unknown as StoredVariants;
    expect(stored.attributeArr.map(({ price }) => String(price))).toEqual(Object.values(packs));
  });

  test('fixing a wrong cell of an import', async ({ app, page, folder }) => {
    await openWith(app, page, await putFile(folder, 'pens.csv', 'Name,Price\nPen,ten\nRuler,3\n'));
    await expectCounts(page, { 'To create': 1, Errors: 1 });
    const { click, type, press, expectCount } = countActions(page);
    await click(page.getByRole('textbox', { name: 'Price in row 2' }));
    await press('Control+a');
    await type('10');
    await click(page.getByRole('button', { name: 'Check again' }));
    await expectCounts(page, { 'To create': 2, Errors: 0 });
    expectCount(4);
  });

  test('adding a sub category from a product', async ({ app, page, api }) => {
    const categoryId = await api.create('category', { name: 'Pens' });
    const id = await api.create('product', { name: 'Glide', categoryId });
    await app.goto(generatePath(routes.productEdit, { id }));
    const { click, type, press, expectCount } = countActions(page);
    await click(page.getByRole('combobox', { name: 'Sub Category' }));
    await type('Gel pens');
    await page.getByRole('option', { name: /Gel pens/ }).waitFor();
    await press('Enter');
    const drawer = page.getByRole('dialog', { name: 'Add Sub Category' });
    await expect(drawer.getByRole('textbox', { name: /Name/ })).toHaveValue('Gel pens');
    await press('Control+s');
    await expect(drawer).toBeHidden();
    await expect(page.getByRole('combobox', { name: 'Sub Category' })).toHaveValue('Gel pens');
    expectCount(4);
    expect(await api.list('subCategory')).toMatchObject([{ name: 'Gel pens', categoryName: 'Pens' }]);
  });
});
