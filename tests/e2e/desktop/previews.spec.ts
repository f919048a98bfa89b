import { routes } from '../../support/routes.ts';
import { expect, test } from '../support/test.ts';
import { catchExternal } from './support.ts';

test('a record that isn’t active opens on the website in the system’s browser', async ({ app, page, api, faults }) => {
  const id = await api.create('category', { name: 'Quill & Co', status: 'INACTIVE' });
  const subId = await api.create('subCategory', { name: 'Reeds', status: 'INACTIVE', categoryId: id });
  const settings = { isOn: true, pageAddress: 'https://www.example.com' };
  expect((await api.call('PATCH', '/website', settings)).status).toBe(200);
  const opened = await catchExternal(app);
  await app.goto(`${routes.categoryAdd}/${id}`);
  await page.getByRole('button', { name: 'Open on the website' }).click();
  await expect
    .poll(opened)
    .toEqual([expect.stringMatching(/^https:\/\/www\.example\.com\/categories\/quill-co\?preview=/)]);
  const token = new URL(String((await opened())[0])).searchParams.get('preview') ?? '';
  const read = await fetch(`${faults.target}/site/v1/categories/${id}?preview=${encodeURIComponent(token)}`);
  expect([read.status, read.headers.get('cache-control')]).toEqual([200, 'no-store']);

  await app.goto(routes.subCategoryList.replace(':categoryId', id));
  await page.getByRole('button', { name: 'More actions for Reeds' }).click();
  await page.getByRole('menuitem', { name: 'Open on the website' }).click();
  await expect.poll(async () => (await opened())[1]).toMatch(/\/categories\/quill-co\/reeds\?preview=/);
  expect((await fetch(`${faults.target}/site/v1/categories/${id}`)).status).toBe(404);
  expect(await api.get('subCategory', subId)).toMatchObject({ status: 'INACTIVE' });
});
