import { generatePath } from 'react-router-dom';
import { routes } from '../support/routes.ts';
import { png, putFile } from './support/files.ts';
import { save } from './support/forms.ts';
import { expectToast } from './support/locators.ts';
import { expect, once, test } from './support/test.ts';
import { cellOf, columns, createValues, typeInto, variantsOf } from './support/variants.ts';

test(
  '12 variants with a price per pack and images per colour take at most 25 actions',
  once,
  async ({ app, page, api, folder }) => {
    const colours = ['Blue', 'Black', 'Red', 'Green'];
    await createValues(api, 'Colour', colours);
    await createValues(api, 'Pack', ['Single', 'Pack of 5', 'Pack of 10']);
    const pictures = await Promise.all(
      colours.map((colour, index) => putFile(folder, `pen-${colour.toLowerCase()}.png`, png([40 * index, 90, 60]))),
    );
    let actionCount = 0;
    const act = async (action: Promise<unknown>) => {
      actionCount += 1;
      await action;
    };
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const item = (name: string) => page.getByRole('menuitem', { name, exact: true });
    const dialog = page.getByRole('dialog');
    await app.goto(routes.productList);

    await act(page.getByRole('link', { name: 'Add Product' }).or(button('Add Product')).click());
    await act(page.getByRole('textbox', { name: 'Product Name', exact: true }).fill('Monsoon roller pen'));
    await act(page.getByRole('textbox', { name: 'SKU', exact: true }).fill('4210'));
    const tab = page.getByRole('tab', { name: /^Variants/ });
    if (await tab.isVisible()) await act(tab.click());
    for (const attribute of ['Colour', 'Pack']) {
      await act(button('Add attribute').click());
      await act(item(attribute).click());
      await act(button(`Select all ${attribute} values`).click());
    }
    await act(button('Set price').click());
    await act(item('By Pack…').click());
    for (const [pack, price] of Object.entries({ Single: '45', 'Pack of 5': '210', 'Pack of 10': '405' })) {
      await act(dialog.getByRole('textbox', { name: pack, exact: true }).fill(price));
    }
    await act(dialog.getByRole('button', { name: 'Set price' }).click());
    await act(button('Add images').click());
    await act(item('By Colour…').click());
    await act(app.chooseFiles('Choose images', ...pictures));
    await expect(dialog.getByRole('listitem').getByRole('img')).toHaveCount(4);
    await act(dialog.getByRole('button', { name: 'Add images' }).click());
    await act(save(page));
    await expectToast(page, 'Product created');

    expect(actionCount).toBeLessThanOrEqual(25);
    const [{ _id: id } = { _id: '' }] = await api.list('product');
    const { attributeArr } = (await api.get('product', id)) as unknown as {
      attributeArr: { name: string; sku: string; price: number; imagesArr: { name: string }[] }[];
    };
    expect(attributeArr).toHaveLength(12);
    expect(attributeArr[4]).toMatchObject({
      name: 'Black-Pack of 5',
      sku: '4210-BLA-PACK-OF-5',
      price: 210,
      imagesArr: [{ name: 'pen-black.png' }],
    });
    expect(new Set(attributeArr.map(({ sku }) => sku)).size).toBe(12);
  },
);

test('a repeated SKU offers a free one at its cell', once, async ({ app, page, api }) => {
  const values = await createValues(api, 'Colour', ['Blue', 'Black']);
  const id = await api.create('product', { name: 'Pen', sku: '42', attributeArr: variantsOf(values) });
  await app.goto(generatePath(routes.productEdit, { id }));
  await typeInto(page, 'Black', columns.sku, 'PEN-Blue');
  await cellOf(page, 'Black', columns.sku).click();
  await expect(cellOf(page, 'Black', columns.sku)).toHaveAccessibleDescription('Already used by Blue');
  await page.getByRole('button', { name: 'Use 42-BLA' }).click();
  await expect(cellOf(page, 'Black', columns.sku)).toHaveText('42-BLA');
  await expect(cellOf(page, 'Black', columns.sku)).toBeFocused();
  await expect(page.getByRole('button', { name: '1 error' })).toHaveCount(0);
});
