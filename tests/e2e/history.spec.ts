import type { Locator, Page } from '@playwright/test';
import { generatePath } from 'react-router-dom';
import { routes } from '../support/routes.ts';
import { expectAccessible } from './support/axe.ts';
import {
  confirmDelete,
  deleteDialog,
  expectColumns,
  expectToast,
  openRowHistory,
  rejectionErrors,
  rowOf,
} from './support/locators.ts';
import { expect, once, test } from './support/test.ts';

const changesOf = (page: Page): Locator => page.getByRole('list', { name: 'Changes' }).getByRole('listitem');

test('Undo restores a deleted record with its values', once, async ({ app, page, api }) => {
  const attributeId = await api.create('attribute', { name: 'Size' });
  await api.create('attributeValue', { name: 'A5', attributeId });
  await app.goto(routes.attributeList);
  await page.getByRole('button', { name: 'Delete Size' }).click();
  await confirmDelete(page);
  await expect(rowOf(page, 'Size')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();

  await expectToast(page, 'Attribute restored');
  await expect(rowOf(page, 'Size')).toBeVisible();
  await app.goto(generatePath(routes.attributeValueList, { attributeId }));
  await expect(rowOf(page, 'A5')).toBeVisible();
});

test('Ctrl+Z undoes the last deletion first', once, async ({ app, page, api }) => {
  await api.createMany('faq', [
    { name: 'One', description: '<p>a</p>' },
    { name: 'Two', description: '<p>b</p>' },
  ]);
  await app.goto(routes.faqList);
  for (const name of ['One', 'Two']) {
    await page.getByRole('button', { name: `Delete ${name}` }).press('Enter');
    await deleteDialog(page).getByRole('button', { name: 'Delete' }).press('Enter');
    await expect(deleteDialog(page)).toBeHidden();
    await expect(rowOf(page, name)).toHaveCount(0);
  }
  // A focused toast keeps all toasts visible.
  await page.getByRole('button', { name: 'Undo' }).first().focus();
  await page.keyboard.press('Control+z');
  await expect(rowOf(page, 'Two')).toBeVisible();
  await expect(rowOf(page, 'One')).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(rowOf(page, 'One')).toBeVisible();
});

test('an Undo that is no longer possible is explained', once, async ({ app, page, api }) => {
  app.watch.allow(rejectionErrors);
  const countryId = await api.create('country', { name: 'India' });
  await api.create('region', { name: 'South', countryId });
  await app.goto(routes.regionList);
  await page.getByRole('button', { name: 'Delete South' }).click();
  await confirmDelete(page);
  await expect(rowOf(page, 'South')).toHaveCount(0);
  await api.call('DELETE', `/country/deleteById/${countryId}`);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expectToast(page, 'Its country “India” was deleted. Restore it first.');
});

test('a change can be reverted', once, async ({ app, page, api }) => {
  const id = await api.create('opportunity', { profile: 'Designer', selectedJobTypes: ['Full Time'] });
  await api.call('PATCH', `/opportunity/updateById/${id}`, {
    selectedJobTypes: ['Full Time', 'Contract'],
    skills: '<p>Ink <strong>and</strong> paper</p>',
  });
  await app.goto(routes.opportunityList);
  await openRowHistory(page, 'Designer');

  await expect(page.getByRole('heading', { level: 1, name: 'History of “Designer”' })).toBeVisible();
  expect(app.route()).toBe(`/History/opportunity/${id}`);
  const [newest, oldest] = [changesOf(page).nth(0), changesOf(page).nth(1)];
  await expect(newest).toContainText(/Administrator changed .*Job Type.* and .*Skills/i);
  const jobTypes = newest.getByRole('row', { name: /Job Type/ });
  await expect(jobTypes.getByRole('cell')).toHaveText(['Full Time', 'Full Time, Contract']);
  await expect(newest.getByRole('insertion')).toHaveText('Ink and paper');
  const oldRevert = oldest.getByRole('button', { name: 'Revert' });
  await expect(oldRevert).toBeDisabled();
  await expect(oldRevert).toHaveAccessibleDescription('Changed again since');
  await oldest.getByText('Initial values').click();
  await expect(oldest.getByRole('row', { name: /Designer/ })).toBeVisible();

  await newest.getByRole('button', { name: 'Revert' }).click();
  const question = page.getByRole('dialog', { name: 'Revert this change?' });
  await expect(question).toContainText('The changed fields go back to their previous values.');
  await expectAccessible(page, 'revert question');
  await question.getByRole('button', { name: 'Revert' }).click();
  await expect(newest).toContainText('reverted');
  expect(await api.get('opportunity', id)).toMatchObject({ selectedJobTypes: ['Full Time'], skills: '' });
});

test('a change of several records is reverted from the history of one', once, async ({ app, page, api }) => {
  app.watch.allow(rejectionErrors);
  const names = ['One', 'Two', 'Three'];
  const ids = await api.createMany(
    'faq',
    names.map((name) => ({ name, description: '<p>a</p>' })),
  );
  const statuses = async () => (await api.list('faq')).map(({ status }) => status);
  await api.call('POST', '/faq/bulk', { action: 'update', ids, values: { status: 'INACTIVE' } });
  await app.goto(`/History/faq/${ids[0]}`);
  await expect(changesOf(page).first()).toContainText('together with 2 other items');
  const revertAll = changesOf(page).first().getByRole('button', { name: 'Revert all 3' });
  await revertAll.click();
  const question = page.getByRole('dialog', { name: 'Revert this change of 3 items?' });
  await question.getByRole('button', { name: 'Revert all 3' }).click();
  await expectToast(page, 'Change undone for 3 items');
  await expect(changesOf(page)).toHaveCount(3);
  expect(await statuses()).toEqual(['ACTIVE', 'ACTIVE', 'ACTIVE']);

  await api.call('PATCH', `/faq/updateById/${ids[1]}`, { description: '<p>b</p>' });
  await revertAll.click();
  await question.getByRole('button', { name: 'Revert all 3' }).click();
  await expect(page.getByRole('dialog', { name: 'Some changes couldn’t be undone' })).toBeVisible();
  expect(await statuses()).toEqual(['ACTIVE', 'ACTIVE', 'ACTIVE']);
});

test('a change that can’t be reverted is explained', once, async ({ app, page, api }) => {
  app.watch.allow(rejectionErrors);
  const id = await api.create('faq', { name: 'One', description: '<p>a</p>' });
  await api.call('PATCH', `/faq/updateById/${id}`, { name: 'Two' });
  await app.goto(generatePath(routes.faqDetail, { id }));
  await page.getByRole('link', { name: 'History', exact: true }).click();
  await expect(changesOf(page)).toHaveCount(2);
  await changesOf(page).first().getByRole('button', { name: 'Revert' }).click();
  // The list shows the change at once, and then it no longer offers to revert the earlier one.
  await api.call('PATCH', `/faq/updateById/${id}`, { name: 'Three' });
  await page.getByRole('dialog').getByRole('button', { name: 'Revert' }).click();
  await expectToast(page, 'It has been changed since');
  await expectAccessible(page, 'error message');
  await expect(changesOf(page)).toHaveCount(3);

  await app.goto(`/History/faq/${id}?pageSize=1&pageIndex=1`);
  await expect(page.getByText('2–2 of 3')).toBeVisible();
  await expect(changesOf(page)).toHaveCount(1);
  await expect(changesOf(page).getByRole('insertion')).toHaveText('Two');
});

test('a failed restore keeps the item selected', once, async ({ app, page, api, faults }) => {
  const id = await api.create('faq', { name: 'Which inks are safe?', description: '<p>All</p>' });
  await api.call('DELETE', `/faq/deleteById/${id}`);
  faults.refuse({ method: 'POST', path: /\/trash\//, message: 'Not now' });
  await app.goto('/Trash');
  await page.getByRole('checkbox', { name: 'Select Which inks are safe?' }).click();
  await page.getByRole('button', { name: 'Restore Which inks are safe?' }).click();
  await expectToast(page, 'Not now');
  await expect(page.getByRole('region', { name: 'Selected items' })).toContainText('1 selected');
});

test('a deleted record can be restored from Trash', once, async ({ app, page, api }) => {
  const countryId = await api.create('country', { name: 'India' });
  await api.create('region', { name: 'South', countryId });
  const faqId = await api.create('faq', { name: 'Refills?', description: '<p>a</p>' });
  const [region] = await api.list('region');
  await api.call('DELETE', `/region/deleteById/${region?._id}`);
  await api.call('DELETE', `/country/deleteById/${countryId}`);
  await api.call('DELETE', `/faq/deleteById/${faqId}`);
  app.watch.allow(rejectionErrors);

  await app.load('/');
  await page.getByRole('banner').getByRole('button', { name: 'Admin' }).click();
  await page.getByRole('menuitem', { name: 'Trash' }).click();
  await expectColumns(page, ['Item', 'Type', 'Deleted by', 'Deleted on', 'Days left', 'Action']);
  await expect(rowOf(page, 'Refills?')).toContainText('FAQ');
  await expect(rowOf(page, 'Refills?')).toContainText('Administrator');
  await expect(rowOf(page, 'Refills?').getByRole('cell', { name: '30', exact: true })).toBeVisible();
  await page.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'Regions' }).click();
  await expect(rowOf(page, 'Refills?')).toHaveCount(0);
  await page.getByRole('button', { name: 'Restore South' }).click();
  await expectToast(page, 'Its country “India” was deleted. Restore it first.');

  await app.goto('/Trash');
  await page.getByRole('searchbox', { name: 'Search trash' }).fill('ind');
  await expect(rowOf(page, 'South')).toHaveCount(0);
  await page.getByRole('button', { name: 'Restore India' }).click();
  await expectToast(page, 'Country restored');
  await expect(page.getByText('No deleted items match your search')).toBeVisible();
  expect(await api.list('country')).toHaveLength(1);
});

test('selected trash items are restored or deleted together', once, async ({ app, page, api }) => {
  const names = ['One', 'Two', 'Three', 'Four', 'Five', 'Six'];
  const ids = await api.createMany(
    'faq',
    names.map((name) => ({ name, description: '<p>a</p>' })),
  );
  for (const id of ids) await api.call('DELETE', `/faq/deleteById/${id}`);
  await app.goto('/Trash');
  const question = (title: string) => page.getByRole('dialog', { name: title });
  const bar = page.getByRole('region', { name: 'Selected items' });

  await test.step('restoring several items can be undone', async () => {
    await page.getByRole('checkbox', { name: 'Select Six' }).check();
    await page.getByRole('checkbox', { name: 'Select Four' }).click({ modifiers: ['Shift'] });
    await expect(bar).toContainText('3 selected');
    await bar.getByRole('button', { name: 'Restore' }).click();
    await expectToast(page, '3 items restored');
    await expect(rowOf(page, 'Five')).toHaveCount(0);
    expect((await api.list('faq')).map(({ name }) => name).sort()).toEqual(['Five', 'Four', 'Six']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(rowOf(page, 'Five')).toBeVisible();
    await expect(bar).toHaveCount(0);
  });
  await test.step('an item is deleted permanently', async () => {
    await page.getByRole('button', { name: 'Delete One permanently' }).click();
    const dialog = question('Permanently delete One?');
    await expectAccessible(page, 'permanent deletion');
    await dialog.getByRole('button', { name: 'Delete permanently' }).click();
    await expectToast(page, '1 item permanently deleted');
    await expect(rowOf(page, 'One')).toHaveCount(0);
  });
  await test.step('rows selected by keyboard are deleted permanently', async () => {
    await rowOf(page, 'Two').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Shift+Space');
    await expect(bar).toContainText('2 selected');
    await bar.getByRole('button', { name: 'Delete permanently' }).click();
    const dialog = question('Permanently delete 2 items?');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(rowOf(page, 'Two')).toBeVisible();
    await bar.getByRole('button', { name: 'Delete permanently' }).click();
    await dialog.getByRole('button', { name: 'Delete permanently' }).click();
    await expectToast(page, '2 items permanently deleted');
    await expect(rowOf(page, 'Two')).toHaveCount(0);
  });
  await test.step('the whole trash is emptied', async () => {
    await page.getByRole('button', { name: 'Empty trash' }).click();
    await question('Permanently delete all 3 items in Trash?').getByRole('button', { name: 'Empty trash' }).click();
    await expect(page.getByText('Trash is empty. Deleted items are kept here for 30 days.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Empty trash' })).toHaveCount(0);
    await expect(page.getByRole('searchbox')).toHaveCount(0);
  });
  await app.goto(`/History/faq/${ids[0]}`);
  await expect(changesOf(page)).toHaveCount(3);
  await expect(changesOf(page).first()).toContainText('Administrator permanently deleted this');
  await expect(page.getByRole('main')).not.toContainText('One');
});
