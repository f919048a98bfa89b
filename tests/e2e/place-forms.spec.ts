import { texts } from '../../src/shared/texts.ts';
import { routes } from '../support/routes.ts';
import { choose, expectColumns, expectTitle, expectToast, rowOf } from './support/locators.ts';
import { expect, test } from './support/test.ts';

const levels = [
  { label: 'State', path: routes.stateList, title: 'States', parents: ['Country', 'Region'] },
  { label: 'City', path: routes.cityList, title: 'Cities', parents: ['Country', 'Region', 'State'] },
  {
    label: 'Location',
    path: routes.locationList,
    title: 'Locations',
    parents: ['Country', 'Region', 'State', 'City'],
  },
];

const names: Record<string, string> = { Country: 'India', Region: 'South', State: 'Kerala', City: 'Kochi' };

for (const { label, path, title, parents } of levels) {
  test(`a ${label} is added below ${parents.join(', ')}, chosen one after the other`, {
    tag: '@once',
  }, async ({ app, page, api, faults }) => {
    const [countryId] = await api.createMany('country', [{ name: 'India' }, { name: 'Nepal' }]);
    const regionId = await api.create('region', { name: 'South', countryId });
    const stateId = await api.create('state', { name: 'Kerala', regionId });
    const cityId = await api.create('city', { name: 'Kochi', stateId });
    const ids: Record<string, unknown> = { countryId, regionId, stateId, cityId };
    const names_ = parents.map((parent) => `${parent.toLowerCase()}Id`);

    await app.goto(path);
    await expectTitle(page, title);
    await page
      .getByRole('button', { name: `Add ${label}` })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: `Add ${label}` });
    await expect(dialog.getByRole('combobox', { name: parents.at(-1) })).toBeDisabled();
    for (const parent of parents) {
      await choose(dialog.getByRole('combobox', { name: parent }), names[parent] ?? '');
    }
    await dialog.getByLabel(`${label} Name`).fill('Here');
    await dialog.getByRole('button', { name: texts.form.save }).click();

    await expect(dialog).toBeHidden();
    await expectToast(page, `${label} created`);
    await expectColumns(page, [
      'S.NO',
      ...parents.map((parent) => `${parent} Name`),
      `${label} Name`,
      'Status',
      'Action',
    ]);
    await expect(rowOf(page, 'Here')).toContainText(
      `India${parents.includes('State') ? 'SouthKerala' : 'South'}`,
    );
    const sent = {
      name: 'Here',
      status: 'ACTIVE',
      ...Object.fromEntries(names_.map((name) => [name, ids[name]])),
    };
    expect(faults.written.at(-1)).toMatchObject({ request: `POST /v1/${label.toLowerCase()}/`, body: sent });
    expect(await api.list(label.toLowerCase())).toMatchObject(
      label === 'City' ? [sent, { name: 'Kochi' }] : label === 'State' ? [sent, { name: 'Kerala' }] : [sent],
    );

    await page.getByRole('button', { name: 'Edit Here' }).click();
    const edit = page.getByRole('dialog', { name: `Edit ${label}` });
    for (const parent of parents) {
      await expect(edit.getByRole('combobox', { name: parent })).toHaveValue(names[parent] ?? '');
    }
    await edit.getByLabel(`${label} Name`).fill('There');
    await edit.getByRole('button', { name: texts.form.save }).click();
    await expect(rowOf(page, 'There')).toBeVisible();
  });
}

test('Advance Filter narrows places step by step', { tag: '@once' }, async ({ app, page, api }) => {
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
