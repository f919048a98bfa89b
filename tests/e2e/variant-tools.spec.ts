import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { generatePath } from 'react-router-dom';
import { routes } from '../support/routes.ts';
import { png, putFile } from './support/files.ts';
import { save } from './support/forms.ts';
import { dropFiles } from './support/host.ts';
import { expect, once, test } from './support/test.ts';
import { cellOf, columns, createValues, openTool, red, typeInto, variantsOf } from './support/variants.ts';

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

test('images in folders named after values are added to their variants', async ({ app, page, api, folder }) => {
  const values = await createValues(api, 'Colour', ['Blue', 'Black', 'Red']);
  const id = await api.create('product', { name: 'Pen', attributeArr: variantsOf(values) });
  const [front, side] = [png([30, 90, 200]), png([20, 20, 20])];
  for (const [colour, picture] of Object.entries({ Blue: front, black: side, Red: front })) {
    const path = join(folder, 'Pens', colour);
    await mkdir(path, { recursive: true });
    await putFile(path, 'front.png', picture);
  }
  await app.goto(generatePath(routes.productEdit, { id }));
  await openTool(page, 'images', 'By Colour…');
  const dialog = page.getByRole('dialog', { name: 'Add images by Colour' });
  await dropFiles(dialog.getByText('or drop images or a folder'), [join(folder, 'Pens')]);
  const matches = dialog.getByRole('list', { name: 'Images by value' }).getByRole('listitem');
  await expect(matches.getByRole('img')).toHaveCount(3);
  await dialog.getByRole('button', { name: 'Add images' }).click();
  await save(page);
  await app.expectRoute(routes.productList);
  const { attributeArr } = (await api.get('product', id)) as unknown as {
    attributeArr: { imagesArr: { image: string }[] }[];
  };
  const stored = await Promise.all(
    attributeArr.map(({ imagesArr }) => Promise.all(imagesArr.map(({ image }) => api.download(image)))),
  );
  expect(stored).toEqual([
    [red, front],
    [red, side],
    [red, front],
  ]);
});
