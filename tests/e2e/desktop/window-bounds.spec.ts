import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../support/test.ts';
import { electronOf } from './support.ts';

test('the window opens where it was', async ({ app, folder }) => {
  const chosenBounds = { x: 40, y: 30, width: 1100, height: 720 };
  const boundsOf = () =>
    electronOf(app).evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getNormalBounds());
  const saved = join(folder, 'user-data', 'window.json');
  await electronOf(app).evaluate(({ BrowserWindow }, bounds) => {
    BrowserWindow.getAllWindows()[0]?.setBounds(bounds);
  }, chosenBounds);
  await expect
    .poll(async () => existsSync(saved) && JSON.parse(await readFile(saved, 'utf8')).last.bounds)
    .toEqual(chosenBounds);
  await app.restart();
  expect(await boundsOf()).toEqual(chosenBounds);
});

test('a window is restored on a connected screen', async ({ app, page, folder }) => {
  const electron = electronOf(app);
  const saved = join(folder, 'user-data', 'window.json');
  // On macOS the app runs without a window and reopens it from the dock.
  await electron.evaluate(({ app: electronApp }) => electronApp.removeAllListeners('window-all-closed'));
  await electron.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    if (!window) return;
    window.isMaximized = () => true;
    window.isFullScreen = () => true;
    window.emit('enter-full-screen');
    window.webContents.setZoomFactor(1.25);
  });
  await expect
    .poll(async () => existsSync(saved) && JSON.parse(await readFile(saved, 'utf8')).last)
    .toMatchObject({ isMaximized: true, isFullScreen: true });
  await electron.evaluate(({ BrowserWindow }) => {
    setImmediate(() => BrowserWindow.getAllWindows()[0]?.destroy());
  });
  await expect
    .poll(() => electron.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('print')?.enabled))
    .toBe(false);

  // Bounds on a screen that is no longer connected.
  const { last } = JSON.parse(await readFile(saved, 'utf8'));
  await writeFile(saved, JSON.stringify({ last: { ...last, bounds: { ...last.bounds, x: 9000, y: -4000 } } }));
  const done = await electron.evaluateHandle(({ BrowserWindow }) => {
    const calls: string[] = [];
    BrowserWindow.prototype.maximize = () => void calls.push('maximize');
    BrowserWindow.prototype.setFullScreen = (isFullScreen) => void calls.push(`full screen: ${isFullScreen}`);
    return calls;
  });
  const opened = electron.waitForEvent('window');
  await electron.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('settings')?.click());
  const second = await opened;
  await expect(second.getByRole('dialog', { name: 'Settings' })).toBeVisible();
  expect(await done.jsonValue()).toEqual(['maximize', 'full screen: true']);
  const restored = await electron.evaluate(({ BrowserWindow, screen }) => ({
    bounds: BrowserWindow.getAllWindows()[0]?.getBounds(),
    area: screen.getPrimaryDisplay().workArea,
    zoom: BrowserWindow.getAllWindows()[0]?.webContents.getZoomFactor().toFixed(2),
  }));
  expect(restored.bounds?.x).toBeLessThan(restored.area.width);
  expect(restored.bounds?.y).toBeGreaterThanOrEqual(restored.area.y);
  expect(restored.zoom).toBe('1.25');
  await expect(page.isClosed()).toBe(true);
});
