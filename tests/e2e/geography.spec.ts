import { texts } from '../../src/shared/texts.ts';
import { routes } from '../support/routes.ts';
import { choose, deleteDialog, expectToast, refusal, rowOf } from './support/locators.ts';
import { expect, test } from './support/test.ts';

test('a country is added in a dialog, which closes after the save', { tag: '@once' }, async ({
  app,
  page,
  api,
}) => {
  await app.goto(routes.countryList);
  await page.getByRole('button', { name: 'Add Country' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add Country' });
  await expect(dialog.getByLabel('Country Name')).toBeFocused();
  await dialog.getByLabel('Country Name').fill('India');
  await dialog.getByRole('button', { name: texts.form.save }).click();

  await expect(dialog).toBeHidden();
  await expect(rowOf(page, 'India')).toBeVisible();
  expect(await api.list('country')).toMatchObject([{ name: 'India', status: 'ACTIVE' }]);
});

test('neither Escape nor a click beside it closes the dialog, and nothing typed is lost', {
  tag: '@once',
}, async ({ app, page }) => {
  await app.goto(routes.countryList);
  await page.getByRole('button', { name: 'Add Country' }).first().click();
  const name = page.getByRole('dialog', { name: 'Add Country' }).getByLabel('Country Name');
  await name.fill('Indi');
  await page.keyboard.press('Escape');
  await page.mouse.click(20, 400);
  await page.mouse.click(1200, 700);

  await expect(name).toHaveValue('Indi');
  await expect(page.getByRole('dialog', { name: 'Add Country' })).toBeVisible();
});

for (const way of [texts.form.cancel, 'Close']) {
  test(`"${way}" closes the dialog and saves nothing`, { tag: '@once' }, async ({ app, page, api }) => {
    await app.goto(routes.countryList);
    await page.getByRole('button', { name: 'Add Country' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add Country' });
    await dialog.getByLabel('Country Name').fill('India');
    await dialog.getByRole('button', { name: way }).click();

    await expect(dialog).toBeHidden();
    expect(await api.list('country')).toEqual([]);
  });
}

test('a save that the server refuses keeps the dialog open, with the reason at the field', {
  tag: '@once',
}, async ({ app, page }) => {
  app.watch.allow(refusal);
  await app.goto(routes.countryList);
  await page.getByRole('button', { name: 'Add Country' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add Country' });
  await dialog.getByRole('button', { name: texts.form.save }).click();

  const name = dialog.getByLabel('Country Name');
  await expect(name).toHaveAccessibleDescription('Country Name is required');
  await expect(name).toBeFocused();
  await name.fill('India');
  await dialog.getByRole('button', { name: texts.form.save }).click();
  await expect(dialog).toBeHidden();
});

test('a region belongs to a country and shows its name', { tag: '@once' }, async ({ app, page, api }) => {
  const [, nepal] = await api.createMany('country', [{ name: 'India' }, { name: 'Nepal' }]);
  await app.goto(routes.regionList);
  await page.getByRole('button', { name: 'Add Region' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add Region' });
  await choose(dialog.getByRole('combobox', { name: 'Country' }), 'Nepal');
  await dialog.getByLabel('Region Name').fill('Bagmati');
  await dialog.getByRole('button', { name: texts.form.save }).click();

  await expect(rowOf(page, 'Bagmati')).toContainText('Nepal');
  expect(await api.list('region')).toMatchObject([
    { name: 'Bagmati', countryId: nepal, countryName: 'Nepal' },
  ]);
});

test('a region is edited in the same dialog, and what the list shows follows', { tag: '@once' }, async ({
  app,
  page,
  api,
}) => {
  const countryId = await api.create('country', { name: 'India' });
  await api.create('region', { name: 'Sout', countryId });
  await app.goto(routes.regionList);
  await page.getByRole('button', { name: 'Edit Sout' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Region' });
  await expect(dialog.getByRole('combobox', { name: 'Country' })).toHaveValue('India');
  await dialog.getByLabel('Region Name').fill('South');
  await dialog.getByRole('switch', { name: 'Status' }).click();
  await dialog.getByRole('button', { name: texts.form.save }).click();

  await expect(rowOf(page, 'South')).toBeVisible();
  expect(await api.list('region')).toMatchObject([
    { name: 'South', status: 'INACTIVE', countryName: 'India' },
  ]);
});

test('a region in use is not deleted, and leads to what uses it', { tag: '@once' }, async ({
  app,
  page,
  api,
}) => {
  const countryId = await api.create('country', { name: 'India' });
  const regionId = await api.create('region', { name: 'South', countryId });
  await api.createMany('state', [
    { name: 'Kerala', regionId },
    { name: 'Goa', regionId },
  ]);
  await app.goto(routes.regionList);
  await page.getByRole('button', { name: 'Delete South' }).click();
  const dialog = page.getByRole('dialog', { name: 'Can’t delete South: it’s used by 2 states' });
  await expect(dialog).toContainText('Goa and Kerala');
  await dialog.getByRole('link', { name: 'Show 2 states' }).click();
  await expect(page.getByText('Region: South')).toBeVisible();
  await expect(page.getByText('1–2 of 2')).toBeVisible();
});

test('where the server can’t say what uses a country, it is asked for and refused', { tag: '@once' }, async ({
  app,
  page,
  api,
  faults,
}) => {
  app.watch.allow(refusal);
  faults.answer({
    method: 'GET',
    path: /\/v1\/meta/,
    status: 200,
    body: { name: 'Older', version: '1', capabilities: ['history'] },
  });
  const countryId = await api.create('country', { name: 'India' });
  await api.create('region', { name: 'South', countryId });
  await app.load(routes.countryList);
  await page.getByRole('button', { name: 'Delete India' }).click();
  await deleteDialog(page).getByRole('button', { name: 'Delete' }).click();

  await expectToast(page, /region/i);
  await expect(rowOf(page, 'India')).toBeVisible();
  expect(await api.list('country')).toHaveLength(1);
});

test('a select without options says so and leads to adding the first, while what is typed stays a draft', {
  tag: '@once',
}, async ({ app, page, api }) => {
  const [nepal, india] = await api.createMany('country', [{ name: 'Nepal' }, { name: 'India' }]);
  await api.create('region', { name: 'Bagmati', countryId: nepal });
  await app.goto(routes.stateList);
  await page.getByRole('button', { name: 'Add State' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add State' });
  await dialog.getByLabel('State Name').fill('Kerala');
  const region = dialog.getByRole('combobox', { name: 'Region' });
  await choose(dialog.getByRole('combobox', { name: 'Country' }), 'Nepal');
  await region.fill('nowhere');
  await expect(page.getByText('No regions match')).toBeVisible();
  await choose(dialog.getByRole('combobox', { name: 'Country' }), 'India');
  await region.click();
  await expect(page.getByText('No regions in India yet')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const leave = page.getByRole('dialog', { name: 'Leave this form?' });
  await expect(leave).toContainText('kept as a draft');
  await leave.getByRole('button', { name: 'Leave' }).click();

  await expect.poll(() => app.route()).toBe(`${routes.regionList}?countryId=${india}`);
  const adding = page.getByRole('dialog', { name: 'Add Region' });
  await expect(adding.getByRole('combobox', { name: 'Country' })).toHaveValue('India');
  await adding.getByLabel('Region Name').fill('South');
  await adding.getByRole('button', { name: texts.form.save }).click();
  await expect(rowOf(page, 'South')).toBeVisible();

  await app.goto(routes.stateList);
  await page.getByRole('button', { name: 'Add State' }).first().click();
  await dialog.getByRole('button', { name: 'Restore' }).click();
  await expect(dialog.getByLabel('State Name')).toHaveValue('Kerala');
  await choose(region, 'South');
  await dialog.getByRole('button', { name: texts.form.save }).click();
  await expect(rowOf(page, 'Kerala')).toBeVisible();
});
