import type { Page } from '@playwright/test';
import { extraRoutes } from '../../src/shared/routes.ts';
import { texts } from '../../src/shared/texts.ts';
import { routes } from '../support/routes.ts';
import { expectAccessible } from './support/axe.ts';
import { save } from './support/forms.ts';
import { expectTitle, expectToast, rejectionErrors } from './support/locators.ts';
import { expect, once, test } from './support/test.ts';

const openFromSettings = async (page: Page) => {
  await page.getByRole('banner').getByRole('button', { name: texts.shell.badge }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await page.getByRole('dialog', { name: 'Settings' }).getByRole('button', { name: 'Website settings' }).click();
  await expectTitle(page, 'Website');
};

test('admins let a website read, and it sees a new price', once, async ({ app, page, api, faults }) => {
  const id = await api.create('product', { name: 'Glide', price: 10 });
  const read = async (token: string) => {
    const response = await fetch(`${faults.target}/site/v1/products/${id}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return [response.status, ((await response.json()) as { data?: { price: number } }).data?.price];
  };
  await app.load('/');
  await openFromSettings(page);
  expect(await read('')).toEqual([404, undefined]);
  await page.getByRole('switch', { name: 'Websites can read' }).click();
  await expectToast(page, 'Website settings saved');
  await expect(page.getByText(/^curl -i "http.*\/site\/v1\/products\?limit=2"$/)).toBeVisible();
  await expectAccessible(page, 'website settings');

  await page.getByRole('checkbox', { name: 'Require a read token' }).check();
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText(/^curl -i -H "Authorization: Bearer TOKEN"/)).toBeVisible();

  await page.getByRole('button', { name: 'Create token…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create read token' });
  await dialog.getByLabel('Name').fill('Shop window');
  await dialog.getByRole('button', { name: 'Create token' }).click();
  const token = (await dialog.getByText(/^site_/).textContent()) ?? '';
  await expectAccessible(page, 'new read token');
  await dialog.getByRole('button', { name: 'Done' }).click();
  expect(await read('site_unknown')).toEqual([401, undefined]);
  expect(await read(token)).toEqual([200, 10]);

  await app.goto(`${routes.productAddEdit}/${id}`);
  await page.getByRole('textbox', { name: 'Price' }).fill('12.5');
  await save(page);
  await expectToast(page, /saved|updated/i);
  expect(await read(token)).toEqual([200, 12.5]);

  await app.goto(extraRoutes.website);
  await expect(page.getByRole('listitem').filter({ hasText: 'Shop window' })).toContainText('Last used');
  await expect(page.getByRole('row').filter({ hasText: 'Shop window' })).toHaveCount(2);
  await page.getByRole('button', { name: 'Revoke Shop window' }).click();
  await page.getByRole('button', { name: 'Revoke', exact: true }).click();
  await expectToast(page, 'Read token revoked');
  expect(await read(token)).toEqual([401, undefined]);
});

test('records that aren’t active open on the website', once, async ({ app, page, api, faults }) => {
  app.watch.allow(rejectionErrors);
  const _id = await api.create('category', { name: 'Quill & Co', status: 'INACTIVE' });
  await page.context().route('https://www.example.com/**', (route) => route.fulfill({ body: 'The website' }));
  await app.load(extraRoutes.website);
  await page.getByRole('switch', { name: 'Websites can read' }).click();
  await expectToast(page, 'Website settings saved');
  const form = page.getByRole('form', { name: 'Previews' });
  const address = form.getByRole('textbox', { name: 'Address of the website' });
  await address.fill('www.example.com');
  await form.getByRole('button', { name: 'Save addresses' }).click();
  await expect(address).toHaveAccessibleDescription(/Enter an address such as https:\/\/www\.example\.com/);
  await address.fill('https://www.example.com/');
  await form.getByRole('button', { name: 'Set other addresses…' }).click();
  await expect(form.getByRole('textbox', { name: 'Page of each Catalogue' })).toHaveAttribute(
    'placeholder',
    'https://www.example.com/catalogues/{slug}',
  );
  await expectAccessible(page, 'previews');
  await form.getByRole('button', { name: 'Save addresses' }).click();
  await expect(address).toHaveValue('https://www.example.com');

  const expectPreview = async (open: () => Promise<unknown>) => {
    const [opened] = await Promise.all([page.context().waitForEvent('page'), open()]);
    await opened.waitForURL(/^https:\/\/www\.example\.com\/categories\/quill-co\?preview=/);
    const token = new URL(opened.url()).searchParams.get('preview') ?? '';
    const response = await fetch(`${faults.target}/site/v1/categories/${_id}?preview=${encodeURIComponent(token)}`);
    expect(await response.json()).toMatchObject({ data: { name: 'Quill & Co' } });
    await opened.close();
  };
  await app.goto(routes.categoryList);
  await page.getByRole('button', { name: 'More actions for Quill & Co' }).click();
  await expectPreview(() => page.getByRole('menuitem', { name: 'Open on the website' }).click());
  await app.goto(`${routes.categoryAdd}/${_id}`);
  await expectPreview(() => page.getByRole('button', { name: 'Open on the website' }).click());
});

test('webhooks are tested, and their messages sent again', once, async ({ app, page }) => {
  app.watch.allow(rejectionErrors);
  await app.load(extraRoutes.website);
  await page.getByRole('button', { name: 'Create webhook…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create webhook' });
  const receiver = dialog.getByRole('textbox', { name: 'Receiver' });
  await receiver.fill('http://192.168.1.5/hooks');
  await dialog.getByRole('button', { name: 'Create webhook' }).click();
  await expect(receiver).toHaveAccessibleDescription(/Enter an address on the internet/);
  await receiver.fill('https://hooks.invalid/website');
  await dialog.getByRole('button', { name: 'Create webhook' }).click();
  await expect(dialog.getByText(/^whsec_/)).toBeVisible();
  await expectAccessible(page, 'new webhook');
  await dialog.getByRole('button', { name: 'Done' }).click();

  const webhook = page.getByRole('list', { name: 'Webhooks' }).getByRole('listitem');
  await expect(webhook).toContainText('https://hooks.invalid/website');
  await webhook.getByRole('button', { name: 'Send a test to https://hooks.invalid/website' }).click();
  await expectToast(page, /The receiver can’t be reached/);
  await webhook.getByRole('button', { name: 'Messages to https://hooks.invalid/website' }).click();
  const message = page.getByRole('dialog', { name: 'Messages' }).getByRole('row').filter({ hasText: 'Test' });
  await expect(message).toContainText('Failed. The receiver can’t be reached');
  await expectAccessible(page, 'messages of a webhook');
  await message.getByRole('button', { name: /^Send message of .* again$/ }).click();
  await expect(message).toContainText('Failed after 2 attempts');
  await page.keyboard.press('Escape');

  await webhook.getByRole('button', { name: 'Delete webhook of https://hooks.invalid/website' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expectToast(page, 'Webhook deleted');
  await expect(webhook).toHaveCount(0);
});

test('wrong origins are explained at their field', once, async ({ app, page }) => {
  app.watch.allow(rejectionErrors);
  await app.load(extraRoutes.website);
  const origins = page.getByRole('textbox', { name: 'Websites whose pages may read in the browser' });
  await origins.fill('www.example.com');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(origins).toHaveAccessibleDescription(
    /Enter addresses such as https:\/\/www\.example\.com, without a path/,
  );
  await origins.fill('https://www.example.com\nhttps://shop.example.com/');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(origins).toHaveValue('https://www.example.com\nhttps://shop.example.com');
});

test('a form shows how its record appears on the website', once, async ({ app, page, api }) => {
  app.watch.allow(rejectionErrors);
  await api.create('category', { name: 'Inks' });
  const id = await api.create('category', { name: 'Pens & Pencils', description: 'Everything that writes' });
  await app.goto(`${routes.categoryAdd}/${id}`);
  const slug = page.getByRole('textbox', { name: 'Slug' });
  const preview = page.getByRole('figure', { name: 'Preview of the search result' });
  await expect(slug).toHaveValue('pens-pencils');
  await expect(preview).toContainText('Pens & PencilsEverything that writes');
  await page.getByRole('textbox', { name: 'SEO headline' }).fill('Pens for every day');
  await expect(preview).toContainText('Pens for every day');
  await expect(page.getByText('18 of the 60 characters that search results show')).toBeVisible();
  await expectAccessible(page, 'category form');
  await slug.fill('Not a slug');
  await save(page);
  await expect(slug).toHaveAccessibleDescription(/Slug can have a–z, 0–9 and single hyphens/);
  await slug.fill('inks');
  await save(page);
  await expect(slug).toHaveAccessibleDescription(/Already used by the category “Inks”/);
  await slug.fill('pens');
  await save(page);
  await expectToast(page, /saved/);
  const records = await api.list('category');
  expect(records.find(({ _id }) => _id === id)).toMatchObject({ slug: 'pens', seoTitle: 'Pens for every day' });
  await app.goto(`${routes.categoryAdd}?copyOf=${id}`);
  await expect(page.getByRole('textbox', { name: 'Category Name' })).toHaveValue('Pens & Pencils (copy)');
  await expect(slug).toHaveValue('');
});
