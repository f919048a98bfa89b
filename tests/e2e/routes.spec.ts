import { generatePath } from 'react-router-dom';
import { redirects } from '../../src/shared/routes.ts';
import { texts } from '../../src/shared/texts.ts';
import { routes } from '../support/routes.ts';
import { cancel } from './support/forms.ts';
import { factOf } from './support/locators.ts';
import { expect, once, test } from './support/test.ts';

test('a deep link opens when the page loads', async ({ app, page, api }) => {
  const id = await api.create('faq', { name: 'Refills?', description: '<p>Yes</p>' });
  await app.load(generatePath(routes.faqEdit, { id }));
  await expect(page.getByRole('heading', { level: 1, name: 'Edit FAQ' })).toBeVisible();
});

test('old paths redirect to the current ones', once, async ({ app, api }) => {
  const parameters = { attributeId: await api.create('attribute', { name: 'Size' }) };
  for (const { from, to } of redirects) {
    await app.goto(generatePath(from, parameters));
    await expect.poll(() => app.route(), from).toBe(generatePath(to, parameters));
  }
  const values = generatePath(routes.attributeValueList, parameters);
  for (const [from, to] of [
    [`/Attribute/AttributeList${parameters.attributeId}`, values],
    [`/Attribute/AttributeList:${parameters.attributeId}`, values],
    ['/Attribute/AttributeList:id', routes.attributeList],
  ] as const) {
    await app.goto(from);
    await expect.poll(() => app.route(), from).toBe(to);
  }
});

test('an unknown path shows a page that leads back', once, async ({ app, page }) => {
  app.watch.allow(/No route matches|404/);
  await app.load('/no/such/page');
  await expect(page.getByText(texts.shell.errorTitle)).toBeVisible();
  await page.getByRole('main').getByRole('link').first().click();
  await expect(page.getByText(texts.shell.errorTitle)).toBeHidden();
});

test('details show every field that the specification names, also if it is empty', once, async ({ app, page, api }) => {
  const [self] = await api.list('user');
  const description = '<p>In words</p>';
  const gallery = [1, 2, 3, 4, 5, 6].map((number) => `Gallery Image ${number}`);
  for (const [route, resource, record, labels] of [
    ['faqDetail', 'faq', { name: 'Refills?', description }, ['Question', 'Answer', 'Status']],
    ['productView', 'product', { name: 'Pen' }, ['Name', 'Price', 'Description', 'Status', 'Image']],
    ['contactView', 'contact', { email: 'c@example.com', phone: '1' }, ['Email', 'Phone', 'Address', 'Status']],
    ['termsView', 'terms', { title: 'Terms', description }, ['Title', 'Description', 'Status']],
    ['privacyView', 'privacy', { title: 'Privacy', description }, ['Title', 'Description', 'Status']],
    [
      ...(['notificationView', 'notification', { name: 'Offer', userId: self?._id }] as const),
      ['User', 'Title', 'Description', 'Status', 'Image'],
    ],
    [
      ...(['brandView', 'brandsPage', { role: 'Brand', title: 'Inkwell' }] as const),
      ['Title', 'Description', 'Banner Image', 'Description Image', ...gallery],
    ],
  ] as const) {
    const id = await api.create(resource, record);
    await app.navigateTo(generatePath(routes[route], { id }));
    for (const label of labels) await expect(factOf(page, label), `${route}: ${label}`).toHaveText(/\w|^$/);
  }
  await expect(factOf(page, 'Banner Image')).toHaveText('N/A');
});

test('the sidebar remembers its active entry', once, async ({ app, page }) => {
  await app.goto('/');
  const sidebar = page.getByRole('navigation').first();
  await sidebar.getByRole('link', { name: 'Category', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Categories' })).toBeVisible();
  await page.reload();
  await expect(sidebar.locator('[aria-current="page"]')).toHaveText(/Category/);
});

test('Cancel leads from a form back to its list', once, async ({ app, page }) => {
  for (const [form, list] of [
    [routes.aboutAdd, routes.aboutList],
    [routes.bannerAdd, routes.bannerList],
    [routes.brandAdd, routes.brandList],
    [routes.contactAdd, routes.contactList],
    [routes.giftAdd, routes.giftList],
    [routes.notificationAdd, `${routes.notificationList}/?status=All`],
    [routes.privacyAdd, routes.privacyList],
    [routes.productAdd, routes.productList],
    [routes.productAddEdit, routes.productList],
    [routes.termsAdd, routes.termsList],
    [routes.videoAdd, routes.videoList],
  ] as const) {
    await app.navigateTo(form);
    await cancel(page);
    await app.expectRoute(list);
  }
});

test('pointing at a sidebar entry loads its rows before the click', once, async ({ app, page, api, faults }) => {
  await api.create('faq', { name: 'Refills?', description: '<p>Yes</p>' });
  await app.goto(routes.brandList);
  const group = page.getByRole('navigation').getByRole('button', { name: 'Site content' });
  await group.click();
  const rows = page.waitForResponse((response) => response.url().includes('/v1/faq/?'));
  const link = page.getByRole('navigation').getByRole('link', { name: 'FAQ', exact: true });
  await link.hover();
  await rows;
  faults.refuse({ method: 'GET', path: /\/v1\/faq\//, message: 'Not now' });
  await link.click();
  await expect(page.getByRole('rowheader', { name: 'Refills?' })).toBeVisible();
});
