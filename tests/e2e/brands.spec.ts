import { generatePath } from 'react-router-dom';
import { routes } from '../support/routes.ts';
import { asField, png, putFile } from './support/files.ts';
import { choose, save } from './support/forms.ts';
import { dropFiles } from './support/host.ts';
import { expectColumns, expectTitle, expectToast, factOf, rowOf } from './support/locators.ts';
import { expect, once, test } from './support/test.ts';

const red = png([194, 38, 46]);
const blue = png([30, 90, 200]);
const green = png([20, 140, 60]);

test('a brand is created with its images', once, async ({ app, page, api, faults, folder }) => {
  const picture = await putFile(folder, 'red.png', red);
  await app.goto(routes.brandList);
  await page.getByRole('link', { name: 'Add Brand' }).click();
  await expectTitle(page, 'Add Brand');
  await choose(page.getByRole('combobox', { name: 'Role' }), 'Collection');
  await page.getByRole('textbox', { name: 'Brand Title' }).fill('Monsoon');
  await page.getByRole('textbox', { name: 'Brand Sub Title' }).fill('Colours of the rains');
  await page.getByRole('textbox', { name: 'Gallery Subheading' }).fill('Outdoors');
  await page.getByRole('textbox', { name: 'Description' }).fill('For sketching');
  const fields = ['Upload logo', 'Upload Banner Image', 'Upload Description Image', 'Gallery Image 1'];
  for (const field of [...fields, 'Gallery Image 6']) {
    await app.host.chooseFiles(page, [picture], () => page.getByRole('button', { name: `Choose ${field}` }).click());
    await expect(page.getByRole('button', { name: `Remove ${field}` })).toBeVisible();
  }
  await save(page);

  await expectToast(page, 'Brand created');
  await app.expectRoute(routes.brandList);
  await expectColumns(page, ['Brand Image', 'Brand Role', 'Title', 'Description', 'View', 'Action']);
  await expect(rowOf(page, 'Monsoon')).toContainText('Collection');
  const sent = `red.png@@data:image/png;base64,${red.toString('base64')}`;
  expect(faults.written.at(-1)).toEqual({
    request: 'POST /v1/brandsPage/',
    body: {
      role: 'Collection',
      title: 'Monsoon',
      subTitle: 'Colours of the rains',
      gallerySubheading: 'Outdoors',
      description: '<p>For sketching</p>',
      logo: sent,
      bannerImage: sent,
      descriptionImage: sent,
      galleryImage1: sent,
      galleryImage2: null,
      galleryImage3: null,
      galleryImage4: null,
      galleryImage5: null,
      galleryImage6: sent,
    },
  });

  const [stored] = await api.list('brandsPage');
  await rowOf(page, 'Monsoon').getByRole('link', { name: /^View/ }).click();
  await app.expectRoute(generatePath(routes.brandView, { id: stored?._id ?? '' }));
  for (const label of ['Banner Image', 'Description Image', 'Gallery Image 1', 'Gallery Image 6']) {
    await expect(factOf(page, label).getByRole('button', { name: /^Open / })).toBeVisible();
  }
  await expect(factOf(page, 'Gallery Image 2')).toHaveText('N/A');
});

const filled = {
  role: 'Brand',
  title: 'Inkwell',
  galleryImage1: asField('red.png', red),
  galleryImage2: asField('blue.png', blue),
  galleryImage3: asField('green.png', green),
};

test('the gallery is reordered by keyboard', once, async ({ app, page, api }) => {
  const id = await api.create('brandsPage', filled);
  const before = await api.get('brandsPage', id);
  await app.goto(generatePath(routes.brandEdit, { id }));
  await page.getByRole('button', { name: 'Move Gallery Image 1', exact: true }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByText(/You have lifted an item/)).toBeAttached();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('You have moved the item from position 1 to position 2')).toBeAttached();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('You have moved the item from position 1 to position 3')).toBeAttached();
  await page.keyboard.press('Space');
  await expect(page.getByText(/You have dropped the item/)).toBeAttached();
  await save(page);

  await app.expectRoute(routes.brandList);
  expect(await api.get('brandsPage', id)).toMatchObject({
    galleryImage1: before.galleryImage2,
    galleryImage2: before.galleryImage3,
    galleryImage3: before.galleryImage1,
    galleryImage4: null,
  });
});

test('several images fill the empty slots of the gallery', once, async ({ app, page, api, folder }) => {
  const id = await api.create('brandsPage', filled);
  await app.goto(generatePath(routes.brandEdit, { id }));
  const paths = await Promise.all(['a.png', 'b.png', 'c.png'].map((name) => putFile(folder, name, red)));
  await page.getByRole('button', { name: 'Remove Gallery Image 3' }).click();
  await app.chooseFiles('Choose Gallery Image 5', ...paths.slice(0, 2));
  await expect(page.getByRole('button', { name: 'Remove Gallery Image 6' })).toBeVisible();
  await dropFiles(page.getByRole('button', { name: 'Choose Gallery Image 3' }), paths);
  await expect(page.getByRole('alert').filter({ hasText: 'A gallery holds' })).toHaveText(
    'A gallery holds 6 images. c.png wasn’t added.',
  );
  await save(page);
  await app.expectRoute(routes.brandList);
  const stored = await api.get('brandsPage', id);
  expect([1, 2, 3, 4, 5, 6].filter((position) => stored[`galleryImage${position}`] !== null)).toHaveLength(6);
});
