import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { routes } from '../../support/routes.ts';
import { expectToast, rowOf } from '../support/locators.ts';
import { textOfPdf } from '../support/pdf-text.ts';
import { expect, test } from '../support/test.ts';
import { chooseInMenu, electronOf } from './support.ts';

test('menu commands act on the current page', async ({ app, page, api, folder }) => {
  const electron = electronOf(app);
  const id = await api.create('faq', { name: 'Is there ink?', description: '<p>In every colour</p>' });
  await page.emulateMedia({ colorScheme: 'dark' });
  await app.goto(routes.faqDetail.replace(':id', id));
  await expect(page.getByText('In every colour')).toBeVisible();

  await chooseInMenu(app, 'checkForUpdates');
  await expectToast(page, 'Updates are managed by your IT administrator.');
  await chooseInMenu(app, 'settings');
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Settings' })).toHaveCount(0);

  const file = join(folder, 'faq.pdf');
  await electron.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
  }, file);
  await chooseInMenu(app, 'saveAsPdf');
  await expectToast(page, `Saved as ${file}`);
  const text = await textOfPdf(await readFile(file));
  expect(text).toContain('In every colour');
  expect(text).toContain('1 / 1');
  expect(text).not.toMatch(/Back Office$|Category|Edit|Go to/m);

  await electron.evaluate(({ BrowserWindow }) => {
    for (const { webContents } of BrowserWindow.getAllWindows()) {
      webContents.print = (_options, done) => {
        Reflect.set(globalThis, 'hasPrinted', true);
        done?.(false, 'Print job canceled');
      };
    }
  });
  await chooseInMenu(app, 'print');
  await expect.poll(() => electron.evaluate(() => Reflect.get(globalThis, 'hasPrinted'))).toBe(true);
});

test('windows share the session but not the page', async ({ app, page, api }) => {
  await api.create('country', { name: 'India' });
  const opened = electronOf(app).waitForEvent('window');
  await chooseInMenu(app, 'newWindow');
  const second = await opened;
  await expect(second.getByRole('navigation').first()).toBeVisible();
  await second.goto(app.host.address(routes.countryList));
  await expect(rowOf(second, 'India')).toBeVisible();

  await page.evaluate(() => backoffice.signOut({ canRevoke: true }));
  const again = second.getByRole('dialog', { name: 'Log in again' });
  await expect(again).toBeVisible();
  await page.reload();
  await app.signIn();
  await expect(again).toHaveCount(0);
  await expect(rowOf(second, 'India')).toBeVisible();
});

test('the badge counts the user’s own unread notifications', async ({ app, page, api }) => {
  const electron = electronOf(app);
  await electron.evaluate(({ app: electronApp, Notification, BrowserWindow }) => {
    const seen = { badge: 0, highest: 0, told: [] as string[] };
    Reflect.set(globalThis, 'seen', seen);
    electronApp.setBadgeCount = (count = 0) => {
      seen.badge = count;
      seen.highest = Math.max(seen.highest, count);
      return true;
    };
    Notification.isSupported = () => true;
    Notification.prototype.show = function show(this: Electron.Notification) {
      seen.told.push(this.body);
      this.emit('click');
    };
    BrowserWindow.getFocusedWindow = () => null;
  });
  const seen = () => electron.evaluate(() => Reflect.get(globalThis, 'seen'));
  const [user] = await api.list('user');
  const otherId = await api.create('user', { name: 'Rohan Das', email: 'rohan@example.com', role: 'USER' });
  // The app announces only what arrives after it has opened.
  const loaded = page.waitForResponse((response) => response.url().includes('/v1/notification'));
  await page.reload();
  await loaded;
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
  await api.create('notification', {
    userId: user?._id,
    name: 'Ink is low',
    description: 'Order more',
    status: 'Unread',
  });
  await api.create('notification', { userId: otherId, name: 'New offer', status: 'Unread' });
  // The page loads notifications on start and every minute.
  await page.reload();
  // A single notification opens at once, which marks it as read.
  await expect.poll(seen).toEqual({ badge: 0, highest: 1, told: ['Ink is low'] });
  await expect(page.getByText('Order more')).toBeVisible();
  expect(app.route()).toContain('/Notification/NotificationView/');
  const tell = (title: string, createdAt: Date) =>
    page.evaluate((newest) => backoffice.setUnread({ unread: { count: 2, newest } }), {
      createdAt: createdAt.toISOString(),
      title,
      route: '/uploads/evil.html',
    });
  await tell('Evil', new Date());
  expect((await seen()).told).toEqual(['Ink is low', 'Evil']);
  await page.evaluate(() => backoffice.getAppInfo());
  expect(app.route()).toContain('/Notification/NotificationView/');
  // The count stays the same, but a newer notification is shown; an older one is not.
  await tell('Paper is low', new Date(Date.now() + 1000));
  await tell('Ink is low', new Date(0));
  expect((await seen()).told).toEqual(['Ink is low', 'Evil', 'Paper is low']);
  await page.evaluate(() => backoffice.signOut({ canRevoke: true }));
  await expect.poll(async () => (await seen()).badge).toBe(0);
});
