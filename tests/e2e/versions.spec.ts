import { routes } from '../support/routes.ts';
import { expectAccessible } from './support/axe.ts';
import { expectToast, openRowHistory, rejectionErrors } from './support/locators.ts';
import { expect, once, test } from './support/test.ts';

test('an old version is compared and restored', once, async ({ app, page, api }) => {
  const id = await api.create('faq', {
    name: 'Which inks?',
    description: '<p>Fill all fountain pens of this range with <strong>permanent</strong> ink</p>',
  });
  await api.call('PATCH', `/faq/updateById/${id}`, {
    description: '<p>Fill all fountain pens of this range with water-based ink</p>',
  });
  await api.call('PATCH', `/faq/updateById/${id}`, { name: 'Which inks are safe?' });
  await app.goto(routes.faqList);
  await openRowHistory(page, 'Which inks are safe?');
  await page
    .getByRole('link', { name: /^Compare the version of/ })
    .last()
    .click();

  const table = page.getByRole('table', { name: 'Comparison' });
  const answer = table.getByRole('row', { name: /^Answer/ });
  await expect(page.getByRole('heading', { level: 1, name: 'Versions of “Which inks are safe?”' })).toBeVisible();
  await expect(answer.getByRole('deletion')).toHaveText('permanent');
  await expect(answer.getByRole('insertion')).toHaveText('water-based');
  await page.getByText('Formatted', { exact: true }).click();
  await expect(answer.getByText('permanent')).toHaveCSS('font-weight', '700');
  await page.getByRole('combobox', { name: 'Second version' }).selectOption({ index: 1 });
  await expect(table.getByRole('row', { name: /^Question/ })).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Second version' }).selectOption({ index: 0 });
  await expectAccessible(page, 'comparison of versions');

  await page.getByRole('button', { name: 'Restore Answer of version 1' }).click();
  await expectToast(page, '1 field restored');
  await expect(answer).toHaveCount(0);
  expect(await api.get('faq', id)).toMatchObject({
    name: 'Which inks are safe?',
    description: '<p>Fill all fountain pens of this range with <strong>permanent</strong> ink</p>',
  });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(answer).toBeVisible();

  await page.getByRole('button', { name: 'Restore this version' }).click();
  const question = page.getByRole('dialog', { name: 'Restore version 1?' });
  await question.getByRole('button', { name: 'Restore' }).click();
  await expectToast(page, '2 fields restored');
  await expect(page.getByText('These versions are the same.')).toBeVisible();
  expect(await api.get('faq', id)).toMatchObject({ name: 'Which inks?' });
});

test('fields that can’t be restored are named before', once, async ({ app, page, api }) => {
  app.watch.allow(rejectionErrors);
  const [old, current] = await api.createMany('country', [{ name: 'Old' }, { name: 'India' }]);
  const id = await api.create('region', { name: 'South', countryId: old });
  await api.call('PATCH', `/region/updateById/${id}`, { name: 'Southern', countryId: current });
  await api.call('DELETE', `/country/deleteById/${old}`);
  await app.goto(`/History/region/${id}/Compare`);
  const message = 'This country no longer exists. Select another one.';
  await expect(page.getByRole('row', { name: /^Country/ })).toContainText(message);
  await expect(page.getByRole('button', { name: 'Restore Country of version 1' })).toBeDisabled();
  await page.getByRole('button', { name: 'Restore this version' }).click();
  const question = page.getByRole('dialog', { name: 'Restore version 1?' });
  await expect(question).toContainText(`Country: ${message}`);
  await question.getByRole('button', { name: 'Restore' }).click();
  await expectToast(page, '1 field restored');
  expect(await api.get('region', id)).toMatchObject({ name: 'South', countryId: current });
});
