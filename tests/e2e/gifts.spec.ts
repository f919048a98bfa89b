import { generatePath } from 'react-router-dom';
import { texts } from '../../src/shared/texts.ts';
import { routes } from '../support/routes.ts';
import { expectAccessible } from './support/axe.ts';
import { save } from './support/forms.ts';
import { expectColumns, expectTitle, expectToast, rejectionErrors, rowOf } from './support/locators.ts';
import { expect, once, test } from './support/test.ts';

test('a gift is created with a date from the calendar', once, async ({ app, page, api, faults }) => {
  await app.goto(routes.giftList);
  await page.getByRole('link', { name: 'Add Gift' }).click();
  await expectTitle(page, 'Add Gift');
  await page.getByRole('textbox', { name: 'Title' }).fill('Canvas pencil case');
  await page.getByRole('textbox', { name: 'QR Id' }).fill('GIFT-1');
  await page.getByRole('textbox', { name: 'Description' }).fill('With a brass zip');
  await page.getByRole('textbox', { name: 'Points' }).fill('1500');
  const day = page.getByRole('textbox', { name: 'Valid Till' });
  await day.fill('1 Mar 2031');
  await day.blur();
  await expect(day).toHaveValue('01 Mar 2031');
  await day.click();
  await page.getByRole('button', { name: '15 March 2031' }).click();
  await expect(day).toHaveValue('15 Mar 2031');
  await page.getByRole('textbox', { name: 'Used Limit' }).fill('2');
  await save(page);

  await expectToast(page, 'Gift created');
  await app.expectRoute(routes.giftList);
  await expectColumns(page, ['S.NO', 'Title', 'Description', 'Points', 'Chat Status', 'Action']);
  await expect(rowOf(page, 'Canvas pencil case')).toContainText('1,500');
  const gift = {
    name: 'Canvas pencil case',
    qrId: 'GIFT-1',
    description: '<p>With a brass zip</p>',
    numberOfPoints: 1500,
    validTill: '2031-03-15',
    userLimit: 2,
    status: 'ACTIVE',
  };
  expect(faults.written.at(-1)).toEqual({ request: 'POST /v1/gift/', body: gift });

  const [stored] = await api.list('gift');
  await page.getByRole('link', { name: 'View Canvas pencil case' }).click();
  await app.expectRoute(generatePath(routes.giftView, { id: stored?._id ?? '' }));
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  await expect(page.getByText('15 Mar 2031')).toBeVisible();
  await page.getByRole('link', { name: 'Edit' }).click();
  await expectTitle(page, 'Edit Gift');
  await page.getByRole('button', { name: 'Clear Valid Till' }).click();
  await save(page);
  await expect(rowOf(page, 'Canvas pencil case')).toBeVisible();
  expect(await api.list('gift')).toMatchObject([{ ...gift, validTill: null }]);
});

test('a gift without a title is rejected', once, async ({ app, page, api, faults }) => {
  await app.goto(routes.giftAdd);
  await save(page);
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveAccessibleDescription(texts.fill.title);
  await expectAccessible(page, 'form with many errors');
  await expect(page.getByRole('textbox', { name: 'Description' })).toHaveAccessibleDescription(texts.fill.description);
  expect(faults.written.filter(({ request }) => request.includes('/gift/'))).toEqual([]);

  app.watch.allow(/Failed to load resource|A request failed/);
  const id = await api.create('gift', { name: 'Pen', description: '<p>Blue</p>' });
  await app.goto(generatePath(routes.giftEdit, { id }));
  await page.getByRole('textbox', { name: 'Title' }).fill('');
  await save(page);
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveAccessibleDescription('Title is required');
  expect(faults.written.at(-1)?.request).toBe(`PATCH /v1/gift/updateById/${id}`);
});

test('an invalid number stays as typed with a message', once, async ({ app, page, api, faults }) => {
  app.watch.allow(rejectionErrors);
  const id = await api.create('gift', { name: 'Pen', description: '<p>Blue</p>' });
  await app.goto(generatePath(routes.giftEdit, { id }));
  const points = page.getByRole('textbox', { name: 'Points' });
  await points.pressSequentially('-7');
  await expect(points).toHaveValue('-7');
  await points.press('Tab');
  await expect(points).toHaveAccessibleDescription('Points must be at least 0');
  const limit = page.getByRole('textbox', { name: 'Used Limit' });
  await limit.fill('two');
  await limit.press('Control+s');
  await expect(points).toHaveAccessibleDescription('Points must be at least 0');
  await expect(points).toHaveValue('-7');
  await expect(limit).toHaveAccessibleDescription('Used Limit must be a number, such as 12');
  await expect(points).toBeFocused();
  expect(faults.written.filter(({ request }) => request.includes('/gift/'))).toEqual([]);
  await points.fill('7');
  await limit.fill('2');
  await save(page);
  await expect.poll(() => api.get('gift', id)).toMatchObject({ numberOfPoints: 7, userLimit: 2 });
});

test('only a new date in the past needs confirmation', once, async ({ app, page, api, faults }) => {
  const id = await api.create('gift', { name: 'Pen', description: '<p>Blue</p>', validTill: '2020-03-15' });
  const question = page.getByRole('dialog', { name: 'Save anyway?' });
  const day = page.getByRole('textbox', { name: 'Valid Till' });
  await app.goto(generatePath(routes.giftEdit, { id }));
  await page.getByRole('textbox', { name: 'Points' }).fill('3');
  await save(page);
  await expect.poll(() => api.get('gift', id)).toMatchObject({ numberOfPoints: 3 });

  await app.load(generatePath(routes.giftEdit, { id }));
  await day.fill('16 Mar 2020');
  await save(page);
  await expect(question).toContainText('Valid Till is in the past: 16 Mar 2020');
  const sent = faults.written.length;
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(day).toHaveAccessibleDescription('This date is in the past');
  await expect(day).toHaveValue('16 Mar 2020');
  await expect(day).toBeFocused();
  // The date picker opens on focus and must not cover the message.
  await page.getByText('This date is in the past').click({ trial: true });
  expect(faults.written).toHaveLength(sent);
  await save(page);
  await question.getByRole('button', { name: 'Save anyway' }).click();
  await expect.poll(() => api.get('gift', id)).toMatchObject({ validTill: '2020-03-16' });
});

test('an invalid date stays in the form until it is fixed', once, async ({ app, page, api, faults }) => {
  const id = await api.create('gift', { name: 'Pen', description: '<p>Blue</p>', validTill: '2031-03-01' });
  await app.goto(generatePath(routes.giftEdit, { id }));
  const day = page.getByRole('textbox', { name: 'Valid Till' });
  const message = '“end of March” isn’t a date. Enter it like 24 Dec 2026.';
  await day.fill('end of March');
  await day.press('Tab');
  await expect(day).toHaveValue('end of March');
  await expect(day).toHaveAccessibleDescription(message);
  const sent = faults.written.length;
  await save(page);
  await expect(day).toBeFocused();
  await expect(day).toHaveValue('end of March');
  await expect(day).toHaveAccessibleDescription(message);
  expect(faults.written).toHaveLength(sent);
  await day.fill('31 march 2031');
  await save(page);
  await expect.poll(() => api.get('gift', id)).toMatchObject({ validTill: '2031-03-31' });
});
