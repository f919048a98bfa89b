import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { routes } from '../../support/routes.ts';
import { expectDraftSaved } from '../support/drafts.ts';
import { expectToast } from '../support/locators.ts';
import { expect, test } from '../support/test.ts';
import { admin } from '../support/test-server.ts';
import { electronOf } from './support.ts';

test('a page that hangs or crashes is reloaded', async ({ app, page }) => {
  app.watch.allow(/./);
  const electron = electronOf(app);
  const shown = () =>
    electron.evaluate(async ({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      if (!contents || contents.isCrashed() || contents.isLoading()) return '';
      return contents.executeJavaScript('document.body.innerText') as Promise<string>;
    });
  const processId = () =>
    electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId());

  await app.goto(routes.faqAdd);
  await page.getByRole('textbox', { name: 'Question' }).fill('Typed before the crash');
  await expectDraftSaved(page, 'Typed before the crash');
  const first = Number(await processId());
  const isCrashed = page.waitForEvent('crash');
  process.kill(first, 'SIGKILL');
  await isCrashed;
  await expect.poll(shown).toContain('This page crashed and was reloaded');
  await expect.poll(shown).toMatch(/You have unsaved changes from/);
  const second = Number(await processId());
  expect(second).not.toBe(first);

  await electron.evaluate(({ BrowserWindow, dialog }) => {
    const asked: string[] = [];
    Reflect.set(globalThis, 'asked', asked);
    dialog.showMessageBox = async (...options: unknown[]) => {
      const { buttons, message } = options.at(-1) as { buttons: string[]; message: string };
      asked.push(message);
      return { response: buttons.indexOf('Reload'), checkboxChecked: false };
    };
    BrowserWindow.getAllWindows()[0]?.emit('unresponsive');
  });
  await expect.poll(processId).not.toBe(second);
  await expect.poll(shown).toContain('This page crashed and was reloaded');

  // After the third crash within a minute the page is not reloaded automatically.
  const third = Number(await processId());
  process.kill(third, 'SIGKILL');
  await expect.poll(processId).not.toBe(third);
  await expect.poll(shown).toContain('This page crashed and was reloaded');
  expect(await electron.evaluate(() => Reflect.get(globalThis, 'asked'))).toEqual([
    'This page isn’t responding',
    'This page keeps crashing',
  ]);
});

test('an unexpected error is reported', async ({ app, page, folder, faults }) => {
  app.watch.allow(/Unhandled|uncaught: |console: /);
  await electronOf(app).evaluate(() => {
    setImmediate(() => {
      throw new Error('Nobody caught this');
    });
    setImmediate(() => void Promise.reject(new Error('Nobody waited for this')));
  });
  await expect(page.getByText('Something went wrong').first()).toBeVisible();
  await app.load(routes.brandList);
  await expect(page.getByRole('link', { name: 'Add Brand' })).toBeVisible();
  await page.evaluate(() => {
    const fail = (error: Error) => () => {
      throw error;
    };
    setTimeout(fail(new TypeError('typed is not a function')));
    setTimeout(fail(new Error('Jane Miller is no vendor')));
    void Promise.reject(new RangeError('Nobody waited in the page'));
  });
  await expect(page.getByText('Something went wrong on this page').first()).toBeVisible();
  const log = () => readFile(join(folder, 'user-data', 'logs', 'main.log'), 'utf8');
  await expect.poll(log).toMatch(/Nobody caught this.*Nobody waited for this/s);
  await expect.poll(log).toMatch(/TypeError: typed is not a function\n +at .*RangeError: Nobody waited in the page/s);
  expect(await log()).not.toContain('Jane Miller');

  const before = await log();
  faults.respond({ path: /^\/v1\/brand/, body: { success: true, data: [null], total: 1 } });
  await app.load(routes.brandList);
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
  await expect.poll(async () => (await log()).slice(before.length)).toContain('Something in a page went wrong');
});

test('a window destroyed while its page asks to stay is gone', async ({ app, page }) => {
  const electron = electronOf(app);
  await app.goto(routes.faqAdd);
  await page.getByRole('textbox', { name: 'Question' }).fill('Typed, and not saved');
  const opened = electron.waitForEvent('window');
  await electron.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('newWindow')?.click());
  const other = await opened;
  await expect(other.getByRole('navigation').first()).toBeVisible();
  const isClosed = page.waitForEvent('close');
  await electron.evaluate(({ BrowserWindow }, path) => {
    const window = BrowserWindow.getAllWindows().find(({ webContents }) => webContents.getURL().endsWith(path));
    setImmediate(() => {
      const contents = window?.webContents;
      window?.close();
      window?.destroy();
      // The event would come now, later or never; emitting it makes the test deterministic.
      contents?.emit('will-prevent-unload', { preventDefault: () => undefined });
    });
  }, routes.faqAdd);
  await isClosed;
  await expect(other.getByRole('navigation').first()).toBeVisible();
});

test('diagnostics contain no secrets', async ({ app, page, folder }) => {
  const electron = electronOf(app);
  const result = await electron.evaluate(async ({ Menu, BrowserWindow, clipboard, shell }) => {
    const seen = { shown: '' };
    shell.showItemInFolder = (path) => {
      seen.shown = path;
    };
    const choose = (id: string) =>
      Menu.getApplicationMenu()?.getMenuItemById(id)?.click(undefined, BrowserWindow.getAllWindows()[0]);
    choose('showLogFile');
    clipboard.clear();
    choose('copyDiagnostics');
    return seen;
  });
  const log = join(folder, 'user-data', 'logs', 'main.log');
  expect(result.shown).toBe(log);
  await expectToast(page, 'Diagnostics copied');
  const diagnostics = await electron.evaluate(({ clipboard }) => clipboard.readText());
  expect(diagnostics).toContain('Catalogue Back Office');
  expect(diagnostics).toContain('Started');
  for (const text of [diagnostics, await readFile(log, 'utf8')]) {
    expect(text).not.toMatch(/Bearer|eyJ/);
    expect(text).not.toContain(admin.email);
    expect(text).not.toContain(admin.password);
  }
});
