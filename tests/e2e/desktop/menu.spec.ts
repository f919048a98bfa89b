import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { routes } from '../../../src/shared/routes.ts';
import { png } from '../support/files.ts';
import { rowOf } from '../support/parts.ts';
import { expect, test } from '../support/test.ts';
import { chooseInMenu, electronOf } from './support.ts';

test('the menu opens the settings, prints, and saves a record as a PDF', async ({
  app,
  page,
  api,
  folder,
}) => {
  const electron = electronOf(app);
  const id = await api.create('faq', { name: 'Is there ink?', description: '<p>In every colour</p>' });
  await page.emulateMedia({ colorScheme: 'dark' });
  await app.goto(routes.faqDetail.replace(':id', id));
  await expect(page.getByText('In every colour')).toBeVisible();

  await chooseInMenu(app, 'settings');
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Settings' })).toHaveCount(0);

  const file = join(folder, 'faq.pdf');
  await electron.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
  }, file);
  await chooseInMenu(app, 'saveAsPdf');
  await expect(page.getByText(`Saved as ${file}`)).toBeVisible();
  expect((await readFile(file)).subarray(0, 5).toString()).toBe('%PDF-');

  await electron.evaluate(({ BrowserWindow }) => {
    for (const { webContents } of BrowserWindow.getAllWindows()) {
      webContents.print = () => Reflect.set(globalThis, 'hasPrinted', true);
    }
  });
  await chooseInMenu(app, 'print');
  expect(await electron.evaluate(() => Reflect.get(globalThis, 'hasPrinted'))).toBe(true);
});

test('windows share the session, and each keeps its page', async ({ app, page, api }) => {
  await api.create('country', { name: 'India' });
  const opened = electronOf(app).waitForEvent('window');
  await chooseInMenu(app, 'newWindow');
  const second = await opened;
  await expect(second.getByRole('navigation').first()).toBeVisible();
  await second.goto(app.host.address(routes.countryList));
  await expect(rowOf(second, 'India')).toBeVisible();

  await page.evaluate(() => backoffice.signOut());
  const again = second.getByRole('dialog', { name: 'Sign in again' });
  await expect(again).toBeVisible();
  await page.reload();
  await app.signIn();
  await expect(again).toHaveCount(0);
  await expect(rowOf(second, 'India')).toBeVisible();
});

test('the window opens where it was, and larger than the screen it never is', async ({ app, folder }) => {
  const place = { x: 40, y: 30, width: 1100, height: 720 };
  const boundsOf = () =>
    electronOf(app).evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getNormalBounds());
  const saved = join(folder, 'user-data', 'window.json');
  await electronOf(app).evaluate(({ BrowserWindow }, bounds) => {
    BrowserWindow.getAllWindows()[0]?.setBounds(bounds);
  }, place);
  await expect
    .poll(async () => existsSync(saved) && JSON.parse(await readFile(saved, 'utf8')).last.bounds)
    .toEqual(place);
  await app.restart();
  expect(await boundsOf()).toEqual(place);
});

test('a link from outside opens its page, a foreign one nothing, and what was typed is asked about', async ({
  app,
  page,
}) => {
  const electron = electronOf(app);
  const open = (link: string) =>
    electron.evaluate(({ app: electronApp }, url) => {
      electronApp.emit('second-instance', {}, ['electron', url]);
    }, link);
  await open('catalogue-backoffice://CountryList/?pageIndex=0');
  await expect.poll(() => app.route()).toBe('/CountryList/?pageIndex=0');
  await open('catalogue-backoffice://v1/user/logout');
  await open('catalogue-backoffice://Category/CategoryAddEdit');
  await page.getByLabel('Category Name').fill('Pens');
  await open('catalogue-backoffice://CountryList');
  await page.getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByLabel('Category Name')).toHaveValue('Pens');
  await page.evaluate(() => backoffice.signOut());
});

test('the badge counts what nobody has read, and something new is told by the system', async ({
  app,
  page,
  api,
}) => {
  const electron = electronOf(app);
  await electron.evaluate(({ app: electronApp, Notification, BrowserWindow }) => {
    const seen = { badge: 0, told: [] as string[] };
    Reflect.set(globalThis, 'seen', seen);
    electronApp.setBadgeCount = (count = 0) => {
      seen.badge = count;
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
  await expect(page.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible();
  await api.create('notification', {
    userId: user?._id,
    name: 'Ink is low',
    description: 'Order more',
    status: 'Unread',
  });
  // The page asks anew when it is loaded, and every minute.
  await page.reload();
  await expect.poll(seen).toEqual({ badge: 1, told: ['Ink is low'] });
  await expect(page.getByText('Order more')).toBeVisible();
  expect(app.route()).toContain('/Notification/NotificationView/');
  await page.evaluate(() => backoffice.signOut());
  await expect.poll(async () => (await seen()).badge).toBe(0);
});

test('a picture can be dragged out as a file, and a misspelt word is known', async ({ app, page, api }) => {
  const electron = electronOf(app);
  const picture = png([194, 38, 46]);
  const image = `pens.png@@data:image/png;base64,${picture.toString('base64')}`;
  const id = await api.create('category', { name: 'Pens', image });
  await electron.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    if (!contents) return;
    contents.startDrag = ({ file }) => Reflect.set(globalThis, 'dragged', file);
    contents.on('context-menu', (_event, { misspelledWord, dictionarySuggestions }) =>
      Reflect.set(globalThis, 'spelling', { misspelledWord, dictionarySuggestions }),
    );
  });
  const kept = (name: string) => electron.evaluate((_electron, key) => Reflect.get(globalThis, key), name);

  await app.goto(routes.categoryList);
  await rowOf(page, 'Pens').getByRole('img').first().dispatchEvent('dragstart');
  await expect.poll(() => kept('dragged')).toContain('.png');
  expect(await readFile(String(await kept('dragged')))).toEqual(picture);

  await app.goto(routes.categoryEdit.replace(':id', id));
  const field = page.getByLabel('Category Description');
  await field.fill('');
  await field.pressSequentially('mispelled ');
  await expect
    .poll(async () => {
      await field.click({ button: 'right', position: { x: 30, y: 20 } });
      return kept('spelling');
    })
    .toMatchObject({
      misspelledWord: 'mispelled',
      dictionarySuggestions: expect.arrayContaining(['misspelled']),
    });
});
