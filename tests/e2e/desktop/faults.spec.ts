import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../support/test.ts';
import { admin } from '../support/test-server.ts';
import { electronOf } from './support.ts';

test('a page that is stuck or crashes is loaded again, and says so', async ({ app, page }) => {
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

  const first = Number(await processId());
  const isCrashed = page.waitForEvent('crash');
  process.kill(first, 'SIGKILL');
  await isCrashed;
  await expect.poll(shown).toContain('This page stopped working and was loaded again');
  const second = Number(await processId());
  expect(second).not.toBe(first);

  await electron.evaluate(({ BrowserWindow, dialog }) => {
    dialog.showMessageBox = async (...options: unknown[]) => {
      const { buttons } = options.at(-1) as { buttons: string[] };
      return { response: buttons.indexOf('Load again'), checkboxChecked: false };
    };
    BrowserWindow.getAllWindows()[0]?.emit('unresponsive');
  });
  await expect.poll(processId).not.toBe(second);
  await expect.poll(shown).toContain('This page stopped working and was loaded again');
});

test('the log and what helps to find a fault are at hand, without secrets', async ({ app, page, folder }) => {
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
  await expect(page.getByText('The diagnostics are on the clipboard')).toBeVisible();
  const diagnostics = await electron.evaluate(({ clipboard }) => clipboard.readText());
  expect(diagnostics).toContain('Catalogue Back Office');
  expect(diagnostics).toContain('Started');
  for (const text of [diagnostics, await readFile(log, 'utf8')]) {
    expect(text).not.toMatch(/Bearer|eyJ/);
    expect(text).not.toContain(admin.email);
    expect(text).not.toContain(admin.password);
  }
});
