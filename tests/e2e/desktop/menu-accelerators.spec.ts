import { join } from 'node:path';
import { getMenuKeys, menuShortcutNames, menuShortcuts } from '../../../src/shared/menu-shortcuts.ts';
import { routes } from '../../support/routes.ts';
import type { App } from '../support/app.ts';
import { expectToast } from '../support/locators.ts';
import { expect, test } from '../support/test.ts';
import { electronOf } from './support.ts';

test.use({ isSignedIn: false });

/** Sends key presses to the front window, like a keyboard: keys that the page does not handle reach the menu. */
const press = (app: App, keys: string) =>
  electronOf(app).evaluate(({ BrowserWindow }, pressed) => {
    const names = { mod: 'control', ctrl: 'control', shift: 'shift', alt: 'alt' } as const;
    const parts = pressed.split('+');
    const keyCode = parts.pop() ?? '';
    const modifiers = parts.map((part) => names[part as keyof typeof names]);
    const [newest] = BrowserWindow.getAllWindows().sort((one, other) => other.id - one.id);
    const contents = newest?.webContents;
    newest?.focus();
    contents?.focus();
    for (const type of ['keyDown', 'keyUp'] as const) contents?.sendInputEvent({ type, keyCode, modifiers });
  }, keys);

const keysOf = (name: Parameters<typeof getMenuKeys>[0]) => getMenuKeys(name, { isMac: false });

const offered = (app: App) =>
  electronOf(app).evaluate(
    ({ Menu }, names) => names.filter((name) => Menu.getApplicationMenu()?.getMenuItemById(name)?.enabled === true),
    [...menuShortcutNames, 'shortcuts', 'checkForUpdates'],
  );

const zoomOf = (app: App) =>
  electronOf(app).evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.getZoomFactor().toFixed(2),
  );

const watchWindows = (app: App, pdf: string) =>
  electronOf(app).evaluateHandle(({ BrowserWindow, dialog }, filePath) => {
    const done: string[] = [];
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
    for (const window of BrowserWindow.getAllWindows()) {
      window.setFullScreen = (isFullScreen) => void done.push(`full screen: ${isFullScreen}`);
      window.webContents.print = (_options, finish) => {
        done.push('print');
        finish?.(true, '');
      };
    }
    return done;
  }, pdf);

test('menu items work with the listed shortcuts', async ({ app, page, folder }) => {
  const electron = electronOf(app);
  const done = await watchWindows(app, join(folder, 'page.pdf'));
  await app.expectSignedOut();
  const always = ['newWindow', 'settings', 'closeWindow', 'reload', 'zoomIn', 'zoomOut', 'fullScreen'];
  expect(await offered(app)).toEqual([...always, 'checkForUpdates']);
  await press(app, keysOf('print'));
  await press(app, keysOf('settings'));
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
  expect(await done.jsonValue()).toEqual([]);
  await page.keyboard.press('Escape');

  await app.signIn();
  await app.navigateInApp(routes.faqList);
  await expect(page.getByRole('heading', { level: 1, name: 'FAQs' })).toBeVisible();
  await expect.poll(() => offered(app)).toEqual(expect.arrayContaining(['print', 'saveAsPdf', 'back', 'shortcuts']));
  expect(await offered(app)).not.toContain('forward');

  await press(app, keysOf('print'));
  await press(app, keysOf('fullScreen'));
  await expect.poll(() => done.jsonValue()).toEqual(['print', 'full screen: true']);
  await press(app, keysOf('saveAsPdf'));
  await expectToast(page, 'Saved as');
  await press(app, keysOf('copyPageLink'));
  await expect
    .poll(() => electron.evaluate(({ clipboard }) => clipboard.readText()))
    .toBe(`backoffice://${routes.faqList.slice(1)}`);

  for (const keys of [keysOf('zoomIn'), 'mod+=', keysOf('zoomOut')]) await press(app, keys);
  await expect.poll(() => zoomOf(app)).toBe('1.10');
  await press(app, keysOf('resetZoom'));
  await expect.poll(() => zoomOf(app)).toBe('1.00');

  await press(app, keysOf('back'));
  await expect.poll(() => app.route()).not.toContain(routes.faqList);
  await press(app, keysOf('forward'));
  await expect.poll(() => app.route()).toContain(routes.faqList);

  const opened = electron.waitForEvent('window');
  await press(app, keysOf('newWindow'));
  const second = await opened;
  await expect(second.getByRole('navigation').first()).toBeVisible();
  await press(app, keysOf('closeWindow'));
  await expect.poll(() => electron.windows().length).toBe(1);

  await page.evaluate(() => Reflect.set(window, 'isOld', true));
  await press(app, keysOf('reload'));
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'isOld')).catch(() => true)).toBeUndefined();
  await app.expectSignedIn();
});

test('the list of shortcuts contains those of the menu', async ({ app, page }) => {
  await app.signIn();
  const accelerators = await electronOf(app).evaluate(
    ({ Menu }, names) => names.map((name) => Menu.getApplicationMenu()?.getMenuItemById(name)?.accelerator?.toString()),
    menuShortcutNames,
  );
  await electronOf(app).evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('shortcuts')?.click());
  const listed = page
    .getByRole('dialog', { name: 'Keyboard shortcuts' })
    .getByRole('region', { name: 'Menu', exact: true });
  await expect(listed.getByRole('term')).toHaveText(
    menuShortcutNames.map((name) => menuShortcuts[name].label.replace('…', '')),
  );
  const symbols: Record<string, string> = { CmdOrCtrl: 'Ctrl', Left: '←', Right: '→', Plus: '+' };
  await expect(listed.getByRole('definition')).toHaveText(
    accelerators.map((keys = '') =>
      keys
        .split('+')
        .map((key) => symbols[key] ?? key.charAt(0).toUpperCase() + key.slice(1))
        .join(''),
    ),
  );
});
