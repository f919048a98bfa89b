import { texts } from '../../src/shared/texts.ts';
import { routes } from '../support/routes.ts';
import { choose, openAddDialog } from './support/forms.ts';
import { confirmDelete, expectToast, rejectionErrors, rowOf } from './support/locators.ts';
import { expect, once, test } from './support/test.ts';

test('only its buttons close a dialog', once, async ({ app, page, api }) => {
  await app.goto(routes.countryList);
  for (const button of [texts.form.cancel, 'Close']) {
    const dialog = await openAddDialog(page, 'Country');
    const name = dialog.getByLabel('Country Name');
    await name.fill('Indi');
    await page.keyboard.press('Escape');
    await page.mouse.click(20, 400);
    await page.mouse.click(1200, 700);
    await expect(name).toHaveValue('Indi');
    await dialog.getByRole('button', { name: button }).click();
    await expect(dialog).toBeHidden();
  }
  expect(await api.list('country')).toEqual([]);
});

test('a second country or region of the same name is warned about', once, async ({ app, page, api }) => {
  const countryId = await api.create('country', { name: 'Germany' });
  await api.create('country', { name: 'Austria' });
  await api.create('region', { name: 'North', countryId });
  await app.goto(routes.countryList);
  const country = (await openAddDialog(page, 'Country')).getByRole('textbox', { name: 'Country Name' });
  await country.fill('germany ');
  await expect(country).toHaveAccessibleDescription(/Another country named “Germany” already exists\. Open it/);
  await country.fill('Georgia');
  await expect(country).toHaveAccessibleDescription('');

  await app.load(routes.regionList);
  const dialog = await openAddDialog(page, 'Region');
  const region = dialog.getByRole('textbox', { name: 'Region Name' });
  await region.fill('North');
  await choose(dialog.getByRole('combobox', { name: 'Country' }), 'Austria');
  await expect(region).toHaveAccessibleDescription('');
  await choose(dialog.getByRole('combobox', { name: 'Country' }), 'Germany');
  await expect(region).toHaveAccessibleDescription(/Another region named “North” already exists/);
});

test('a rejected save keeps the dialog open', once, async ({ app, page }) => {
  app.watch.allow(rejectionErrors);
  await app.goto(routes.countryList);
  const dialog = await openAddDialog(page, 'Country');
  await dialog.getByRole('button', { name: texts.form.save }).click();

  const name = dialog.getByLabel('Country Name');
  await expect(name).toHaveAccessibleDescription('Country Name is required');
  await expect(name).toBeFocused();
  await name.fill('India');
  await dialog.getByRole('button', { name: texts.form.save }).click();
  await expect(dialog).toBeHidden();
});

test('a server without usage data rejects the deletion itself', once, async ({ app, page, api, faults }) => {
  app.watch.allow(rejectionErrors);
  faults.respond({
    method: 'GET',
    path: /\/v1\/meta/,
    body: { name: 'Another server', version: '1' },
  });
  const countryId = await api.create('country', { name: 'India' });
  await api.create('region', { name: 'South', countryId });
  await app.load(routes.countryList);
  await page.getByRole('button', { name: 'Delete India' }).click();
  await confirmDelete(page);

  await expectToast(page, /region/i);
  await expect(rowOf(page, 'India')).toBeVisible();
  expect(await api.list('country')).toHaveLength(1);
});

test('a missing option is added above the form, which keeps its values', once, async ({ app, page, api }) => {
  const [nepal, india] = await api.createMany('country', [{ name: 'Nepal' }, { name: 'India' }]);
  await api.create('region', { name: 'Bagmati', countryId: nepal });
  await app.goto(routes.stateList);
  const dialog = await openAddDialog(page, 'State');
  await dialog.getByLabel('State Name').fill('Kerala');
  const region = dialog.getByRole('combobox', { name: 'Region' });
  await choose(dialog.getByRole('combobox', { name: 'Country' }), 'Nepal');
  await region.fill('nowhere');
  await expect(page.getByText('No regions match')).toBeVisible();
  await choose(dialog.getByRole('combobox', { name: 'Country' }), 'India');
  await region.click();
  await expect(page.getByText('No regions in India yet')).toBeVisible();
  await region.fill('South');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');

  const adding = page.getByRole('dialog', { name: 'Add Region' });
  const name = adding.getByLabel('Region Name');
  await expect(name).toHaveValue('South');
  await adding.getByRole('button', { name: texts.form.cancel }).click();
  await expect(adding).toBeHidden();
  await expect(dialog.getByLabel('State Name')).toHaveValue('Kerala');
  await expect(region).toHaveValue('South');
  expect(await api.list('region')).toHaveLength(1);

  await region.click();
  await page.getByRole('option', { name: 'Add “South”…' }).click();
  await expect(name).toHaveValue('South');
  await name.press('Control+s');
  await expectToast(page, 'Region created');
  await expect(adding).toBeHidden();
  await expect(region).toHaveValue('South');
  expect(await api.list('state')).toHaveLength(0);
  await dialog.getByRole('button', { name: texts.form.save }).click();
  await expect(rowOf(page, 'Kerala')).toContainText('South');
  const [south] = (await api.list('region')).filter(({ countryId }) => countryId === india);
  expect(await api.list('state')).toMatchObject([{ name: 'Kerala', regionId: south?._id }]);
});

test('an option that the server refuses to add keeps both forms open', once, async ({ app, page, faults }) => {
  await app.goto(routes.productAddEdit);
  await page.getByRole('textbox', { name: 'Product Name' }).fill('Gel pen');
  const category = page.getByRole('combobox', { name: 'Category', exact: true });
  await category.fill('Pens');
  app.watch.allow(rejectionErrors);
  faults.refuse({ method: 'POST', path: /\/category\//, status: 400, message: 'Categories are locked' });
  await page.getByRole('option', { name: 'Add “Pens”…' }).click();
  const adding = page.getByRole('dialog', { name: 'Add Category' });
  await adding.getByRole('button', { name: texts.form.save }).click();
  await expectToast(page, 'Categories are locked');
  await expect(adding.getByLabel('Category Name')).toHaveValue('Pens');
  await adding.getByRole('button', { name: texts.form.cancel }).click();
  await expect(page.getByRole('textbox', { name: 'Product Name' })).toHaveValue('Gel pen');
  await expect(category).toHaveValue('Pens');
});
