import { generatePath } from 'react-router-dom';
import { routes } from '../support/routes.ts';
import { expectAccessible } from './support/axe.ts';
import { asField, png } from './support/files.ts';
import { cancel, save } from './support/forms.ts';
import {
  confirmDelete,
  deleteDialog,
  expectColumns,
  expectTitle,
  expectToast,
  rejectionErrors,
  rowOf,
} from './support/locators.ts';
import { expect, once, test } from './support/test.ts';
import { addAttribute } from './support/variants.ts';

test('an attribute has its own page', once, async ({ app, page, api, faults }) => {
  await app.goto(routes.attributeList);
  await page.getByRole('link', { name: 'Add Attribute' }).click();
  await app.expectRoute(routes.attributeForm);
  await page.getByRole('textbox', { name: 'Attribute Name' }).fill('Size');
  await save(page);
  await expectToast(page, 'Attribute created');
  await app.expectRoute(routes.attributeList);
  await expectColumns(page, ['S.NO', 'Attribute Name', 'Attribute Value', 'Action']);
  expect(faults.written.at(-1)).toEqual({ request: 'POST /v1/attribute/', body: { name: 'Size' } });

  const [stored] = await api.list('attribute');
  await page.getByRole('link', { name: 'Add Attribute' }).click();
  const name = page.getByRole('textbox', { name: 'Attribute Name' });
  await name.fill('  size ');
  await expect(name).toHaveAccessibleDescription(/Another attribute named “Size” already exists\. Open it/);
  await name.fill('Size of paper');
  await expect(name).not.toHaveAccessibleDescription(/already exists/);
  await name.fill('SIZE');
  await expect(name).toHaveAccessibleDescription(/already exists/);
  await save(page);
  await page.getByRole('link', { name: 'Edit Size', exact: true }).click();
  await app.expectRoute(`${routes.attributeForm}?id=${stored?._id}`);
  await expect(name).toHaveValue('Size');
  await expect(name).not.toHaveAccessibleDescription(/already exists/);
  await expectTitle(page, 'Edit Attribute');
  await page.getByRole('textbox', { name: 'Attribute Name' }).fill('Paper size');
  await save(page);
  await expect(rowOf(page, 'Paper size')).toBeVisible();
  expect(faults.written.at(-1)).toMatchObject({
    request: `PATCH /v1/attribute/updateById/${stored?._id}`,
    body: { id: stored?._id, name: 'Paper size' },
  });
});

test('attribute values are managed under their attribute', once, async ({ app, page, api, faults }) => {
  const [attributeId = '', other] = await api.createMany('attribute', [{ name: 'Size' }, { name: 'Colour' }]);
  await api.create('attributeValue', { name: 'Blue', attributeId: other });
  await app.goto(routes.attributeList);
  // The number of values, once the values are loaded.
  await rowOf(page, 'Size')
    .getByRole('link', { name: /^Attribute Value|^\d+ value/ })
    .click();
  await app.expectRoute(generatePath(routes.attributeValueList, { attributeId }));
  await expectTitle(page, 'Size');
  await expect(page.getByText('No attribute values yet')).toBeVisible();
  await page.getByRole('link', { name: 'Add Attribute Value' }).click();
  await app.expectRoute(generatePath(routes.attributeValueAdd, { attributeId }));
  await page.getByRole('textbox', { name: 'AttributeValue Value Name' }).fill('A5');
  await save(page);

  await app.expectRoute(generatePath(routes.attributeValueList, { attributeId }));
  await expect(rowOf(page, 'A5')).toBeVisible();
  await expect(rowOf(page, 'Blue')).toBeHidden();
  expect(faults.written.at(-1)).toMatchObject({
    request: 'POST /v1/attributeValue/',
    body: { name: 'A5', attributeId },
  });
  const value = (await api.list('attributeValue')).find(({ name }) => name === 'A5');
  app.watch.allow(rejectionErrors);
  await page.getByRole('link', { name: 'Add Attribute Value' }).click();
  const field = page.getByRole('textbox', { name: 'AttributeValue Value Name' });
  await field.fill(' a5');
  await expect(field).toHaveAccessibleDescription(/Size already has the value A5\. Open it/);
  await save(page);
  await expect(field).toHaveAccessibleDescription(/Size already has the value A5/);
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(' a5');
  await page.getByRole('link', { name: 'Open it' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await expect(field).toHaveValue('A5');
  await cancel(page);
  await page.getByRole('link', { name: 'Edit A5' }).click();
  await app.expectRoute(generatePath(routes.attributeValueEdit, { attributeId, id: value?._id ?? '' }));
  await cancel(page);
  await page.getByRole('button', { name: 'Delete A5' }).click();
  await confirmDelete(page);
  await expect(page.getByText('No attribute values yet')).toBeVisible();
  expect(await api.list('attributeValue')).toMatchObject([{ name: 'Blue' }]);
});

test('sub categories are managed under their category', once, async ({ app, page, api, faults }) => {
  const [categoryId = '', other] = await api.createMany('category', [{ name: 'Pens' }, { name: 'Paper' }]);
  await api.create('subCategory', { name: 'Envelopes', categoryId: other });
  await app.goto(routes.categoryList);
  await rowOf(page, 'Pens').getByRole('link', { name: '0 sub categories of Pens' }).click();
  await app.expectRoute(generatePath(routes.subCategoryList, { categoryId }));
  await expectTitle(page, 'Sub Categories of Pens');
  await page.getByRole('link', { name: 'Add Sub Category' }).click();
  await app.expectRoute(generatePath(routes.subCategoryAdd, { categoryId }));
  await expect(page.getByRole('combobox', { name: 'Category' })).toHaveValue('Pens');
  await page.getByRole('textbox', { name: 'Sub Category Name' }).fill('Gel pens');
  await page.getByRole('textbox', { name: 'Sub Category Description' }).fill('With refills');
  await save(page);

  await app.expectRoute(generatePath(routes.subCategoryList, { categoryId }));
  await expectColumns(page, [...['S.NO', 'Sub Category Name', 'Sub Category Description', 'Status', 'Action']]);
  await expect(rowOf(page, 'Gel pens')).toContainText('With refills');
  await expect(rowOf(page, 'Envelopes')).toBeHidden();
  expect(faults.written.at(-1)).toEqual({
    request: 'POST /v1/subCategory/',
    body: { name: 'Gel pens', description: 'With refills', categoryId, status: 'ACTIVE' },
  });
  const stored = (await api.list('subCategory')).find(({ name }) => name === 'Gel pens');
  await page.getByRole('link', { name: 'Edit Gel pens' }).click();
  await app.expectRoute(generatePath(routes.subCategoryEdit, { categoryId, id: stored?._id ?? '' }));
  await page.getByRole('switch', { name: 'Status' }).click();
  await save(page);
  await app.expectRoute(generatePath(routes.subCategoryList, { categoryId }));
  expect(await api.get('subCategory', stored?._id ?? '')).toMatchObject({ status: 'INACTIVE' });
  await page.getByRole('link', { name: 'Back to categories' }).click();
  await app.expectRoute(routes.categoryList);
});

test('deleting an attribute names the values deleted with it', once, async ({ app, page, api }) => {
  const [attributeId] = await api.createMany('attribute', [{ name: 'Size' }, { name: 'Colour' }]);
  await api.createMany(
    'attributeValue',
    ['A3', 'A4', 'A5', 'A6'].map((name) => ({ name, attributeId })),
  );
  await app.goto(routes.attributeList);
  await page.getByRole('button', { name: 'Delete Colour' }).click();
  await expect(deleteDialog(page)).not.toContainText('will also be deleted');
  await deleteDialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(deleteDialog(page)).toBeHidden();
  await page.getByRole('button', { name: 'Delete Size' }).click();
  await expect(deleteDialog(page)).toContainText('4 attribute values will also be deleted: A6, A5, A4 and others');
  await confirmDelete(page);
  await expect(rowOf(page, 'Size')).toBeHidden();
  expect(await api.list('attributeValue')).toEqual([]);
});

test('an attribute in use links to its products instead', once, async ({ app, page, api }) => {
  const attributeId = await api.create('attribute', { name: 'Size' });
  const attributeValueId = await api.create('attributeValue', { name: 'A5', attributeId });
  for (const name of ['Pad', 'Block', 'Book', 'Card']) {
    await api.create('product', {
      name,
      attributeArr: [
        {
          name: 'A5',
          sku: `${name}-A5`,
          imagesArr: [asField('a.png', png([30, 90, 200]))],
          attributeValueArr: [{ attributeValueId, attributeId }],
        },
      ],
    });
  }
  await api.create('product', { name: 'Pen' });
  await app.goto(routes.attributeList);
  await page.getByRole('button', { name: 'Delete Size' }).click();
  const dialog = page.getByRole('dialog', { name: 'Can’t delete Size: it’s used by 4 products' });
  await expect(dialog).toContainText('Card, Book, Block and 1 more');
  await expectAccessible(page, 'record in use');
  await expect(dialog.getByRole('button', { name: 'Delete' })).toBeHidden();
  await dialog.getByRole('link', { name: 'Show 4 products' }).click();

  await app.expectRoute(`${routes.productList}?attributeId=${attributeId}`);
  await expect(page.getByText('Attribute: Size')).toBeVisible();
  await expect(page.getByText('1–4 of 4')).toBeVisible();
  await expect(rowOf(page, 'Pen')).toBeHidden();

  await app.goto(generatePath(routes.attributeValueList, { attributeId }));
  await page.getByRole('button', { name: 'Delete A5' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Show 4 products' }).click();
  await expect(page.getByText('Attribute Value: A5')).toBeVisible();
  await expect(page.getByText('1–4 of 4')).toBeVisible();
});

test('a failed refetch keeps the attributes in a product form', once, async ({ app, page, api, faults }) => {
  await api.create('attribute', { name: 'Size' });
  await app.goto(routes.productAdd);
  await addAttribute(page, 'Size');
  faults.refuse({ method: 'GET', path: /getAttributeWithValue/, status: 403, message: 'Not now' });
  const dialog = page.getByRole('dialog', { name: 'Add a value to Size' });
  for (const value of ['A5', 'A4']) {
    // The second value can only be added if the first refetch left the attributes there.
    await page.getByRole('button', { name: 'Add a value to Size' }).click();
    await dialog.getByRole('textbox').fill(value);
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect.poll(() => faults.refused.length).toBeGreaterThan(0);
  }
  await expect.poll(() => api.list('attributeValue')).toHaveLength(2);
});
