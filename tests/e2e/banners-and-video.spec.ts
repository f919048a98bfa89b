import type { Locator } from '@playwright/test';
import { generatePath } from 'react-router-dom';
import { routes } from '../support/routes.ts';
import { asField, png, putFile, videoPath } from './support/files.ts';
import { cancel, choose, save } from './support/forms.ts';
import { confirmDelete, expectColumns, expectTitle, expectToast, rejectionErrors, rowOf } from './support/locators.ts';
import { expect, once, test } from './support/test.ts';

const red = png([194, 38, 46]);
const blue = png([30, 90, 200]);
const sentRed = `red.png@@data:image/png;base64,${red.toString('base64')}`;

test.describe('banners', () => {
  test('a banner’s image can be replaced', once, async ({ app, page, api, faults, folder }) => {
    const picture = await putFile(folder, 'red.png', red);
    const other = await putFile(folder, 'blue.png', blue);
    await app.goto(routes.bannerList);
    await page.getByRole('link', { name: 'Add Banner' }).click();
    await expectTitle(page, 'Add Banner');
    await app.chooseFiles('Choose Attach Banner', picture);
    await expect(page.getByText('red.png')).toBeVisible();
    await page.getByRole('switch', { name: 'Status' }).click();
    await save(page);

    await expectToast(page, 'Banner created');
    await app.expectRoute(routes.bannerList);
    await expectColumns(page, ['Banner Image', 'Name', 'Status', 'Action']);
    await expect(page.getByRole('button', { name: /^Open / })).toBeVisible();
    expect(faults.written.at(-1)).toEqual({
      request: 'POST /v1/banner/',
      body: { name: '', imageUrl: sentRed, status: 'INACTIVE' },
    });

    const [stored] = await api.list('banner');
    const id = stored?._id ?? '';
    await page.getByRole('link', { name: 'Edit Banner' }).click();
    await expect(page).toHaveTitle('Edit Banner – Catalogue Back Office');
    await app.chooseFiles('Replace Attach Banner', other);
    await expect(page.getByText('blue.png')).toBeVisible();
    await save(page);
    await app.expectRoute(routes.bannerList);
    expect(faults.written.at(-1)).toMatchObject({
      request: `PATCH /v1/banner/updateById/${id}`,
      body: { id, status: 'INACTIVE' },
    });
    expect(await api.download(String((await api.get('banner', id)).imageUrl))).toEqual(blue);
    await page.getByRole('button', { name: 'Delete Banner' }).click();
    await confirmDelete(page);
    await expect(page.getByText('No banners yet')).toBeVisible();
  });

  test(
    'a banner’s link, placement and alternative text reach the website',
    once,
    async ({ app, page, api, faults, folder }) => {
      app.watch.allow(rejectionErrors);
      await app.goto(routes.bannerAdd);
      await app.chooseFiles('Choose Attach Banner', await putFile(folder, 'red.png', red));
      await page.getByRole('textbox', { name: 'Alternative text' }).fill('Red ink on paper');
      const link = page.getByRole('textbox', { name: 'Link' });
      await link.fill('javascript:alert(1)');
      await save(page);
      await expect(link).toHaveAttribute('aria-invalid', 'true');
      await link.fill('/products/glide');
      await choose(page.getByRole('combobox', { name: 'Placement' }), 'Top of the home page');
      await save(page);
      await expectToast(page, 'Banner created');
      expect(await api.list('banner')).toHaveLength(1);
      expect((await api.call('PATCH', '/website', { isOn: true })).status).toBe(200);
      const response = await fetch(`${faults.target}/site/v1/banners?placement=HOME_TOP`);
      expect(await response.json()).toMatchObject({
        data: [{ link: '/products/glide', placement: 'HOME_TOP', imageUrl: { alt: 'Red ink on paper' } }],
      });
    },
  );

  test('a pasted image is uploaded', once, async ({ app, page, api }) => {
    await app.goto(routes.bannerAdd);
    await page.getByRole('button', { name: 'Choose Attach Banner' }).evaluate(
      (zone, bytes) => {
        const clipboardData = new DataTransfer();
        clipboardData.items.add(new File([new Uint8Array(bytes)], 'pasted.png', { type: 'image/png' }));
        zone.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      },
      [...red],
    );
    await expect(page.getByText('pasted.png')).toBeVisible();
    await save(page);
    await app.expectRoute(routes.bannerList);
    const [stored] = await api.list('banner');
    expect(await api.download(String(stored?.imageUrl))).toEqual(red);
  });
});

test.describe('home page video', () => {
  test('an uploaded video plays in the list', async ({ app, page, api, faults }) => {
    await app.goto(routes.videoList);
    await page.getByRole('link', { name: 'Add Video' }).click();
    await expectTitle(page, 'Add Video');
    await page.getByRole('textbox', { name: 'Video Name' }).fill('A line of ink');
    await page.getByRole('textbox', { name: 'Description' }).fill('On the home page');
    await app.chooseFiles('Choose Attach Video', videoPath);
    await expect(page.getByText('writing.mp4')).toBeVisible();
    await save(page);

    await expectToast(page, 'Video created');
    await app.expectRoute(routes.videoList);
    await expectColumns(page, ['Name', 'Video', 'Description', 'Status', 'Action']);
    await expect(rowOf(page, 'A line of ink')).toContainText('On the home page');
    const { request, body } = faults.written.at(-1) ?? {};
    expect(request).toBe('POST /v1/video/');
    expect(body).toMatchObject({ name: 'A line of ink', description: 'On the home page', status: 'ACTIVE' });
    expect(String(body?.videoUrl)).toMatch(/^writing\.mp4@@data:video\/mp4;base64,/);

    await page.getByRole('button', { name: 'Play A line of ink' }).click();
    const player = page.getByRole('dialog', { name: 'A line of ink' }).locator('video');
    await expect.poll(() => player.evaluate((video: HTMLVideoElement) => video.readyState)).toBeGreaterThan(0);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    const [stored] = await api.list('video');
    await page.getByRole('link', { name: 'Edit A line of ink' }).click();
    await app.expectRoute(generatePath(routes.videoEdit, { id: stored?._id ?? '' }));

    // A frame is stored once it has been drawn, and the video itself isn't loaded again.
    await app.load(routes.videoList);
    const poster = page.getByRole('button', { name: 'Play A line of ink' }).locator('img');
    await expect(poster).toHaveJSProperty('naturalWidth', 320);
  });
});

test.describe('blogs', once, () => {
  test('a saved blog can be edited', async ({ app, page, api, faults, folder }) => {
    const picture = await putFile(folder, 'red.png', red);
    await app.goto(routes.blogList);
    await page.getByRole('link', { name: 'Add Blog' }).click();
    await expectTitle(page, 'Add Blog');
    await page.getByRole('textbox', { name: 'Blog Title' }).fill('Paper weights');
    await page.getByRole('textbox', { name: 'Description' }).fill('From 70 to 120 gsm');
    await page.getByRole('textbox', { name: 'Author' }).fill('Editors');
    await app.chooseFiles('Choose Upload Image', picture);
    await expect(page.getByText('red.png')).toBeVisible();
    await save(page);

    await expectToast(page, 'Blog created');
    await app.expectRoute(routes.blogList);
    await expectColumns(page, ['S.NO', 'Image', 'Blog Title', 'Blog Description', 'Blog Author', 'Action']);
    await expect(rowOf(page, 'Paper weights')).toContainText('From 70 to 120 gsm');
    expect(faults.written.at(-1)).toEqual({
      request: 'POST /v1/blogs/',
      body: {
        title: 'Paper weights',
        description: '<p>From 70 to 120 gsm</p>',
        author: 'Editors',
        image: sentRed,
      },
    });
    await page.getByRole('link', { name: 'Edit Paper weights' }).click();
    await page.getByRole('textbox', { name: 'Author' }).fill('The mill');
    await save(page);
    await expect(rowOf(page, 'The mill')).toBeVisible();
    expect(await api.list('blogs')).toMatchObject([{ title: 'Paper weights', author: 'The mill' }]);
  });
});

test.describe('life at the company', once, () => {
  test('the form has the fields of its tab', async ({ app, page, api, faults, folder }) => {
    const picture = await putFile(folder, 'red.png', red);
    await app.goto(routes.lifeAdd);
    const tab = page.getByRole('combobox', { name: 'Select Tab' });
    await expect(tab).toHaveValue('');
    app.watch.allow(rejectionErrors);
    await save(page);
    await expect(tab).toHaveAccessibleDescription('Select a tab');
    await expect(tab).toBeFocused();
    await tab.click();
    await expect(page.getByRole('option')).toHaveText(['Workspace', 'Event & Celebration', 'Team Stories']);
    await page.getByRole('option', { name: 'Event & Celebration' }).click();
    await app.chooseFiles('Choose Upload Image', picture);
    await expect(page.getByText('red.png')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Designation' })).toHaveCount(0);
    await save(page);
    await expectToast(page, 'Life at the company created');
    await app.expectRoute(routes.lifeList);
    expect(faults.written.at(-1)).toEqual({
      request: 'POST /v1/life-at-saya/',
      body: { role: 'event_celebration', image: sentRed },
    });

    await app.goto(routes.lifeAdd);
    await tab.click();
    await page.getByRole('option', { name: 'Team Stories' }).click();
    await expect(page.getByRole('button', { name: 'Choose Upload Image' })).toHaveCount(0);
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Meera');
    await page.getByRole('textbox', { name: 'Designation' }).fill('Bookbinder');
    await app.chooseFiles('Choose Upload Review', videoPath);
    await expect(page.getByText('writing.mp4')).toBeVisible();
    await save(page);
    await app.expectRoute(routes.lifeList);
    expect(Object.keys(faults.written.at(-1)?.body ?? {}).sort()).toEqual(['designation', 'name', 'role', 'video']);
    await expectColumns(page, ['Role', 'Image', 'Video', 'Name', 'Designation', 'Action']);
    await page.getByRole('tab', { name: 'Team Stories' }).click();
    await expect(page.getByRole('row')).toHaveCount(2);
    await expect(rowOf(page, 'Meera')).toContainText('Bookbinder');

    const stored = (await api.list('life-at-saya')).find(({ name }) => name === 'Meera');
    await page.getByRole('link', { name: 'Edit Meera' }).click();
    // The list behind has a column of this name.
    await expect(page.getByRole('textbox', { name: 'Designation' })).toHaveValue('Bookbinder');
    expect(faults.seen).toContain(`GET /v1/life-at-saya/getDataById/${stored?._id}`);
    await page.getByRole('textbox', { name: 'Designation' }).fill('Master bookbinder');
    await save(page);
    await expect(rowOf(page, 'Master bookbinder')).toBeVisible();
    expect(faults.written.at(-1)).toMatchObject({
      request: 'PATCH /v1/life-at-saya/updateById/',
      body: { id: stored?._id, role: 'team_stories', designation: 'Master bookbinder' },
    });
    await page.getByRole('button', { name: 'Delete Meera' }).click();
    await confirmDelete(page);
    await expect(rowOf(page, 'Meera')).toBeHidden();
  });
});

const readMiddle = async (element: Locator): Promise<number> => {
  const box = await element.boundingBox();
  return (box?.y ?? 0) + (box?.height ?? 0) / 2;
};

test.describe('opportunities', once, () => {
  test('an opportunity is created with all its fields', async ({ app, page, api, faults }) => {
    await app.goto(routes.opportunityList);
    await expect(page.getByText('No opportunities yet')).toBeVisible();
    await page.getByRole('link', { name: 'Add Opportunity' }).click();
    await expectTitle(page, 'Add Opportunity');
    await page.getByRole('textbox', { name: 'Profile' }).fill('Designer');
    const choices = { 'Job Types': ['Part Time', 'Contract'], Location: ['Delhi', 'Guwahati'] };
    for (const [label, options] of Object.entries(choices)) {
      await page.getByRole('combobox', { name: label }).click();
      for (const option of options) await page.getByRole('option', { name: option }).click();
      await page.keyboard.press('Escape');
      const values = page.locator('.mantine-Pill-root').filter({ hasText: new RegExp(options.join('|')) });
      for (const oneLine of [page.getByRole('combobox', { name: label }), values.first()])
        expect(await readMiddle(oneLine), label).toBeCloseTo(await readMiddle(values.last()), 0);
    }
    await page.getByRole('combobox', { name: 'Industry' }).click();
    await page.getByRole('option', { name: 'Stationery' }).click();
    const rich = ['Responsibility', 'Skills', 'Quality', 'Qualification'];
    for (const label of rich) await page.getByRole('textbox', { name: label }).fill(`My ${label}`);
    await page.getByRole('textbox', { name: 'About the job' }).fill('Covers');
    await page.getByRole('textbox', { name: 'About the company' }).fill('Paper');
    await page.getByRole('textbox', { name: 'Salary' }).fill('As agreed');
    await save(page);

    await expectToast(page, 'Opportunity created');
    await app.expectRoute(routes.opportunityList);
    await expect(rowOf(page, 'Designer')).toContainText('Part Time, Contract');
    expect(faults.written.at(-1)).toEqual({
      request: 'POST /v1/opportunity/',
      body: {
        profile: 'Designer',
        selectedJobTypes: ['Part Time', 'Contract'],
        selectedLocation: ['Delhi', 'Guwahati'],
        industry: 'Stationery',
        responsibilty: '<p>My Responsibility</p>',
        skills: '<p>My Skills</p>',
        quality: '<p>My Quality</p>',
        qualification: '<p>My Qualification</p>',
        aboutJob: 'Covers',
        aboutCompany: 'Paper',
        salary: 'As agreed',
      },
    });

    const [stored] = await api.list('opportunity');
    await page.getByRole('link', { name: 'Edit Designer' }).click();
    await page.getByRole('textbox', { name: 'Salary' }).fill('Fixed');
    await save(page);
    await expect(rowOf(page, 'Fixed')).toBeVisible();
    expect(faults.written.at(-1)).toMatchObject({
      request: 'PATCH /v1/opportunity/updateById/',
      body: { id: stored?._id, salary: 'Fixed' },
    });
    await page.getByRole('link', { name: 'Edit Designer' }).click();
    await cancel(page);
    await app.expectRoute(routes.opportunityList);
  });
});

test('the images of a list open as a gallery', once, async ({ app, page, api }) => {
  await api.createMany('banner', [
    { name: 'Red', imageUrl: asField('a.png', red) },
    { name: 'Blue', imageUrl: asField('b.png', blue) },
  ]);
  await app.goto(routes.bannerList);
  await page.getByRole('button', { name: 'Open Banner Image of Red' }).click();
  const dialog = page.getByRole('dialog', { name: 'Image' });
  await expect(dialog).toContainText('2 of 2');
  await page.keyboard.press('ArrowRight');
  await expect(dialog).toContainText('1 of 2');
});
