import { generatePath } from 'react-router-dom';
import { texts } from '../../src/shared/texts.ts';
import { maxUploadBytes } from '../../src/shared/uploads.ts';
import { routes } from '../support/routes.ts';
import { expectAccessible } from './support/axe.ts';
import { asField, pdf, png, putFile, putLongFile } from './support/files.ts';
import { save } from './support/forms.ts';
import { dropFiles } from './support/host.ts';
import { expectToast, rowOf, savedHereText, toastWith, waitingChanges } from './support/locators.ts';
import { expect, once, test } from './support/test.ts';

const red = png([194, 38, 46]);
const blue = png([30, 90, 200]);

test('a category is created with two images', async ({ app, page, api, folder }) => {
  const imagePath = await putFile(folder, 'pens.png', red);
  const bannerPath = await putFile(folder, 'banner.png', blue);
  await app.goto(routes.categoryAdd);
  await page.getByRole('textbox', { name: 'Category Name' }).fill('Pens');
  await page.getByRole('textbox', { name: 'Category Description' }).fill('All that writes');
  await app.chooseFiles('Choose Category Image', imagePath);
  await expect(page.getByText('pens.png')).toBeVisible();
  const notice = toastWith(page, 'Location and camera details are removed from images you upload');
  await expect(notice).toHaveCount(1);
  await dropFiles(page.getByRole('button', { name: 'Choose Category Banner' }), [bannerPath]);
  await expect(page.getByText('banner.png')).toBeVisible();
  expect(await notice.count()).toBeLessThan(2);
  await page.getByRole('button', { name: texts.form.save }).click();

  await expect(rowOf(page, 'Pens').getByRole('button', { name: /^Open / })).toHaveCount(2);
  const [stored] = await api.list('category');
  expect(stored).toMatchObject({ name: 'Pens', description: 'All that writes', status: 'ACTIVE' });
  expect(await api.download(String(stored?.image))).toEqual(red);
  expect(await api.download(String(stored?.banner))).toEqual(blue);

  await page.getByRole('link', { name: 'Edit Pens' }).click();
  await expect(page.getByText('pens.png', { exact: true })).toBeVisible();
  await expect(page.getByText(new RegExp(`^PNG · \\d+ × \\d+ · ${red.length} B$`))).toHaveCount(2);
  await expect(page.getByText('banner.png', { exact: true })).toBeVisible();
});

test('a picture is described where it is added', once, async ({ app, page, api, folder }) => {
  const path = await putFile(folder, 'pens.png', red);
  await app.goto(routes.categoryAdd);
  await page.getByRole('textbox', { name: 'Category Name' }).fill('Pens');
  const text = page.getByRole('textbox', { name: 'Alternative text of Category Image' });
  await expect(text).toBeHidden();
  await app.chooseFiles('Choose Category Image', path);
  await expect(text).toHaveAccessibleDescription('What the picture shows, for people who can’t see it');
  await text.fill('Three red pens');
  await app.chooseFiles('Choose Category Banner', path);
  const decorative = page.getByRole('checkbox', { name: 'Decorative (no alternative text of category banner)' });
  await decorative.check();
  await expect(page.getByRole('textbox', { name: 'Alternative text of Category Banner' })).toBeDisabled();
  await expectAccessible(page, 'alternative texts');
  await save(page);
  await expectToast(page, 'Category created');
  const [stored] = await api.list('category');
  expect(stored).toMatchObject({ imageAlt: 'Three red pens', bannerAlt: '(decorative)' });

  await page.getByRole('link', { name: 'Edit Pens' }).click();
  await expect(decorative).toBeChecked();
  await app.chooseFiles('Replace Category Image', await putFile(folder, 'other.png', blue));
  await expect(text).toHaveAccessibleDescription('Does this still describe the new picture?');
  await decorative.uncheck();
  await save(page);
  await expectToast(page, 'Category saved');
  expect((await api.list('category'))[0]).toMatchObject({ imageAlt: 'Three red pens', bannerAlt: '' });
});

test('Save waits for files that are still being read', async ({ app, page, api, faults, folder }) => {
  const path = await putFile(folder, 'pens.png', red);
  await app.goto(routes.categoryAdd);
  await page.getByRole('textbox', { name: 'Category Name' }).fill('Pens');
  await page.getByRole('textbox', { name: 'Category Description' }).fill('All that writes');
  await app.host.chooseFiles(page, [path], async () => {
    await page.getByRole('button', { name: 'Choose Category Image' }).click();
    await save(page);
    await expect(page.getByRole('button', { name: 'Reading files…' })).toBeVisible();
    expect(faults.written.filter(({ request }) => request.includes('category'))).toEqual([]);
  });

  await expectToast(page, 'Category created');
  const [stored] = await api.list('category');
  expect(await api.download(String(stored?.image))).toEqual(red);
});

test('Save stops when a chosen file is rejected', once, async ({ app, page, api, folder }) => {
  const path = await putFile(folder, 'pens.png', pdf(['Pens']));
  await app.goto(routes.categoryAdd);
  await page.getByRole('textbox', { name: 'Category Name' }).fill('Pens');
  await page.getByRole('textbox', { name: 'Category Description' }).fill('All that writes');
  const chooseImage = page.getByRole('button', { name: 'Choose Category Image' });
  await app.host.chooseFiles(page, [path], async () => {
    await chooseImage.click();
    await save(page);
  });
  await expect(chooseImage).toHaveAccessibleDescription('pens.png is a PDF, not an image');
  await expectAccessible(page, 'rejected file');
  await expect(chooseImage).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Category Name' })).toHaveValue('Pens');
  expect(await api.list('category')).toEqual([]);

  await save(page);
  await expectToast(page, 'Category created');
});

test('an edit keeps every image that was not removed', once, async ({ app, page, api }) => {
  const id = await api.create('category', {
    name: 'Pens',
    image: asField('a.png', red),
    banner: asField('b.png', blue),
  });
  const before = await api.get('category', id);
  await app.goto(generatePath(routes.categoryEdit, { id }));
  await page.getByRole('textbox', { name: 'Category Name' }).fill('Fine pens');
  await page.getByRole('button', { name: texts.form.save }).click();
  await expect(rowOf(page, 'Fine pens')).toBeVisible();
  expect(await api.get('category', id)).toMatchObject({ image: before.image, banner: before.banner });

  await page.getByRole('link', { name: 'Edit Fine pens' }).click();
  await page.getByRole('button', { name: 'Remove Category Image' }).click();
  await page.getByRole('button', { name: texts.form.save }).click();
  await expect(rowOf(page, 'Fine pens').getByRole('button', { name: /^Open / })).toHaveCount(1);
  expect(await api.get('category', id)).toMatchObject({ image: null, banner: before.banner });
});

const rejected = [
  { what: 'a file over 50 MB', name: 'huge.png', size: maxUploadBytes + 1, reason: /larger than 50 MB/ },
  {
    what: 'a file of another type',
    name: 'notes.txt',
    text: 'Just text',
    reason: /isn’t a supported image/,
  },
  {
    what: 'a web page named like an image',
    name: 'page.png',
    text: '<html></html>',
    reason: /is a web page, not an image/,
  },
  {
    what: 'an SVG',
    name: 'drawing.svg',
    text: '<svg xmlns="http://www.w3.org/2000/svg"/>',
    reason: /SVG images aren’t supported. Export it as JPEG or PNG/,
  },
  { what: 'an empty file', name: 'empty.png', text: '', reason: /is empty/ },
];

test('an unusable file is rejected before anything is sent', once, async ({ app, page, faults, folder }) => {
  await app.goto(routes.categoryAdd);
  const choose = page.getByRole('button', { name: 'Choose Category Image' });
  const sentBefore = faults.seen.length;
  for (const way of ['chosen', 'dropped'] as const) {
    for (const { what, name, size, text = '', reason } of rejected) {
      await test.step(`${what}, ${way}`, async () => {
        const path = size ? await putLongFile(folder, name, red, size) : await putFile(folder, name, text);
        if (way === 'chosen') await app.host.chooseFiles(page, [path], () => choose.click());
        else await dropFiles(choose, [path]);
        await expect(choose).toHaveAccessibleDescription(reason);
        await expect(page.getByRole('main').getByText(reason)).toBeInViewport({ ratio: 1 });
      });
    }
  }
  expect(faults.seen.slice(sentBefore).filter((request) => /^(POST|PATCH|PUT)/.test(request))).toEqual([]);
});

test('a failed save is repeated without loss or duplicates', async ({ app, page, api, faults, folder }) => {
  const path = await putFile(folder, 'pens.png', red);
  await app.goto(routes.categoryAdd);
  await page.getByRole('textbox', { name: 'Category Name' }).fill('Pens');
  await app.chooseFiles('Choose Category Image', path);
  await expect(page.getByText('pens.png')).toBeVisible();
  const stopFault = faults.refuse({
    method: 'POST',
    path: /\/category\//,
    message: 'The disk is full',
  });
  await page.getByRole('button', { name: texts.form.save }).click();
  await expectToast(page, 'The disk is full');
  await expect(page.getByRole('textbox', { name: 'Category Name' })).toHaveValue('Pens');
  await expect(page.getByText('pens.png')).toBeVisible();

  stopFault();
  // The record is saved, but the response is lost: a retry must not create a second record.
  const find = faults.dropResponse({ method: 'POST', path: /\/category\// });
  await page.getByRole('button', { name: texts.form.save }).click();
  await expectToast(page, savedHereText);
  await expect.poll(async () => (await api.list('category')).length).toBe(1);
  find();
  await expect(waitingChanges(page, '1 change')).toHaveCount(0, { timeout: 60_000 });
  await expect(rowOf(page, 'Pens')).toBeVisible();
  const [stored, ...others] = await api.list('category');
  expect(others).toEqual([]);
  expect(await api.download(String(stored?.image))).toEqual(red);
});

test('a list and a form load small versions of images, and the preview the original', async ({ app, page, api }) => {
  const photo = png([194, 38, 46], 1500);
  for (let index = 1; index <= 10; index += 1) {
    const image = asField('pens.png', Buffer.concat([photo, Buffer.from(String(index))]));
    await api.create('category', { name: `Pens ${index}`, image });
  }
  await app.goto(routes.categoryList);
  const thumbnails = page.getByRole('button', { name: /^Open Category Image of/ }).getByRole('img');
  await expect(thumbnails).toHaveCount(10);
  const loadedWidths = () =>
    thumbnails.evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth));
  for (const row of await thumbnails.all()) await row.scrollIntoViewIfNeeded();
  await expect.poll(loadedWidths).toEqual(Array(10).fill(80));
  const fetched = await thumbnails.first().evaluate(async (image) => {
    const { headers } = await fetch((image as HTMLImageElement).currentSrc);
    return [headers.get('content-type'), headers.get('cache-control')];
  });
  expect(fetched).toEqual(['image/webp', 'public, max-age=31536000, immutable']);

  await page.getByRole('button', { name: 'Open Category Image of Pens 1', exact: true }).click();
  const preview = page.getByRole('dialog').getByRole('img', { name: 'Category Image of Pens 1' });
  await expect(preview).toHaveJSProperty('naturalWidth', 1500);

  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Edit Pens 1', exact: true }).click();
  const field = page.getByRole('button', { name: 'View Category Image of Pens 1 full size' });
  await expect(field.getByRole('img')).toHaveJSProperty('naturalWidth', 320);
  await expect(page.getByText(/^PNG · 1,500 × 1,500 · /)).toBeVisible();
});
