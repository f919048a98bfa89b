import { generatePath } from 'react-router-dom';
import { routes } from '../support/routes.ts';
import { cancel, choose, save } from './support/forms.ts';
import { expectColumns, expectTitle, expectToast, factOf, rejectionErrors, rowOf } from './support/locators.ts';
import { expect, once, test } from './support/test.ts';
import { admin } from './support/test-server.ts';

const password = 'a password of hers';

const meera = {
  name: 'Meera Iyer',
  email: 'meera@example.com',
  phone: '98450 12345',
  role: 'SUBADMIN',
  password,
};
const people = [meera, { name: 'Rohan Das', email: 'rohan@example.com', role: 'USER' }];

test('users are listed by role in tabs', once, async ({ app, page, api, faults }) => {
  await api.createMany('user', people);
  await app.load(`${routes.userList}/?role=All`);
  await expectTitle(page, 'All List');
  await expectColumns(page, ['S.NO', 'Name', 'Email', 'Phone Number', 'Status', 'Action']);
  await expect(page.getByRole('tab')).toHaveText(['All', 'Admin', 'Sub admin', 'User']);
  await expect(rowOf(page, 'Rohan Das')).toBeVisible();
  await expect(page.getByText(/^Only admins can/)).toHaveCount(0);

  await page.getByRole('tab', { name: 'Sub admin' }).click();
  await expectTitle(page, 'subadmin List');
  expect(app.route()).toContain('role=subadmin');
  await expect(rowOf(page, 'Rohan Das')).toBeHidden();
  await expect(rowOf(page, 'Meera Iyer')).toContainText('98450 12345');
  expect(faults.seen).toContainEqual(expect.stringMatching(/^GET \/v1\/user\/\?.*role=subadmin/));

  await page.goBack();
  await expect(page.getByRole('tab', { name: 'All' })).toHaveAttribute('aria-selected', 'true');
  await expect(rowOf(page, 'Rohan Das')).toBeVisible();
});

test('a user is created with all fields', once, async ({ app, page, api, faults }) => {
  const [india, nepal] = await api.createMany('country', [{ name: 'India' }, { name: 'Nepal' }]);
  const regionId = await api.create('region', { name: 'South', countryId: india });
  await api.create('region', { name: 'Bagmati', countryId: nepal });
  const stateId = await api.create('state', { name: 'Kerala', regionId });
  const cityId = await api.create('city', { name: 'Kochi', stateId });
  const locationId = await api.create('location', { name: 'Fort Kochi', cityId });

  await app.goto(routes.userList);
  await page.getByRole('link', { name: 'Add User' }).click();
  await expectTitle(page, 'Add User');
  await page.getByRole('textbox', { name: 'Name' }).fill('Meera Iyer');
  await page.getByRole('textbox', { name: 'Email' }).fill('meera@example.com');
  const region = page.getByRole('combobox', { name: 'Region' });
  await expect(region).toBeDisabled();
  await choose(page.getByRole('combobox', { name: 'Country' }), 'India');
  await region.click();
  await expect(page.getByRole('option')).toHaveText(['South']);
  await page.getByRole('option', { name: 'South' }).click();
  await choose(page.getByRole('combobox', { name: 'State' }), 'Kerala');
  await choose(page.getByRole('combobox', { name: 'City' }), 'Kochi');
  await choose(page.getByRole('combobox', { name: 'Location' }), 'Fort Kochi');
  await choose(page.getByRole('combobox', { name: 'Role' }), 'Sub admin');
  await page.getByLabel(/^Password/).fill(password);
  await save(page);

  await expectToast(page, 'User created');
  await app.expectRoute(`${routes.userList}/?role=All`);
  await expect(rowOf(page, 'Meera Iyer')).toBeVisible();
  expect(faults.written.at(-1)).toMatchObject({
    request: 'POST /v1/user/create-user',
    body: {
      name: 'Meera Iyer',
      role: 'SUBADMIN',
      password,
      countryId: india,
      regionId,
      stateId,
      cityId,
      locationId,
    },
  });
  const stored = (await api.list('user')).find(({ name }) => name === 'Meera Iyer');
  expect(stored).toMatchObject({ status: 'ACTIVE', locationName: 'Fort Kochi' });
  const response = await api.call('POST', '/user/login', { email: 'meera@example.com', password });
  expect(response.body).toMatchObject({ mustChangePassword: true });
});

test('choosing another country clears the places below it', once, async ({ app, page, api }) => {
  const [india] = await api.createMany('country', [{ name: 'India' }, { name: 'Nepal' }]);
  const regionId = await api.create('region', { name: 'South', countryId: india });
  const id = await api.create('user', { ...people[1], countryId: india, regionId });
  await app.goto(generatePath(routes.userEdit, { id }));
  await expectTitle(page, 'Edit User');
  await expect(page.getByRole('combobox', { name: 'Region' })).toHaveValue('South');
  await expect(page.getByLabel('New password')).toHaveCount(0);
  await choose(page.getByRole('combobox', { name: 'Country' }), 'Nepal');
  await expect(page.getByRole('combobox', { name: 'Region' })).toHaveValue('');
  await save(page);

  await app.expectRoute(`${routes.userList}/?role=All`);
  expect(await api.get('user', id)).toMatchObject({ countryName: 'Nepal', regionId: null });
});

test('an empty new password changes nothing', once, async ({ app, page, api, faults }) => {
  app.watch.allow(rejectionErrors);
  const id = await api.createAccount(meera);
  await app.goto(generatePath(routes.userEdit, { id }));
  await page.getByLabel('New password').fill('short');
  await save(page);
  await expect(page.getByLabel('New password')).toHaveAccessibleDescription(/at least 10 characters/);
  await expect(page.getByLabel('New password')).toBeFocused();

  await page.getByLabel('New password').fill('');
  await save(page);
  await app.expectRoute(`${routes.userList}/?role=All`);
  expect(faults.written.at(-1)?.body).not.toHaveProperty('password');
  expect((await api.call('POST', '/user/login', { email: 'meera@example.com', password })).status).toBe(200);
});

test('user details show N/A for unknown values', once, async ({ app, page, api }) => {
  const id = await api.create('user', { ...people[1] });
  await app.goto(`${routes.userList}/?role=user`);
  await page.getByRole('link', { name: 'View Rohan Das' }).click();
  await app.expectRoute(`${generatePath(routes.userDetail, { id })}/?role=user`);
  await expectTitle(page, 'user Details');
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  for (const label of ['Phone Number', 'Country', 'Region', 'State', 'City', 'Location']) {
    await expect(factOf(page, label)).toHaveText('N/A');
  }
  await page.getByRole('switch', { name: 'Status' }).click();
  await expect(page.getByRole('switch', { name: 'Status' })).not.toBeChecked();
  await expect.poll(async () => (await api.get('user', id)).status).toBe('INACTIVE');
  await page.getByRole('link', { name: 'Edit' }).click();
  await expectTitle(page, 'Edit User');
  await cancel(page);
  await app.expectRoute(`${routes.userList}/?role=All`);
});

test('the form leads back to all users', once, async ({ app, page, api }) => {
  await api.createMany('user', people);
  const editFromTab = async () => {
    await page.getByRole('tab', { name: 'Sub admin' }).click();
    await expect(rowOf(page, 'Rohan Das')).toBeHidden();
    await rowOf(page, 'Meera Iyer').focus();
    await page.keyboard.press('e');
    await expectTitle(page, 'Edit User');
  };
  await app.load(`${routes.userList}/?role=All`);
  await editFromTab();
  await cancel(page);
  await app.expectRoute(`${routes.userList}/?role=All`);
  await expect(rowOf(page, 'Rohan Das')).toBeVisible();
  await editFromTab();
  await save(page);
  await expectToast(page, /saved/);
  await app.expectRoute(`${routes.userList}/?role=All`);
});

test('the last admin can’t be deactivated', once, async ({ app, page }) => {
  app.watch.allow(rejectionErrors);
  await app.goto(`${routes.userList}/?role=admin`);
  await page.getByRole('switch').click();
  await expectToast(page, /last active admin/);
  await expect(page.getByRole('switch')).toBeChecked();
});

test.describe('a sub admin', () => {
  test.use({ isSignedIn: false });
  const note = 'Only admins can add, change or delete users';

  test('can only view users', once, async ({ app, page, api }) => {
    const id = await api.createAccount(meera);
    await app.fillLogin({ identifier: 'meera@example.com', password });
    await app.expectSignedIn();
    await expect(page.getByRole('banner').getByRole('button', { name: 'Sub admin' })).toBeVisible();
    await app.goto(routes.userList);
    await expect(page.getByText(note)).toBeVisible();
    await expect(rowOf(page, admin.email)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Add User' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^Delete / })).toHaveCount(0);
    await expect(page.getByRole('switch').first()).toBeDisabled();
    await app.goto(routes.userAdd);
    await expect(page.getByText('You don’t have permission to edit users')).toBeVisible();
    await app.goto(generatePath(routes.userDetail, { id }));
    await expect(page.getByText(note)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Edit' })).toHaveCount(0);
  });
});
