import { generatePath } from 'react-router-dom';
import { routes } from '../support/routes.ts';
import { save } from './support/forms.ts';
import { deleteDialog, expectTitle, expectToast, rejectionErrors, rowOf, waitingChanges } from './support/locators.ts';
import { expect, once, test } from './support/test.ts';
import { createValues, sheet, variantsOf } from './support/variants.ts';

test('Save and stay goes on with the saved record, and Next opens its neighbour', once, async ({ app, page, api }) => {
  for (const name of ['Pens', 'Ink', 'Paper']) await api.create('category', { name });
  await app.goto(`${routes.categoryList}?sort=name&pageSize=2`);
  await page.getByRole('link', { name: 'Edit Ink' }).click();
  const position = page.getByRole('group', { name: 'Position in the list' });
  await expect(position).toContainText('1 of 3');
  await position.getByRole('button', { name: 'Next in the list' }).click();
  await expect(position).toContainText('2 of 3');
  const name = page.getByRole('textbox', { name: 'Category Name' });
  await expect(name).toHaveValue('Paper');
  await name.fill('Paper and card');
  await expect(page).toHaveTitle(/^• Paper – /);
  await page.keyboard.press('Control+Shift+S');
  await expectToast(page, 'Category saved');
  await expect(page.getByText('Unsaved changes', { exact: true })).toBeHidden();
  await expect(page).toHaveTitle(/^Paper and card – /);
  await expect(name).toBeFocused();
  await name.fill('Paper, card');
  await page.keyboard.press('Control+Shift+S');
  await expect(page).toHaveTitle(/^Paper, card – /);

  await page.keyboard.press('Alt+PageDown');
  await expect(position).toContainText('3 of 3');
  await expect(page.getByRole('textbox', { name: 'Category Name' })).toHaveValue('Pens');
  await page.getByRole('link', { name: 'Back to categories' }).click();
  await expect(page).toHaveURL(/pageIndex=1/);
});

test('Save and stay opens the new record for editing', once, async ({ app, page, api }) => {
  await app.goto(routes.categoryAdd);
  await page.getByRole('textbox', { name: 'Category Name' }).fill('Pens');
  await page.getByRole('button', { name: 'More options' }).click();
  await page.getByRole('menuitem', { name: 'Save and stay' }).click();
  await expectTitle(page, 'Edit Category');
  const [stored] = await api.list('category');
  await expect(page).toHaveURL(new RegExp(`${generatePath(routes.categoryEdit, { id: String(stored?._id) })}$`));
});

test('Save and stay is done although the saved record can’t be loaded', once, async ({ app, page, api, faults }) => {
  app.watch.allow(rejectionErrors);
  const id = await api.create('category', { name: 'Pens' });
  await app.goto(generatePath(routes.categoryEdit, { id }));
  const name = page.getByRole('textbox', { name: 'Category Name' });
  await name.fill('Ballpoint pens');
  const restore = faults.drop({ path: /\/category\/getById/ });
  await page.keyboard.press('Control+Shift+S');
  await expectToast(page, 'The form was closed, because the saved version couldn’t be loaded.');
  restore();
  await expect(rowOf(page, 'Ballpoint pens')).toBeVisible();
  await expect(page.getByRole('banner').getByRole('button', { name: /waiting/ })).toHaveCount(0);
  expect(await api.get('category', id)).toMatchObject({ name: 'Ballpoint pens', version: 2 });
});

test('text typed while a save runs is kept for the next save', once, async ({ app, page, api, faults }) => {
  await app.goto(routes.categoryAdd);
  const name = page.getByRole('textbox', { name: 'Category Name' });
  await name.fill('Pens');
  const release = faults.delay({ method: 'POST', path: /^\/v1\/category\// });
  await save(page);
  await expect(page.getByRole('button', { name: 'Saving…' })).toBeVisible();
  await name.press('End');
  await page.keyboard.type(' and ink');
  await page.getByRole('textbox', { name: 'Category Description' }).fill('For writing');
  release();
  await expectToast(page, 'What you typed during the save isn’t saved yet. Save again to keep it.');
  await expect(name).toHaveValue('Pens and ink');
  expect(await api.list('category')).toMatchObject([{ name: 'Pens' }]);
  await save(page);
  await expect(rowOf(page, 'Pens and ink')).toContainText('For writing');
  expect(await api.list('category')).toHaveLength(1);
});

test('text typed while a save breaks off waits with it', once, async ({ app, page, api, faults }) => {
  app.watch.allow(rejectionErrors);
  await app.goto(routes.categoryAdd);
  const name = page.getByRole('textbox', { name: 'Category Name' });
  await name.fill('Pens');
  const isSave = { method: 'POST', path: /^\/v1\/category\// };
  const gate = Promise.withResolvers<void>();
  await page.route('**/v1/category/', async (route) => {
    await gate.promise;
    await route.abort();
  });
  await save(page);
  await expect(page.getByRole('button', { name: 'Saving…' })).toBeVisible();
  await name.fill('Pens and ink');
  gate.resolve();
  await expectToast(page, 'What you typed during the save isn’t saved yet. Save again to keep it.');
  await page.unrouteAll();
  const back = faults.drop(isSave);
  await save(page);
  await expect(waitingChanges(page, '2 changes')).toBeVisible();
  back();
  // The next attempt follows within a minute.
  await expect(page.getByRole('banner').getByRole('button', { name: /waiting/ })).toHaveCount(0, { timeout: 90_000 });
  expect(await api.list('category')).toMatchObject([{ name: 'Pens and ink' }]);
});

test('a question closes with its page', once, async ({ app, page, api }) => {
  await api.create('faq', { name: 'Refills?', description: '<p>Yes</p>' });
  await app.goto(routes.brandList);
  await app.navigateTo(routes.faqList);
  await page.getByRole('button', { name: 'Delete Refills?' }).click();
  await expect(deleteDialog(page)).toBeVisible();
  await page.goBack();
  await expectTitle(page, 'Brands');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('going back twice asks once whether to leave', once, async ({ app, page }) => {
  await app.load(routes.faqList);
  await page.getByRole('link', { name: 'Add FAQ' }).first().click();
  await page.getByRole('textbox', { name: 'Question' }).fill('Refills?');
  await page.evaluate(() => history.back());
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expect(question).toBeVisible();
  await page.evaluate(() => history.back());
  await question.getByRole('button', { name: 'Leave' }).click();
  await expectTitle(page, 'FAQs');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('Sections leads to a card of the form', once, async ({ app, page }) => {
  await app.goto(routes.userAdd);
  await expectTitle(page, 'Add User');
  await page.keyboard.press('Control+J');
  await page.getByRole('menuitem', { name: 'Access' }).click();
  await expect(page.getByRole('combobox', { name: 'Role' })).toBeFocused();
});

test('tabs of a product lead to its sections, by keyboard and by address', once, async ({ app, page, api }) => {
  const [red] = await createValues(api, 'Colour', ['Red']);
  const id = await api.create('product', { name: 'Pen', attributeArr: red && variantsOf([red]) });
  const edit = generatePath(routes.productEdit, { id });
  await app.goto(edit);
  const tab = (name: RegExp) => page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name });
  await expect(tab(/^Product/)).toHaveAttribute('aria-current', 'true');
  await expect(tab(/^Variants/)).toHaveText('Variants1');
  await page.getByRole('textbox', { name: 'Product Name', exact: true }).fill('Gel pen');
  await page.keyboard.press('Control+2');
  await expect(tab(/^Variants/)).toHaveAttribute('aria-current', 'true');
  await expect(sheet(page)).toBeInViewport();
  await expect(page).toHaveURL(/#variants$/);
  await page.keyboard.press('Control+3');
  await expect(tab(/^Images/)).toHaveAttribute('aria-current', 'true');
  await expect(page.getByRole('list', { name: 'Images by variant' })).toBeInViewport();
  await expect(page).toHaveURL(/#images$/);
  await page.keyboard.press('Control+1');
  await expect(page.getByRole('textbox', { name: 'Product Name', exact: true })).toBeFocused();
  await expect(page).toHaveURL(/#product$/);
  await tab(/^Variants/).click();
  await expect(sheet(page)).toBeInViewport();
  await expect(page.getByRole('textbox', { name: 'Product Name', exact: true })).toHaveValue('Gel pen');
  await save(page);
  await expectTitle(page, 'Products');
  await app.load(`${edit}#images`);
  await expect(tab(/^Images/)).toHaveAttribute('aria-current', 'true');
  await expect(page.getByRole('list', { name: 'Images by variant' })).toBeInViewport();
});

test('the product form has no hole above its variants', once, async ({ app, page }) => {
  await app.goto(routes.productAddEdit);
  const bottomOf = async (name: string) => {
    const box = await page.getByRole('region', { name, exact: true }).boundingBox();
    return box && Math.round(box.y + box.height);
  };
  await expect(page.getByRole('region', { name: 'Variants' })).toBeAttached();
  expect(await bottomOf('Details')).toBe(await bottomOf('Image'));
});

test('the summary of errors leads to the fields', once, async ({ app, page }) => {
  await app.goto(routes.productAddEdit);
  await expect(page.getByRole('button', { name: 'Choose Thumbnail' })).toBeVisible();
  await save(page);
  const summary = page.getByRole('group', { name: 'Errors' });
  await expect(summary).toContainText('Check 1 field');
  await page.getByRole('button', { name: 'Choose Thumbnail' }).focus();
  await summary.getByRole('button', { name: 'Product Name' }).click();
  const name = page.getByRole('textbox', { name: 'Product Name' });
  await expect(name).toBeFocused();
  await name.fill('Pen');
  await expect(summary).toBeHidden();
});
