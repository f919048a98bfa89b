import { generatePath } from 'react-router-dom';
import { routes } from '../../src/shared/routes.ts';
import { deleteQuestion, expectToast, refusal, rowOf } from './support/parts.ts';
import { expect, test } from './support/test.ts';

test('a deletion is undone from its toast, with what went along', async ({ app, page, api }) => {
  const attributeId = await api.create('attribute', { name: 'Size' });
  await api.create('attributeValue', { name: 'A5', attributeId });
  await app.goto(routes.attributeList);
  await page.getByRole('button', { name: 'Delete Size' }).click();
  await deleteQuestion(page).getByRole('button', { name: 'Delete' }).click();
  await expect(rowOf(page, 'Size')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();

  await expectToast(page, 'Attribute restored successfully');
  await expect(rowOf(page, 'Size')).toBeVisible();
  await app.goto(generatePath(routes.attributeValueList, { attributeId }));
  await expect(rowOf(page, 'A5')).toBeVisible();
});

test('deletions are undone by keyboard, the last one first', { tag: '@once' }, async ({ app, page, api }) => {
  await api.createMany('faq', [
    { name: 'One', description: '<p>a</p>' },
    { name: 'Two', description: '<p>b</p>' },
  ]);
  await app.goto(routes.faqList);
  for (const name of ['One', 'Two']) {
    await page.getByRole('button', { name: `Delete ${name}` }).press('Enter');
    await deleteQuestion(page).getByRole('button', { name: 'Delete' }).press('Enter');
    await expect(deleteQuestion(page)).toBeHidden();
    await expect(rowOf(page, name)).toHaveCount(0);
  }
  // What has the focus in a toast keeps all of them where they are.
  await page.getByRole('button', { name: 'Undo' }).first().focus();
  await page.keyboard.press('Control+z');
  await expect(rowOf(page, 'Two')).toBeVisible();
  await expect(rowOf(page, 'One')).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(rowOf(page, 'One')).toBeVisible();
});

test('what cannot be undone any more is explained', { tag: '@once' }, async ({ app, page, api }) => {
  app.watch.allow(refusal);
  const countryId = await api.create('country', { name: 'India' });
  await api.create('region', { name: 'South', countryId });
  await app.goto(routes.regionList);
  await page.getByRole('button', { name: 'Delete South' }).click();
  await deleteQuestion(page).getByRole('button', { name: 'Delete' }).click();
  await expect(rowOf(page, 'South')).toHaveCount(0);
  await api.call('DELETE', `/country/deleteById/${countryId}`);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expectToast(page, 'Its Country "India" was deleted. Restore that first');
});
