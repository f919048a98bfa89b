import { extraRoutes } from '../../src/shared/routes.ts';
import { routes } from '../support/routes.ts';
import { expectAccessible } from './support/axe.ts';
import { expectToast } from './support/locators.ts';
import { expect, test } from './support/test.ts';

test('a feed is read at its address, and says what it leaves out', async ({ app, page, api, faults }) => {
  await api.create('product', { name: 'Glide', price: 10, description: '<p>Writes</p>' });
  await app.load(extraRoutes.website);
  await page.getByRole('switch', { name: 'Websites can read' }).click();
  await expectToast(page, 'Website settings saved');
  await page.getByRole('button', { name: 'Create address for JSON' }).click();
  const dialog = page.getByRole('dialog', { name: 'Address for JSON' });
  const address = (await dialog.getByText(/products\.json\?token=site_/).textContent()) ?? '';
  await expectAccessible(page, 'address of a feed');
  await dialog.getByRole('button', { name: 'Done' }).click();
  const { pathname, search } = new URL(address);
  const read = await fetch(`${faults.target}${pathname}${search}`);
  expect(await read.json()).toMatchObject({ currency: 'INR', products: [{ title: 'Glide', price: 10 }] });
  await expect(page.getByRole('listitem').filter({ hasText: 'JSON feed' })).toBeVisible();

  await page.getByRole('button', { name: 'Left out of Google Merchant' }).click();
  const report = page.getByRole('region', { name: 'Feed for Google Merchant' });
  await expect(report.getByText('In the feed: 0 products as 0 items')).toBeVisible();
  await expectAccessible(page, 'what a feed leaves out');
  await report.getByRole('list', { name: 'No image' }).getByRole('link', { name: 'Glide' }).click();
  await expect(page.getByRole('textbox', { name: 'Product Name' })).toHaveValue('Glide');
  expect(new URL(page.url()).pathname).toContain(routes.productAddEdit);
});
