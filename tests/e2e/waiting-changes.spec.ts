import { generatePath } from 'react-router-dom';
import { texts } from '../../src/shared/texts.ts';
import { routes } from '../support/routes.ts';
import { expectAccessible } from './support/axe.ts';
import { asField, png, putFile } from './support/files.ts';
import { openAddDialog, save } from './support/forms.ts';
import { expectToast, rejectionErrors, rowOf, savedHereText, waitingChanges } from './support/locators.ts';
import { expect, once, test } from './support/test.ts';

const red = png([194, 38, 46]);
test('changes wait for the server and arrive once', async ({ app, page, api, faults, folder, host }) => {
  app.watch.allow(rejectionErrors);
  const path = await putFile(folder, 'pens.png', red);
  const image = asField('ink.png', png([30, 90, 200]));
  const ink = await api.create('category', { name: 'Ink', description: 'Blue', image });
  const isWrite = (method: string) => ({ method, path: /^\/v1\/category\// });
  await app.goto(routes.categoryAdd);
  await page.getByRole('textbox', { name: 'Category Name' }).fill('Pens');
  await app.chooseFiles('Choose Category Image', path);
  await expect(page.getByText('pens.png')).toBeVisible();
  // The record is created, but its response is lost.
  const find = faults.dropResponse(isWrite('POST'));
  await save(page);
  await expectToast(page, savedHereText);
  await expect(page.getByText('1 new record is waiting to be sent')).toBeVisible();
  find();
  const back = [faults.drop(isWrite('POST')), faults.drop(isWrite('PATCH'))];
  await app.navigateInApp(generatePath(routes.categoryEdit, { id: ink }));
  await page.getByRole('textbox', { name: 'Category Name' }).fill('Blue ink');
  await save(page);
  await expect(rowOf(page, 'Ink')).toContainText('Pending');
  await expect(waitingChanges(page, '2 changes')).toBeVisible();
  await expectAccessible(page, 'waiting changes');

  // The browser's page is closed and opened again, the desktop app with its session, too.
  if (host === 'browser') await app.load(routes.categoryList);
  else {
    await app.restart();
    await app.signIn();
    await app.goto(routes.categoryList);
  }
  const restarted = app.page;
  await waitingChanges(restarted, '2 changes').click();
  const panel = restarted.getByRole('dialog', { name: 'Changes waiting to be sent' });
  await expect(panel.getByRole('listitem')).toHaveCount(2);
  await expectAccessible(restarted, 'panel of waiting changes');
  await panel.getByRole('button', { name: 'Edit Pens' }).click();
  await expect(restarted.getByText('pens.png')).toBeVisible();
  await expect(restarted.getByRole('textbox', { name: 'Category Name' })).toHaveValue('Pens');
  await restarted.getByRole('textbox', { name: 'Category Description' }).fill('For writing');
  await save(restarted);
  await expect(waitingChanges(restarted, '3 changes')).toBeVisible();

  for (const stop of back) stop();
  // Without Send now, the next attempt follows within a minute.
  await expect(restarted.getByRole('button', { name: /changes? waiting/ })).toHaveCount(0, { timeout: 90_000 });
  await expect(rowOf(restarted, 'Pens')).toContainText('For writing');
  await expect(rowOf(restarted, 'Blue ink')).not.toContainText('Pending');
  const stored = await api.list('category');
  expect(stored).toHaveLength(2);
  const pens = stored.find(({ name }) => name === 'Pens');
  expect(pens).toMatchObject({ description: 'For writing' });
  expect(await api.download(String(pens?.image))).toEqual(red);
});

test('waiting changes that the server rejects are corrected or merged', once, async ({ app, page, api, faults }) => {
  app.watch.allow(rejectionErrors);
  const id = await api.create('faq', { name: 'Refills?', description: '<p>Yes</p>' });
  const isCountry = { method: 'POST', path: /^\/v1\/country\// };
  const back = [faults.drop({ method: 'PATCH', path: /^\/v1\/faq\// }), faults.drop(isCountry)];
  await app.goto(generatePath(routes.faqEdit, { id }));
  await page.getByRole('textbox', { name: 'Question' }).fill('Ink?');
  await page.getByRole('button', { name: texts.faq.saveEdit }).click();
  await expectToast(page, savedHereText);
  await app.navigateInApp(routes.countryList);
  const form = await openAddDialog(page, 'Country');
  await form.getByRole('textbox', { name: 'Country Name' }).fill('Nepal');
  await save(page);
  await expect(waitingChanges(page, '2 changes')).toBeVisible();

  await api.call('PATCH', `/faq/updateById/${id}`, { name: 'Nibs?', status: 'INACTIVE' });
  const accept = faults.respond({
    ...isCountry,
    status: 400,
    body: { success: false, message: 'Not yet', errors: [{ field: 'name', message: 'Not this country' }] },
  });
  for (const stop of back) stop();
  await waitingChanges(page, '2 changes').click();
  const panel = page.getByRole('dialog', { name: 'Changes waiting to be sent' });
  await panel.getByRole('button', { name: 'Send now' }).click();
  await expectToast(page, '2 waiting changes need your attention');
  await panel.getByRole('button', { name: 'Edit Nepal' }).click();
  await expect(form.getByText('Not this country')).toBeVisible();
  accept();
  await form.getByRole('textbox', { name: 'Country Name' }).fill('India');
  await save(page);
  await expect(rowOf(page, 'India')).toBeVisible();

  await waitingChanges(page, '1 change').click();
  await panel.getByRole('button', { name: 'Compare Ink?' }).click();
  const merge = page.getByRole('dialog', { name: 'You changed this FAQ in another window' });
  await expect(merge.getByRole('group', { name: 'Question' })).toContainText('Changed in both windows');
  await merge.getByRole('button', { name: 'Restore merged version' }).click();
  await page.getByRole('button', { name: texts.faq.saveEdit }).click();
  await expect(rowOf(page, 'Ink?')).toBeVisible();
  expect(await api.get('faq', id)).toMatchObject({ name: 'Ink?', status: 'INACTIVE' });
  await expect(waitingChanges(page, '1 change')).toHaveCount(0);

  const connect = faults.drop(isCountry);
  await app.navigateInApp(routes.countryList);
  await openAddDialog(page, 'Country');
  await form.getByRole('textbox', { name: 'Country Name' }).fill('Bhutan');
  await save(page);
  await waitingChanges(page, '1 change').click();
  const fail = faults.delay(isCountry);
  faults.drop(isCountry);
  connect();
  await panel.getByRole('button', { name: 'Send now' }).click();
  await expect(panel.getByText('Sending…')).toBeVisible();
  await panel.getByRole('button', { name: 'Edit Bhutan' }).click();
  fail();
  await expect(form.getByRole('textbox', { name: 'Country Name' })).toHaveValue('Bhutan');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await waitingChanges(page, '1 change').click();
  await panel.getByRole('button', { name: 'Discard Bhutan' }).click();
  await page.getByRole('dialog', { name: 'Discard this change?' }).getByRole('button', { name: 'Discard' }).click();
  await expect(panel.getByText('No changes are waiting.')).toBeVisible();
  expect(await api.list('country')).toHaveLength(1);
  await panel.getByRole('button', { name: 'Close' }).last().click();

  // A password is never stored, so this save fails and the form keeps it.
  faults.drop({ method: 'POST', path: /^\/v1\/user\// });
  await app.navigateInApp(routes.userAdd);
  await page.getByRole('textbox', { name: 'Name' }).fill('Meera');
  await page.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Sub admin' }).click();
  await page.getByLabel('Password').first().fill('a very secret text');
  await page.getByRole('textbox', { name: 'Email' }).fill('meera@example.com');
  await save(page);
  await expectToast(page, /Try again later/);
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('meera@example.com');
  await expect(waitingChanges(page, '1 change')).toHaveCount(0);
});
