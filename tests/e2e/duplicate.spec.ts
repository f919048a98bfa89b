import { routes } from '../support/routes.ts';
import { asField } from './support/files.ts';
import { save } from './support/forms.ts';
import { expectToast, rejectionErrors, rowOf } from './support/locators.ts';
import { expect, once, test } from './support/test.ts';
import { blue, cellOf, columns, createValues, sheet, variantsOf } from './support/variants.ts';

test('a copied product gets the variants and stored pictures of the original', once, async ({ app, page, api }) => {
  const values = await createValues(api, 'Colour', ['Red', 'Green']);
  const thumbnail = asField('gel pen.png', blue);
  const id = await api.create('product', { name: 'Gel pen', thumbnail, attributeArr: variantsOf(values) });
  await app.goto(routes.productList);
  await page.getByRole('button', { name: 'More actions for Gel pen' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();

  await expect(page.getByRole('textbox', { name: 'Product Name' })).toHaveValue('Gel pen (copy)');
  await expect(page.getByText('gel pen.png', { exact: true })).toBeVisible();
  await expect(cellOf(page, 'Green', columns.sku)).toHaveText('GEL-PEN-COPY-GREEN');
  expect(await api.list('product')).toHaveLength(1);

  await save(page);
  await expectToast(page, 'Product created');
  await expect(rowOf(page, 'Gel pen (copy)')).toBeVisible();
  const stored = await api.list('product');
  const original = await api.get('product', id);
  const copy = await api.get('product', String(stored.find(({ _id }) => _id !== id)?._id));
  const { thumbnail: image, files } = original;
  expect(copy).toMatchObject({ name: 'Gel pen (copy)', status: 'INACTIVE', thumbnail: image, files });
  const withoutOwn = (record: typeof copy) =>
    (record.attributeArr as { _id: string; sku: string }[]).map(({ _id, sku, ...variant }) => variant);
  expect(withoutOwn(copy)).toEqual(withoutOwn(original));
});

test('a copy that the server rejects keeps its values and names the fields', once, async ({ app, page, api }) => {
  const values = await createValues(api, 'Colour', ['Red']);
  await api.create('product', { name: 'Gel pen', attributeArr: variantsOf(values) });
  await api.create('product', { name: 'Ink', sku: 'GEL-PEN-COPY-RED' });
  await app.goto(routes.productList);
  // The key does nothing before the level of the server is known.
  await page.getByRole('button', { name: 'More actions for Gel pen' }).click();
  await expect(page.getByRole('menuitem', { name: 'Duplicate' })).toBeVisible();
  await page.keyboard.press('Escape');
  await rowOf(page, 'Gel pen').focus();
  await page.keyboard.press('d');
  await expect(sheet(page)).toBeVisible();
  app.watch.allow(rejectionErrors);
  await save(page);
  const summary = page.getByRole('group', { name: 'Errors' });
  const name = page.getByRole('textbox', { name: 'Product Name' });
  await summary.getByRole('button', { name: 'Variants' }).waitFor();
  await name.focus();
  await summary.getByRole('button', { name: 'Variants' }).click();
  await expect(sheet(page).locator(':focus')).toBeVisible();
  await expect(name).toHaveValue('Gel pen (copy)');
});

test('a copy of a country opens in the dialog', once, async ({ app, page, api }) => {
  await api.create('country', { name: 'India' });
  await app.goto(routes.countryList);
  await page.getByRole('button', { name: 'Edit India' }).click();
  await page.getByRole('button', { name: 'Duplicate' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Country' });
  await expect(dialog.getByRole('textbox', { name: 'Country Name' })).toHaveValue('India (copy)');
});
