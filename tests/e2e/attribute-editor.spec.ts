import type { Page } from '@playwright/test';
import { generatePath } from 'react-router-dom';
import { routes } from '../support/routes.ts';
import { choose, save } from './support/forms.ts';
import { expectToast, rejectionErrors, toastWith } from './support/locators.ts';
import { expect, once, test } from './support/test.ts';
import { createValues, variantsOf } from './support/variants.ts';

const nameInputs = (page: Page) => page.getByRole('textbox', { name: /^Name of/ });
const addInput = (page: Page) => page.getByRole('textbox', { name: 'Add values' });

const namesIn = async (page: Page): Promise<string[]> =>
  nameInputs(page).evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));

const paste = (page: Page, text: string) =>
  addInput(page).evaluate((input, content) => {
    const data = new DataTransfer();
    data.setData('text/plain', content);
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, text);

test('an attribute and its values are edited in one form', once, async ({ app, page, api }) => {
  const values = await createValues(api, 'Colour', ['Blue', 'Red', 'red ink']);
  const attributeId = values[0]?.attributeId ?? '';
  const variants = variantsOf(values);
  await api.create('product', { name: 'Pen', attributeArr: [variants[0], variants[2]] });
  await app.goto(`${routes.attributeForm}?id=${attributeId}`);
  await expect(nameInputs(page)).toHaveCount(3);

  await addInput(page).fill('Gold');
  await addInput(page).press('Enter');
  await expect(addInput(page)).toBeFocused();
  await expect(addInput(page)).toHaveValue('');
  await paste(page, 'Navy\nblue\nBottle green\n');
  await expect(addInput(page)).toHaveAccessibleDescription(/Blue already exists/);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(nameInputs(page)).toHaveCount(4);
  await paste(page, 'Navy\nblue\nBottle green\n');
  await expect(page.getByText('2 values added')).toBeVisible();
  await page.getByRole('textbox', { name: 'Name of Blue' }).fill('Sky blue');

  await page.getByRole('button', { name: 'Swatch of Sky blue' }).click();
  await page.getByRole('textbox', { name: 'Swatch colour' }).fill('#87ceeb');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Move Gold' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Move to start' }).click();

  await page.getByRole('button', { name: 'Merge red ink into another value' }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge “red ink”' });
  await choose(dialog.getByRole('combobox', { name: 'Merge into' }), 'Red');
  await expect(dialog).toContainText('1 product will use “Red” instead');
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(page.getByText('“red ink” will be merged into “Red”')).toBeVisible();
  expect(await namesIn(page)).toEqual(['Gold', 'Sky blue', 'Red', 'Navy', 'Bottle green']);
  // Saving adds the typed value, too.
  await addInput(page).fill('Teal');
  await page.keyboard.press('Control+s');

  const toast = toastWith(page, 'Attribute saved');
  await expect(toast).toBeVisible();
  await app.expectRoute(routes.attributeList);
  const stored = await api.get('attribute', attributeId);
  const names = (stored.attributeValueArr as { name: string }[]).map(({ name }) => name);
  expect(names).toEqual(['Gold', 'Sky blue', 'Red', 'Navy', 'Bottle green', 'Teal']);
  const [product] = await api.list('product');
  const namesOfVariants = async () => {
    const stored = await api.get('product', product?._id ?? '');
    return (stored.attributeArr as { name: string }[]).map(({ name }) => name);
  };
  expect(await namesOfVariants()).toEqual(['Sky blue', 'Red']);
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expectToast(page, /^Change undone/);
  expect(await namesOfVariants()).toEqual(['Blue', 'red ink']);
});

test('a merge that would make variants equal is refused before it is saved', once, async ({ app, page, api }) => {
  const values = await createValues(api, 'Colour', ['Red', 'Crimson']);
  const id = await api.create('product', { name: 'Pen', attributeArr: variantsOf(values) });
  app.watch.allow(rejectionErrors);
  await app.goto(`${routes.attributeForm}?id=${values[0]?.attributeId}`);
  await page.getByRole('button', { name: 'Merge Red into another value' }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge “Red”' });
  await choose(dialog.getByRole('combobox', { name: 'Merge into' }), 'Crimson');
  await expect(dialog).toContainText('1 product would have two equal variants');
  await expect(dialog.getByRole('button', { name: 'Merge', exact: true })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Pen' }).click();
  await app.expectRoute(generatePath(routes.productView, { id }));
});

test('values that two users change at once are merged', once, async ({ app, page, api }) => {
  const [red, blue] = await createValues(api, 'Colour', ['Red', 'Blue']);
  app.watch.allow(rejectionErrors);
  await app.goto(`${routes.attributeForm}?id=${red?.attributeId}`);
  await page.getByRole('textbox', { name: 'Name of Red' }).fill('Crimson');
  await api.call('PATCH', `/attributeValue/updateById/${blue?.attributeValueId}`, { name: 'Navy' });
  await save(page);
  await expectToast(page, 'Attribute saved');
  const names = (await api.list('attributeValue')).map(({ name }) => name);
  expect(names.sort()).toEqual(['Crimson', 'Navy']);

  await app.goto(`${routes.attributeForm}?id=${red?.attributeId}`);
  await page.getByRole('textbox', { name: 'Name of Crimson' }).fill('Scarlet');
  await api.call('PATCH', `/attributeValue/updateById/${red?.attributeValueId}`, { name: 'Ruby' });
  await save(page);
  const dialog = page.getByRole('dialog', { name: /changed this attribute/ });
  await expect(dialog).toContainText('Ruby');
  await dialog.getByRole('radio').nth(1).check();
  await dialog.getByRole('button', { name: 'Save merged version' }).click();
  await expectToast(page, 'Attribute saved');
  expect((await api.list('attributeValue')).map(({ name }) => name).sort()).toEqual(['Navy', 'Scarlet']);
});

test('a copy of an attribute has its values', once, async ({ app, page, api }) => {
  const [red] = await createValues(api, 'Colour', ['Red', 'Blue']);
  await app.goto(`${routes.attributeForm}?id=${red?.attributeId}`);
  await page.getByRole('link', { name: 'Duplicate' }).click();
  await expect(nameInputs(page)).toHaveCount(2);
  await save(page);
  await expectToast(page, 'Attribute created');
  const names = (await api.list('attributeValue')).map(({ name }) => name);
  expect(names.sort()).toEqual(['Blue', 'Blue', 'Red', 'Red']);
});
