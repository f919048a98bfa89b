import { generatePath } from 'react-router-dom';
import { texts } from '../../src/shared/texts.ts';
import { routes } from '../support/routes.ts';
import { Api } from './support/api.ts';
import { save } from './support/forms.ts';
import { expectToast, rejectionErrors, rowOf } from './support/locators.ts';
import { expect, once, test } from './support/test.ts';

test('conflicting edits are merged field by field', once, async ({ app, page, api }) => {
  app.watch.allow(rejectionErrors);
  const id = await api.create('faq', {
    name: 'Do you sell refills?',
    description: '<p>Yes, for all pens</p>',
  });
  await app.goto(generatePath(routes.faqEdit, { id }));
  await page.getByRole('textbox', { name: 'Question' }).fill('Do you sell ink?');
  await page.getByRole('textbox', { name: 'Answer' }).fill('Yes, for some pens');
  await api.call('PATCH', `/faq/updateById/${id}`, { name: 'Do you sell nibs?', status: 'INACTIVE' });
  await page.getByRole('button', { name: texts.faq.saveEdit }).click();

  const dialog = page.getByRole('dialog', { name: 'You changed this FAQ in another window' });
  await expect(dialog).toContainText('You, in another window, saved “Do you sell nibs?” on');
  const question = dialog.getByRole('group', { name: 'Question' });
  await expect(question).toContainText('Changed in both windows');
  await expect(question.getByRole('radio', { name: 'You, in this window' })).toBeChecked();
  const answer = dialog.getByRole('group', { name: 'Answer' });
  await expect(answer).toContainText('Changed in this window');
  await expect(answer.getByRole('deletion')).toHaveText('all');
  await expect(answer.getByRole('insertion')).toHaveText('some');
  await expect(
    dialog.getByRole('group', { name: 'Status' }).getByRole('radio', { name: 'You, in another window' }),
  ).toBeChecked();

  await question.getByRole('radio', { name: 'You, in another window' }).check();
  await dialog.getByRole('button', { name: 'Save merged version' }).click();
  await expect(rowOf(page, 'Do you sell nibs?')).toContainText('Yes, for some pens');
  expect(await api.get('faq', id)).toMatchObject({
    name: 'Do you sell nibs?',
    description: '<p>Yes, for some pens</p>',
    status: 'INACTIVE',
  });
});

test('a merge can be postponed without losing anything', once, async ({ app, page, api, faults }) => {
  app.watch.allow(rejectionErrors);
  const credentials = { email: 'rohan@example.com', password: 'a password of mine' };
  await api.createAccount({ name: 'Rohan Desai', role: 'SUBADMIN', ...credentials });
  const rohan = new Api(() => faults.target, credentials);
  const [india, nepal] = await api.createMany('country', [{ name: 'India' }, { name: 'Nepal' }]);
  const id = await api.create('region', { name: 'South', countryId: india });
  await app.goto(routes.regionList);
  await page.getByRole('button', { name: 'Edit South' }).click();
  const form = page.getByRole('dialog', { name: 'Edit Region' });
  await form.getByRole('textbox', { name: 'Region' }).fill('Far south');
  expect(await rohan.list('region')).toHaveLength(1);
  await rohan.call('PATCH', `/region/updateById/${id}`, { countryId: nepal });
  await save(page);

  const merge = page.getByRole('dialog', { name: 'Someone else changed this region' });
  await expect(merge).toContainText('Rohan Desai saved “South” on');
  await expect(merge.getByRole('group', { name: 'Region' })).toContainText('Changed by you');
  await expect(merge.getByRole('group', { name: 'Country' })).toContainText('Nepal');
  await expect(merge.getByRole('group', { name: 'Country' })).toContainText('India');
  await merge.getByRole('button', { name: 'Keep editing' }).click();
  await expect(form.getByRole('textbox', { name: 'Region' })).toHaveValue('Far south');
  await save(page);
  await merge.getByRole('button', { name: 'Save merged version' }).click();
  await expectToast(page, 'Region saved');
  expect(await api.get('region', id)).toMatchObject({ name: 'Far south', countryId: nepal });
});

test('text typed while a merge loads is kept', once, async ({ app, page, api, faults }) => {
  app.watch.allow(rejectionErrors);
  const id = await api.create('faq', { name: 'Refills?', description: '<p>Yes</p>' });
  await app.goto(generatePath(routes.faqEdit, { id }));
  await page.getByRole('textbox', { name: 'Question' }).fill('Ink?');
  await api.call('PATCH', `/faq/updateById/${id}`, { name: 'Nibs?' });
  const release = faults.delay({ path: /\/v1\/history\/versions\?/ });
  await page.getByRole('button', { name: texts.faq.saveEdit }).click();
  await expect.poll(() => faults.seen.some((request) => request.includes('/v1/history/versions?'))).toBe(true);
  await page.getByRole('textbox', { name: 'Answer' }).fill('Yes, for all pens');
  release();
  await page.getByRole('button', { name: 'Save merged version' }).click();
  await expect(rowOf(page, 'Ink?')).toContainText('Yes, for all pens');
});

test('an edit that was reverted meanwhile causes no conflict', once, async ({ app, page, api }) => {
  app.watch.allow(rejectionErrors);
  const id = await api.create('country', { name: 'India' });
  await app.goto(routes.countryList);
  await page.getByRole('button', { name: 'Edit India' }).click();
  const form = page.getByRole('dialog', { name: 'Edit Country' });
  await form.getByRole('textbox', { name: 'Country' }).fill('Bharat');
  await api.call('PATCH', `/country/updateById/${id}`, { name: 'Hind' });
  await api.call('PATCH', `/country/updateById/${id}`, { name: 'India' });
  await save(page);
  await expect(rowOf(page, 'Bharat')).toBeVisible();
});
