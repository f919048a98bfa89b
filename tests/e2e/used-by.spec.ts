import { generatePath } from 'react-router-dom';
import { routes } from '../support/routes.ts';
import { asField, png } from './support/files.ts';
import { choose } from './support/forms.ts';
import { expectToast, rejectionErrors, rowOf, toastWith } from './support/locators.ts';
import { expect, once, test } from './support/test.ts';
import { createValues, variantsOf } from './support/variants.ts';

test('a category names its products and is replaced instead of deleted', once, async ({ app, page, api }) => {
  const pens = await api.create('category', { name: 'Pens' });
  const writing = await api.create('category', { name: 'Writing' });
  const names = Array.from({ length: 12 }, (_, index) => `Pen ${index + 1}`);
  for (const name of names) await api.create('product', { name, categoryId: pens });
  await app.goto(generatePath(routes.categoryEdit, { id: pens }));
  const panel = page.getByRole('region', { name: 'Used by' });
  await expect(panel.getByRole('heading', { name: 'Used by 12 products' })).toBeVisible();
  await expect(panel.getByRole('link', { name: 'Pen 12', exact: true })).toBeVisible();
  await panel.getByRole('button', { name: 'Page 2' }).click();
  await expect(panel.getByRole('link', { name: 'Pen 1', exact: true })).toBeVisible();

  await page.getByRole('link', { name: 'Back to categories' }).click();
  await page.getByRole('button', { name: 'Delete Pens' }).click();
  await page.getByRole('button', { name: 'Replace with…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Replace category “Pens”' });
  await choose(dialog.getByRole('combobox', { name: 'Replace with' }), 'Writing');
  await dialog.getByRole('button', { name: 'Replace and delete' }).click();
  const toast = toastWith(page, 'Category “Pens” replaced in 12 items and deleted');
  await expect(toast).toBeVisible();
  await expect(rowOf(page, 'Pens')).toBeHidden();
  expect(new Set((await api.list('product')).map(({ categoryId }) => categoryId))).toEqual(new Set([writing]));

  await toast.getByRole('button', { name: 'Undo' }).click();
  await expectToast(page, 'Change undone for 13 items');
  await expect(rowOf(page, 'Pens')).toBeVisible();
});

test(
  'a replacement that would repeat a variant changes nothing and says why',
  once,
  async ({ app, page, api, faults }) => {
    const values = await createValues(api, 'Colour', ['Red', 'Crimson']);
    await api.create('product', { name: 'Gel pen', attributeArr: variantsOf(values) });
    const release = faults.delay({ method: 'GET', path: /\/v1\/meta/ });
    await app.goto(generatePath(routes.attributeValueList, { attributeId: values[0]?.attributeId ?? '' }));
    await page.getByRole('button', { name: 'Delete Red' }).click();
    release();
    await page.getByRole('button', { name: 'Replace with…' }).click();
    await choose(page.getByRole('combobox', { name: 'Replace with' }), 'Crimson');
    app.watch.allow(rejectionErrors);
    await page.getByRole('button', { name: 'Replace and delete' }).click();
    const reasons = page.getByRole('dialog', { name: '“Red” wasn’t replaced' });
    await expect(reasons).toContainText('“Gel pen” already has a variant with this value');
    await reasons.getByRole('button', { name: 'Close' }).last().click();
    await expect(rowOf(page, 'Red')).toBeVisible();
  },
);

test('the dialog of an unused country says so', once, async ({ app, page, api }) => {
  await api.create('country', { name: 'India' });
  await app.goto(routes.countryList);
  await page.getByRole('button', { name: 'Edit India' }).click();
  await expect(page.getByText('Nothing uses this country yet')).toBeVisible();
});

test('a picture names the other items that use it', once, async ({ app, page, api, faults }) => {
  const image = asField('pens.png', png([20, 40, 160]));
  const pens = await api.create('category', { name: 'Pens', image });
  await api.create('blogs', { title: 'Ink for everyone', image });
  app.watch.allow(rejectionErrors);
  faults.holdLiveUpdates();
  const restore = faults.refuse({ path: /\/v1\/file\/usedBy/, status: 400, message: 'Out of order' });
  await app.goto(generatePath(routes.categoryEdit, { id: pens }));
  await expect(page.getByText('Its other uses could not be loaded.')).toBeVisible();
  restore();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Category Image: Used by 1 other item' }).press('Enter');
  await page.getByRole('link', { name: 'Ink for everyone' }).click();
  await expect(page.getByRole('textbox', { name: 'Blog Title' })).toHaveValue('Ink for everyone');
});
