import type { Page } from '@playwright/test';
import { generatePath } from 'react-router-dom';
import { routes } from '../support/routes.ts';
import { png, putFile } from './support/files.ts';
import { choose, save } from './support/forms.ts';
import { expectColumns, expectTitle, expectToast, factOf, rowOf } from './support/locators.ts';
import { expect, once, test } from './support/test.ts';

const all = `${routes.notificationList}/?status=All`;

test('a notification is created for a user', once, async ({ app, page, api, faults, folder }) => {
  const red = png([194, 38, 46]);
  const userId = await api.create('user', { name: 'Rohan Das', email: 'rohan@example.com', role: 'USER' });
  const picture = await putFile(folder, 'parcel.png', red);
  await app.goto(all);
  await expectTitle(page, 'All Notification List');
  await page.getByRole('link', { name: 'Add Notification' }).click();
  await expectTitle(page, 'Add Notification');
  await expect(page.getByRole('switch', { name: 'Status' })).toBeChecked();
  await choose(page.getByRole('combobox', { name: 'User' }), 'Rohan Das');
  await page.getByRole('textbox', { name: 'Title' }).fill('On its way');
  await page.getByRole('textbox', { name: 'Description' }).fill('Your parcel left our store');
  await app.chooseFiles('Choose Image', picture);
  await page.getByRole('switch', { name: 'Status' }).click();
  await save(page);

  await expectToast(page, 'Notification created');
  await app.expectRoute(all);
  await expectColumns(page, ['S.NO', 'Image', 'Name', 'Title', 'Description', 'Status', 'Action']);
  await expect(rowOf(page, 'On its way')).toContainText('Rohan Das');
  await expect(rowOf(page, 'On its way')).toContainText('Unread');
  expect(faults.written.at(-1)).toMatchObject({
    request: 'POST /v1/notification/',
    body: {
      userId,
      name: 'On its way',
      description: 'Your parcel left our store',
      status: 'Unread',
      image: `parcel.png@@data:image/png;base64,${red.toString('base64')}`,
    },
  });
});

const rohan = { name: 'Rohan Das', email: 'rohan@example.com', role: 'USER' };

test('each tab shows the notifications of its status', once, async ({ app, page, api }) => {
  const userId = await api.create('user', rohan);
  const [id = ''] = await api.createMany('notification', [
    { userId, name: 'New offer', status: 'Unread' },
    { userId, name: 'Old offer', status: 'Read' },
  ]);
  await app.load(all);
  await expect(page.getByRole('tab')).toHaveText(['All', 'Read', 'Unread']);
  await page.getByRole('tab', { name: 'Read', exact: true }).click();
  await expectTitle(page, 'Read Notification List');
  await expect(rowOf(page, 'New offer')).toBeHidden();
  await page.getByRole('tab', { name: 'Unread' }).click();
  await expectTitle(page, 'Unread Notification List');
  await page.getByRole('link', { name: 'View New offer' }).click();
  await app.expectRoute(`${generatePath(routes.notificationView, { id })}/?status=Unread`);
  await expectTitle(page, 'New offer');
  await expect(factOf(page, 'User')).toHaveText('Rohan Das');
  await expect(factOf(page, 'Image')).toHaveText('N/A');
  await page.getByRole('switch', { name: 'Status' }).click();
  await expect.poll(() => api.get('notification', id)).toMatchObject({ status: 'Read', name: 'New offer' });
});

test.describe('the bell', once, () => {
  const bell = (page: Page, name: string) => page.getByRole('banner').getByRole('button', { name, exact: true });

  test('counts only the user’s own unread notifications', async ({ app, page, api, faults }) => {
    const [self] = await api.list('user');
    const userId = self?._id ?? '';
    const otherId = await api.create('user', rohan);
    const [ownId = '', theirId = ''] = await api.createMany('notification', [
      { userId, name: 'Ink is low', status: 'Unread' },
      { userId: otherId, name: 'New offer', status: 'Unread' },
      { userId: otherId, name: 'Old offer', status: 'Unread' },
    ]);
    const writes = () => faults.written.filter(({ request }) => request.includes('/notification/'));
    await app.load(all);
    await rowOf(page, 'New offer').click();
    await expect(page.getByRole('switch', { name: 'Status' })).not.toBeChecked();

    await bell(page, 'Notifications, 1 unread').click();
    await expect(page.getByRole('menuitem', { name: /^Unread Ink is low/ })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: /offer/ })).toHaveCount(0);
    await page.getByRole('menuitem', { name: 'Notifications (1 unread)' }).click();
    await expectTitle(page, 'Unread Notification List');
    expect(app.route()).toBe(`${routes.notificationList}/?status=Unread&userId=${userId}`);
    await expect(rowOf(page, 'Ink is low')).toBeVisible();
    await expect(page.getByRole('row')).toHaveCount(2);
    await page.getByRole('button', { name: `Remove filter User: ${self?.name}` }).click();
    await expect(rowOf(page, 'New offer')).toBeVisible();
    expect(writes()).toEqual([]);

    await page.getByRole('link', { name: 'View Ink is low' }).click();
    const status = page.getByRole('switch', { name: 'Status' });
    await expect(status).toBeChecked();
    await expect(bell(page, 'Notifications')).toBeVisible();
    expect(await api.get('notification', ownId)).toMatchObject({ status: 'Read' });
    await status.click();
    await expect(bell(page, 'Notifications, 1 unread')).toBeVisible();
    await expect(status).not.toBeChecked();
    expect(await api.get('notification', ownId)).toMatchObject({ status: 'Unread' });
    expect(await api.get('notification', theirId)).toMatchObject({ status: 'Unread' });
  });

  test('counts correctly on a server that ignores the filter', async ({ app, page, api, faults }) => {
    const [self] = await api.list('user');
    const unread = [{ userId: self?._id }, { userId: 'somebody' }, { userId: 'somebody' }].map(
      (notification, index) => ({ ...notification, _id: `n${index}`, name: 'News', status: 'Unread' }),
    );
    faults.refuse({ path: /\/v1\/meta/, status: 404, message: 'Not found' });
    faults.respond({
      path: /\/v1\/notification\/\?/,
      body: { success: true, message: '', data: unread, total: 3 },
    });
    await app.load(routes.faqList);
    await page.getByRole('link', { name: 'Notifications, 1 unread' }).click();
    await app.expectRoute(`${routes.notificationList}/?status=Unread`);
  });
});
