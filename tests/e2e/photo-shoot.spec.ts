import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Page } from '@playwright/test';
import { ZipFile } from 'yazl';
import { asset } from '../../src/shared/resources/asset.ts';
import { routes } from '../support/routes.ts';
import type { Api } from './support/api.ts';
import { expectAccessible } from './support/axe.ts';
import type { DesktopHost } from './support/desktop-host.ts';
import { asField, png, putFile } from './support/files.ts';
import { dropFiles } from './support/host.ts';
import { expectTitle, expectToast } from './support/locators.ts';
import { expect, test } from './support/test.ts';

const [red, blue, green] = [png([194, 38, 46]), png([30, 90, 160]), png([40, 120, 60])];

const makeFolder = async (folder: string, name: string, files: Record<string, Buffer | string>): Promise<string> => {
  const path = join(folder, name);
  await mkdir(path);
  for (const [file, content] of Object.entries(files)) await putFile(path, file, content);
  return path;
};

const photo = (page: Page, path: string) => page.getByRole('row').filter({ hasText: path });

const thumbnailOf = async (api: Api, name: string) =>
  (await api.list('product')).find((product) => product.name === name)?.thumbnail;

test('images of a dropped folder are checked and added to products with one undo', async ({
  app,
  page,
  api,
  folder,
}) => {
  const former = asField('former.png', png([9, 9, 9]));
  await api.create('product', { name: 'Red pen', sku: 'PEN-RED', price: 3 });
  await api.create('product', { name: 'Gold pen', sku: 'GLD-5', price: 3 });
  await api.create('product', { name: 'Green pen', sku: 'GRN-7', price: 3, thumbnail: former });
  const path = await makeFolder(folder, 'shoot', {
    'pen_red.png': red,
    'IMG_0001.png': blue,
    'grn7.png': green,
    'notes.txt': 'Not an image',
  });

  await app.goto(asset.paths.list);
  await expectTitle(page, 'Media');
  await dropFiles(page.getByRole('main'), [path]);
  await expectTitle(page, 'Add images to products');
  await expect(page.getByText('1 other file skipped')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Add shoot/pen_red.png' })).toBeChecked();
  await expect(photo(page, 'pen_red.png')).toContainText('Product image');
  // Nothing is replaced unless the user says so.
  await expect(photo(page, 'grn7.png')).toContainText('Replaces the product image');
  await expect(page.getByRole('checkbox', { name: 'Add shoot/grn7.png' })).not.toBeChecked();
  await expect(photo(page, 'IMG_0001.png')).toContainText('Nothing matches');

  await expectAccessible(page);

  const code = page.getByRole('textbox', { name: 'SKU for shoot/IMG_0001.png' });
  await code.fill('gld 5');
  await code.press('Enter');
  await expect(page.getByRole('checkbox', { name: 'Add shoot/IMG_0001.png' })).toBeChecked();
  await page.getByRole('button', { name: 'Add 2 images' }).click();
  await expectToast(page, '2 images added to 2 products');
  expect(await thumbnailOf(api, 'Gold pen')).toBeTruthy();
  await expect(page.getByRole('checkbox')).toHaveCount(1);
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect.poll(() => thumbnailOf(api, 'Gold pen')).toBeNull();
});

test('an interrupted upload of a ZIP continues where it stopped', async ({ app, page, api, faults, folder }) => {
  await api.create('product', { name: 'Red pen', sku: 'PEN-RED', price: 3 });
  const zip = new ZipFile();
  zip.addBuffer(red, 'PEN-RED.png');
  zip.addBuffer(blue, 'other/IMG_0002.png');
  zip.end();
  const path = join(folder, 'shoot.zip');
  await pipeline(zip.outputStream, createWriteStream(path));
  const first = await makeFolder(folder, 'first', { 'IMG_0001.png': green });

  await app.goto(routes.productList);
  await dropFiles(page.getByRole('main'), [first]);
  await expectTitle(page, 'Add images to products');
  await expect(photo(page, 'IMG_0001.png')).toContainText('Nothing matches');
  const release = faults.delay({ method: 'POST', path: /^\/v1\/asset\/$/ });
  await dropFiles(page.getByRole('main'), [path]);
  await expect(page.getByRole('progressbar', { name: 'Uploading images' })).toBeVisible();
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('Paused · 1 of 3 images')).toBeVisible();
  if (app.host.kind === 'desktop') {
    const main = (app.host as DesktopHost).electron().process();
    const ended = once(main, 'exit');
    main.kill('SIGKILL');
    await ended;
    await app.open(asset.paths.import);
    await app.signIn();
  } else await app.restart(asset.paths.import);
  release();

  if (app.host.kind === 'browser') {
    await expect(app.page.getByText('An upload was interrupted after 1 of 3 images.')).toBeVisible();
    await dropFiles(app.page.getByRole('main'), [first, path]);
  }
  await expect(app.page.getByText('1 image uploaded earlier, not sent again')).toBeVisible();
  await expect(app.page.getByRole('checkbox', { name: 'Add PEN-RED.png' })).toBeChecked();
  await expect(photo(app.page, 'other/IMG_0002.png')).toContainText('Nothing matches');
  expect(await api.list('asset')).toHaveLength(3);
});
