import type { Page } from '@playwright/test';
import { generatePath } from 'react-router-dom';
import { routes } from '../../support/routes.ts';
import type { Api } from './api.ts';
import type { App } from './app.ts';
import { asField, png } from './files.ts';

export type Value = {
  attributeValueId: string;
  attributeId: string;
  attributeValueName: string;
  attributeName: string;
};

export const createValues = async (api: Api, attributeName: string, names: string[]): Promise<Value[]> => {
  const attributeId = await api.create('attribute', { name: attributeName });
  const ids = await api.createMany(
    'attributeValue',
    names.map((name) => ({ name, attributeId })),
  );
  return names.map((attributeValueName, index) => ({
    attributeValueId: ids[index] ?? '',
    attributeId,
    attributeValueName,
    attributeName,
  }));
};

export const red = png([194, 38, 46]);
export const blue = png([30, 90, 200]);
export const green = png([20, 140, 60]);

export const variantsOf = (values: readonly Value[], images: readonly Buffer[] = [red]) =>
  values.map((value) => ({
    name: value.attributeValueName,
    sku: `PEN-${value.attributeValueName}`,
    price: 10,
    imagesArr: images.map((bytes) => asField('a.png', bytes)),
    attributeValueArr: [value],
  }));

export const sheet = (page: Page) => page.getByRole('grid', { name: 'Variants' });

export const cellOf = (page: Page, row: string, column: number) =>
  sheet(page).getByRole('row').filter({ hasText: row }).locator('[aria-colindex]').nth(column);

/** The cells of a column, from the first row on. */
export const columnOf = (page: Page, column: number) =>
  sheet(page)
    .getByRole('row')
    .locator(`[aria-colindex="${column + 1}"]`);

export const columns = { images: 1, name: 2, sku: 3, price: 4, features: 5, productName: 6 } as const;

/** Opens the form of a product that has a variant of each size, and returns its id. */
export const openSizes = async ({ app, api }: { app: App; api: Api }, names: string[]): Promise<string> => {
  const attributeArr = variantsOf(await createValues(api, 'Size', names));
  const id = await api.create('product', { name: 'Pen', attributeArr });
  await app.goto(generatePath(routes.productEdit, { id }));
  return id;
};

/** Types into a cell and confirms with Enter, which moves down. */
export const typeInto = async (page: Page, row: string, column: number, text: string): Promise<void> => {
  await cellOf(page, row, column).click();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
};

const toolMenus = { price: 'Set price', images: 'Add images', more: 'More' } as const;

/** Opens a tool of the toolbar's menus. */
export const openTool = async (page: Page, menu: keyof typeof toolMenus, item: RegExp | string): Promise<void> => {
  await page.getByRole('toolbar', { name: 'Variants' }).getByRole('button', { name: toolMenus[menu] }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

export const showProductNames = (page: Page): Promise<void> => openTool(page, 'more', 'Show Product Name');

export const addAttribute = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: 'Add attribute' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
};
