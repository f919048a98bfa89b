import { generatePath } from 'react-router-dom';
import { texts } from '../../src/shared/texts.ts';
import { routes } from '../support/routes.ts';
import { save } from './support/forms.ts';
import { expectColumns, expectTitle, expectToast, rejectionErrors, rowOf } from './support/locators.ts';
import { expect, once, test } from './support/test.ts';

test('About Us is created only once', once, async ({ app, page, api, faults }) => {
  await app.goto(routes.aboutList);
  await expect(page.getByText('No About Us yet')).toBeVisible();
  await page.getByRole('link', { name: 'Add About Us' }).click();
  await expectTitle(page, 'Add About Us');
  await page.getByRole('textbox', { name: 'Title' }).fill('Who we are');
  await page.getByRole('textbox', { name: 'Description' }).fill('Makers of paper');
  await save(page);

  await expectToast(page, 'About Us saved');
  await expect(rowOf(page, 'Who we are')).toContainText('Makers of paper');
  await expectColumns(page, ['S.NO', 'Title', 'Description', 'Chat Status', 'Action']);
  await expect(page.getByRole('link', { name: 'Add About Us' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Delete / })).toHaveCount(0);
  expect(faults.written.at(-1)).toMatchObject({
    request: 'POST /v1/about/',
    body: { name: 'Who we are', description: '<p>Makers of paper</p>', status: 'ACTIVE' },
  });

  await page.getByRole('link', { name: 'Edit Who we are' }).click();
  await expectTitle(page, 'Edit About Us');
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Who we are');
  expect(faults.seen).toContain('GET /v1/about/getById');
  await page.getByRole('textbox', { name: 'Title' }).fill('About the mill');
  await save(page);
  await expect(rowOf(page, 'About the mill')).toBeVisible();
  expect(await api.list('about')).toMatchObject([{ name: 'About the mill' }]);
});

test('the contact is created only once', once, async ({ app, page, api, faults }) => {
  await app.goto(routes.contactList);
  await page.getByRole('link', { name: 'Add Contact' }).click();
  await expectTitle(page, 'Add Contact');
  await page.getByRole('textbox', { name: 'Email' }).fill('hello@example.com');
  await page.getByRole('textbox', { name: 'Phone Number' }).fill('+91 80 1234 5678');
  await page.getByRole('textbox', { name: 'Address' }).fill('1 Paper Street');
  await save(page);

  await expectColumns(page, ['Email', 'Phone Number', 'Status', 'Action']);
  await expect(rowOf(page, 'hello@example.com')).toContainText('+91 80 1234 5678');
  await expect(page.getByRole('link', { name: 'Add Contact' })).toHaveCount(0);
  const [stored] = await api.list('contact');
  await page.getByRole('link', { name: 'View hello@example.com' }).click();
  await app.expectRoute(generatePath(routes.contactView, { id: stored?._id ?? '' }));
  for (const text of ['hello@example.com', '+91 80 1234 5678', '1 Paper Street', 'Active']) {
    await expect(page.getByText(text, { exact: true }).last()).toBeVisible();
  }
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'Phone Number' }).fill('+91 80 0000 0000');
  await save(page);
  await expect(rowOf(page, '+91 80 0000 0000')).toBeVisible();
  expect(faults.written.at(-1)).toMatchObject({
    request: `PATCH /v1/contact/updateById/${stored?._id}`,
    body: { id: stored?._id, phone: '+91 80 0000 0000' },
  });
});

const legalTexts = [
  {
    name: 'terms',
    label: 'Terms and Conditions',
    list: routes.termsList,
    add: routes.termsAdd,
    view: routes.termsView,
  },
  {
    name: 'privacy',
    label: 'Privacy Policy',
    list: routes.privacyList,
    add: routes.privacyAdd,
    view: routes.privacyView,
  },
] as const;

for (const { name, label, list, add, view } of legalTexts) {
  test(`${label} is always saved with POST`, once, async ({ app, page, api, faults }) => {
    await app.goto(list);
    await expectTitle(page, label);
    await page.getByRole('link', { name: `Add ${label}` }).click();
    await app.expectRoute(add);
    const title = page.getByRole('textbox', { name: 'Title' });
    const description = page.getByRole('textbox', { name: 'Description' });
    await save(page);
    await expect(title).toHaveAccessibleDescription(texts.fill.title);
    await expect(title).toBeFocused();
    await expect(description).toHaveAccessibleDescription(texts.fill.description);
    expect(faults.written.filter(({ request }) => request.includes(name))).toEqual([]);

    await title.fill('Returns');
    await save(page);
    await expect(title).toHaveAccessibleDescription('');
    await expect(description).toBeFocused();
    await description.fill('Within 30 days');
    await save(page);
    await expect(rowOf(page, 'Returns')).toContainText('Within 30 days');
    await expectColumns(page, ['S.NO', 'Title', 'Description', 'Status', 'Action']);
    await expect(page.getByRole('link', { name: `Add ${label}` })).toHaveCount(0);
    const [stored] = await api.list(name);
    const id = stored?._id ?? '';

    await page.getByRole('link', { name: 'View Returns' }).click();
    await app.expectRoute(generatePath(view, { id }));
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
    await expect(page.getByText('Within 30 days')).toBeVisible();
    expect(faults.seen).toContain(`GET /v1/${name}/getById`);
    await page.getByRole('link', { name: 'Edit' }).click();
    await expectTitle(page, `Edit ${label}`);
    await title.fill('Returns and refunds');
    await save(page);
    await expect(rowOf(page, 'Returns and refunds')).toBeVisible();
    expect(faults.written.at(-1)).toMatchObject({
      request: `POST /v1/${name}/`,
      body: { id, title: 'Returns and refunds', description: '<p>Within 30 days</p>', status: 'ACTIVE' },
    });
    expect(await api.list(name)).toHaveLength(1);
  });
}

test('a privacy policy without a text says so', once, async ({ app, page, api, faults }) => {
  const id = await api.create('privacy', { title: 'Privacy', description: '<p>Text</p>' });
  const record = { ...(await api.get('privacy', id)), description: '' };
  const restore = faults.respond({
    method: 'GET',
    path: /\/privacy\/getById/,
    body: { success: true, data: record },
  });
  await app.goto(generatePath(routes.privacyView, { id }));
  await expect(page.getByText(texts.privacy.noDescription)).toBeVisible();
  restore();
  await page.getByRole('switch', { name: 'Status' }).click();
  await expect.poll(async () => (await api.get('privacy', id)).status).toBe('INACTIVE');
  await expect(page.getByRole('switch', { name: 'Status' })).not.toBeChecked();
});

test('a single record that was added meanwhile is merged, not replaced', once, async ({ app, page, api }) => {
  app.watch.allow(rejectionErrors);
  await app.goto(routes.aboutAdd);
  const title = page.getByRole('textbox', { name: 'Title' });
  await title.fill('Who we are');
  await api.create('about', { name: 'About the mill', description: '<p>Makers of paper</p>' });
  await save(page);

  const dialog = page.getByRole('dialog', { name: 'You changed this About Us in another window' });
  await expect(dialog.getByRole('group', { name: 'Title' })).toContainText('Changed in both windows');
  await dialog.getByRole('button', { name: 'Save merged version' }).click();
  await expect(rowOf(page, 'Who we are')).toContainText('Makers of paper');
  expect(await api.list('about')).toMatchObject([{ name: 'Who we are', version: 2 }]);
});
