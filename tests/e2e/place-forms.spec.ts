import { texts } from '../../src/shared/texts.ts';
import { routes } from '../support/routes.ts';
import { choose, openAddDialog, save } from './support/forms.ts';
import { expectColumns, expectTitle, expectToast, rowOf } from './support/locators.ts';
import { expect, once, test } from './support/test.ts';

const levels = [
  { label: 'Country', list: routes.countryList, title: 'Countries', name: 'India' },
  { label: 'Region', list: routes.regionList, title: 'Regions', name: 'South' },
  { label: 'State', list: routes.stateList, title: 'States', name: 'Kerala' },
  { label: 'City', list: routes.cityList, title: 'Cities', name: 'Kochi' },
  { label: 'Location', list: routes.locationList, title: 'Locations', name: 'Fort Kochi' },
];

test('every kind of place is created below its parents', once, async ({ app, page, api, faults }) => {
  await api.create('country', { name: 'Nepal' });
  const parentIds: Record<string, string> = {};
  for (const [depth, { label, list, title, name }] of levels.entries()) {
    const parents = levels.slice(0, depth);
    const resource = label.toLowerCase();
    await test.step(label, async () => {
      await app.goto(list);
      await expectTitle(page, title);
      const dialog = await openAddDialog(page, label);
      const parentField = (parent: string) => dialog.getByRole('combobox', { name: parent });
      for (const parent of parents.slice(1)) await expect(parentField(parent.label)).toBeDisabled();
      for (const parent of parents) await choose(parentField(parent.label), parent.name);
      await dialog.getByLabel(`${label} Name`).fill('Here');
      await save(page);

      await expect(dialog).toBeHidden();
      await expectToast(page, `${label} created`);
      const columns = [...parents.map((parent) => `${parent.label} Name`), `${label} Name`];
      await expectColumns(page, ['S.NO', ...columns, 'Status', 'Action']);
      await expect(rowOf(page, 'Here')).toContainText(parents.map((parent) => parent.name).join(''));
      const sent = { ...parentIds, name: 'Here', status: 'ACTIVE' };
      expect(faults.written.at(-1)).toMatchObject({ request: `POST /v1/${resource}/`, body: sent });

      await page.getByRole('button', { name: 'Edit Here' }).click();
      const edit = page.getByRole('dialog', { name: `Edit ${label}` });
      for (const parent of parents) {
        await expect(edit.getByRole('combobox', { name: parent.label })).toHaveValue(parent.name);
      }
      await edit.getByLabel(`${label} Name`).fill(name);
      await save(page);
      await expect(rowOf(page, name)).toBeVisible();
      const stored = (await api.list(resource)).find((record) => record.name === name);
      expect(stored).toMatchObject(parentIds);
      parentIds[`${resource}Id`] = stored?._id ?? '';
    });
  }
});

const countOfRegions = 230;

test('selects find records beyond those that they load at once', once, async ({ app, page, api }) => {
  test.slow();
  const [india, nepal] = await api.createMany('country', [{ name: 'India' }, { name: 'Nepal' }]);
  const regions = await api.createMany(
    'region',
    Array.from({ length: countOfRegions }, (_, index) => ({
      name: `Region ${String(index + 1).padStart(3, '0')}`,
      countryId: india,
    })),
  );
  await api.create('region', { name: 'Region 229 of Nepal', countryId: nepal });
  await api.create('state', { name: 'Kerala', regionId: regions[228], countryId: india });

  await app.goto(routes.stateList);
  await page.getByRole('button', { name: 'Edit Kerala' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit State' });
  const region = edit.getByRole('combobox', { name: 'Region' });
  await expect(region).toHaveValue('Region 229');
  await region.click();
  await expect(page.getByText('Type to search')).toBeVisible();
  await region.fill('229');
  await expect(page.getByRole('option', { name: 'Region 229', exact: true })).toBeVisible();
  await expect(page.getByRole('option', { name: 'Region 229 of Nepal' })).toHaveCount(0);
  await region.fill('Region 230');
  await expect(page.getByRole('option', { name: 'Region 230', exact: true })).toBeVisible();
  await region.press('Tab');
  await expect(region).toHaveValue('Region 230');
  await save(page);
  await expect(edit).toBeHidden();
  expect((await api.list('state'))[0]).toMatchObject({ regionId: regions[229] });

  await app.goto(`${routes.stateList}?countryId=${india}&regionId=${regions[229]}`);
  await expect(page.getByRole('button', { name: 'Remove filter Region: Region 230' })).toBeVisible();
  await page.getByRole('button', { name: texts.list.advanceFilter }).click();
  const filters = page.getByRole('region', { name: texts.list.advanceFilter });
  const filter = filters.getByRole('combobox', { name: 'Region' });
  await expect(filter).toHaveValue('Region 230');
  await filter.fill('nowhere');
  await expect(page.getByText('Nothing found')).toBeVisible();
  await filter.fill('Region 229');
  await page.getByRole('option', { name: 'Region 229', exact: true }).click();
  await expect.poll(() => app.route()).toContain(`regionId=${regions[228]}`);
  await expect(filter).toHaveValue('Region 229');
});

test('Advance Filter narrows places step by step', once, async ({ app, page, api }) => {
  const [india, nepal] = await api.createMany('country', [{ name: 'India' }, { name: 'Nepal' }]);
  const [south, bagmati] = await api.createMany('region', [
    { name: 'South', countryId: india },
    { name: 'Bagmati', countryId: nepal },
  ]);
  await api.createMany('state', [
    { name: 'Kerala', regionId: south },
    { name: 'Kathmandu', regionId: bagmati },
  ]);
  await app.goto(routes.stateList);
  await page.getByRole('button', { name: texts.list.advanceFilter }).click();
  const filters = page.getByRole('region', { name: texts.list.advanceFilter });
  await expect(filters.getByRole('combobox', { name: 'Region' })).toBeDisabled();
  await choose(filters.getByRole('combobox', { name: 'Country' }), 'Nepal');
  await expect(rowOf(page, 'Kerala')).toBeHidden();
  await choose(filters.getByRole('combobox', { name: 'Region' }), 'Bagmati');
  await expect.poll(() => app.route()).toContain(`regionId=${bagmati}`);
  await expect(rowOf(page, 'Kathmandu')).toBeVisible();

  await page.getByRole('button', { name: 'Remove filter Country: Nepal' }).click();
  await expect(rowOf(page, 'Kerala')).toBeVisible();
  expect(app.route()).not.toContain('regionId');
});

test('places with equal names keep their own children', once, async ({ app, page, api }) => {
  const countries = [
    await api.create('country', { name: 'Georgia' }),
    await api.create('country', { name: 'Georgia' }),
  ];
  const [first = '', second = ''] = countries;
  const west = await api.create('region', { name: 'West', countryId: first });
  const east = await api.create('region', { name: 'East', countryId: second });
  await app.goto(routes.regionList);
  for (const name of ['West', 'East']) {
    await page.getByRole('button', { name: `Edit ${name}` }).click();
    await page.getByRole('textbox', { name: 'Region Name' }).fill(`${name} coast`);
    await save(page);
    await expect(rowOf(page, `${name} coast`)).toBeVisible();
  }
  expect(await api.get('region', west)).toMatchObject({ name: 'West coast', countryId: first });
  expect(await api.get('region', east)).toMatchObject({ name: 'East coast', countryId: second });

  await page.getByRole('button', { name: 'Advance Filter' }).click();
  const country = page.getByRole('combobox', { name: 'Country', exact: true });
  for (const id of countries) {
    await country.click();
    await page.getByRole('option', { name: id }).click();
    await country.press('Tab');
    await expect(page).toHaveURL(new RegExp(`countryId=${id}`));
  }
});
