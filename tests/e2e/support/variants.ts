import type { Page } from '@playwright/test';
import type { Api } from './api.ts';
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

export const columns = { name: 1, productName: 2, sku: 3, price: 4, images: 5, features: 6 } as const;

/** Types into a cell and confirms with Enter, which moves down. */
export const typeInto = async (page: Page, row: string, column: number, text: string): Promise<void> => {
  await cellOf(page, row, column).click();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
};

export const openBulkEdit = async (page: Page, name: RegExp): Promise<void> => {
  await page.getByRole('button', { name: /^Bulk edit (all|selected)$/ }).click();
  await page.getByRole('menuitem', { name }).click();
};
