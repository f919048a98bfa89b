import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { fillPath } from '../../src/shared/resource-kit/paths.ts';
import { asset } from '../../src/shared/resources/asset.ts';
import { drawPhoto } from '../support/photos.ts';
import { routes } from '../support/routes.ts';
import { asField, png, putFile } from './support/files.ts';
import { save } from './support/forms.ts';
import { expectToast, rowOf } from './support/locators.ts';
import { expect, once, test } from './support/test.ts';

const [red, blue] = [png([194, 38, 46]), png([30, 90, 160])];

test('a file of the library is chosen for a category, and replaced everywhere', async ({ app, page, api, folder }) => {
  await api.create('asset', { file: asField('red-pen.png', red), alt: 'A red pen', tags: 'studio' });
  await api.create('asset', { file: asField('blue-pen.png', blue), alt: 'A blue pen' });

  await app.goto(routes.categoryAdd);
  await page.getByRole('textbox', { name: 'Category Name' }).fill('Pens');
  await page.getByRole('button', { name: 'Choose from library' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Choose from library' });
  await dialog.getByRole('searchbox', { name: 'Search the library' }).fill('studio');
  await expect(dialog.getByRole('option')).toHaveCount(1);
  await dialog.getByRole('option', { name: 'red-pen.png' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('red-pen.png')).toBeVisible();
  await expect(page.getByLabel('Alternative text of Category Image', { exact: true })).toHaveValue('A red pen');
  await save(page);
  await expectToast(page, 'Category created');
  const [stored] = await api.list('category');
  expect(stored).toMatchObject({ imageAlt: 'A red pen', files: { image: { name: 'red-pen.png' } } });

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Media' }).click();
  const grid = page.getByRole('listbox', { name: 'Media' });
  await expect(grid.getByRole('option')).toHaveCount(2);
  await grid.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await expect(page.getByRole('dialog', { name: 'Image' }).getByRole('img', { name: 'A red pen' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await grid.focus();
  await page.keyboard.press('Enter');
  await app.expectRoute(fillPath(asset.paths.view, { id: String((await api.list('asset')).at(1)?._id) }));
  await expect(page.getByRole('link', { name: 'Pens' })).toBeVisible();

  await page.getByRole('button', { name: 'Replace everywhere…' }).click();
  await dialog.getByRole('option', { name: 'blue-pen.png' }).click();
  const question = page.getByRole('dialog', { name: 'Replace “red-pen.png” in 1 item?' });
  await expect(question.getByText('Pens (Category)')).toBeVisible();
  await question.getByRole('button', { name: 'Replace' }).click();
  await expectToast(page, '“red-pen.png” replaced in 1 item');
  expect((await api.list('category'))[0]).toMatchObject({ imageAlt: 'A blue pen' });
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect.poll(async () => (await api.list('category'))[0]?.imageAlt).toBe('A red pen');

  // The same bytes again are the same file.
  const copy = await putFile(folder, 'copy-of-red.png', red);
  const green = await putFile(folder, 'green.png', png([40, 120, 60]));
  await app.goto(asset.paths.list);
  await app.host.chooseFiles(page, [copy, green], () => page.getByRole('button', { name: 'Add files' }).click());
  await expectToast(page, 'In the library already: copy-of-red.png');
  await expect(grid.getByRole('option')).toHaveCount(3);
  await page.getByRole('button', { name: 'Grid' }).click();
  await expect(rowOf(page, 'green.png')).toBeVisible();
});

test('selected files are described together and downloaded as an archive', async ({ app, page, api, folder }) => {
  for (const [name, bytes] of [
    ['red.png', red],
    ['blue.png', blue],
  ] as const)
    await api.create('asset', { file: asField(name, bytes) });
  await app.goto(asset.paths.list);
  const grid = page.getByRole('listbox', { name: 'Media' });
  await expect(grid.getByRole('option')).toHaveCount(2);
  await grid.focus();
  await expect(grid).toBeFocused();
  await page.keyboard.press('x');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('x');
  await page.getByRole('button', { name: 'Describe…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Describe 2 files' });
  await dialog.getByRole('textbox', { name: 'Alternative text' }).fill('A pen');
  await dialog.getByRole('textbox', { name: 'Tags to add' }).fill('studio');
  await dialog.getByRole('button', { name: 'Update files' }).click();
  await expectToast(page, '2 files updated');
  expect(await api.list('asset')).toMatchObject([
    { alt: 'A pen', tags: 'studio' },
    { alt: 'A pen', tags: 'studio' },
  ]);
  // The closed dialog gives its focus back first.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await grid.getByRole('option', { name: 'red.png' }).click({ modifiers: ['ControlOrMeta'] });
  const path = join(folder, 'media.zip');
  await app.host.saveFile(page, path, () => page.getByRole('button', { name: 'Download' }).click());
  await expectToast(page, /^Saved as /);
  expect((await readFile(path)).subarray(0, 2).toString()).toBe('PK');
});

test('images that look the same are shown together', once, async ({ app, page, api, server, faults }) => {
  const photo = await drawPhoto(1);
  await api.create('asset', { file: asField('Quill.jpg', photo) });
  await api.create('asset', { file: asField('Quill small.webp', await sharp(photo).resize(200).webp().toBuffer()) });
  await api.create('asset', { file: asField('Nib.jpg', await drawPhoto(2)) });
  // Images are compared at the start and every hour.
  await server.kill();
  faults.target = await server.start();
  await expect.poll(async () => (await api.list('asset')).map(({ similarCount }) => similarCount)).toEqual([0, 1, 1]);
  const [, , quill] = await api.list('asset');
  await app.goto(fillPath(asset.paths.view, { id: String(quill?._id) }));
  await page.getByRole('link', { name: 'Compare with 1 similar image' }).click();
  const grid = page.getByRole('listbox', { name: 'Media' });
  await expect(grid.getByRole('option')).toHaveCount(2);
  await expect(grid.getByRole('option', { name: 'Quill small.webp' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Looks like: Quill.jpg', exact: true })).toBeVisible();
});
