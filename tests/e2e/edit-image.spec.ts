import { fillPath } from '../../src/shared/resource-kit/paths.ts';
import { asset } from '../../src/shared/resources/asset.ts';
import { expectAccessible } from './support/axe.ts';
import { asField, png } from './support/files.ts';
import { expectToast } from './support/locators.ts';
import { expect, test } from './support/test.ts';

test('an image is cropped and gets a focal point with the keyboard, and Undo restores it', async ({
  app,
  page,
  api,
}) => {
  const image = asField('red-pen.png', png([194, 38, 46]));
  await api.create('category', { name: 'Pens', image });
  const [stored] = await api.list('asset');
  await app.goto(fillPath(asset.paths.view, { id: String(stored?._id) }));
  await page.getByRole('button', { name: 'Edit image…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit “red-pen.png”' });
  await dialog.getByRole('button', { name: 'Rotate right' }).click();
  const corner = dialog.getByRole('button', { name: 'Bottom right corner' });
  await corner.focus();
  await expect(corner).toBeFocused();
  await page.keyboard.press('ControlOrMeta+ArrowLeft');
  await dialog.getByRole('switch', { name: 'Focal point' }).click();
  const marker = dialog.getByRole('button', { name: 'Focal point: 50% from the left, 50% from the top' });
  await marker.focus();
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(dialog.getByRole('button', { name: 'Focal point: 40% from the left, 50% from the top' })).toBeFocused();
  await expectAccessible(page, 'image editor');
  await dialog.getByRole('button', { name: 'Save image' }).click();
  await expectToast(page, '“red-pen.png” edited, and replaced in 1 item');
  await expect(page.getByRole('link', { name: 'Download original' })).toBeVisible();
  const [edited] = await api.list('asset');
  expect(edited).toMatchObject({ original: stored?.file, crop: expect.stringMatching(/^90 /), focalPoint: '40% 50%' });
  const [category] = await api.list('category');
  expect(category).toMatchObject({ image: edited?.file });
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(page.getByRole('link', { name: 'Download original' })).toBeHidden();
  expect((await api.list('category'))[0]).toMatchObject({ image: stored?.file });
});
