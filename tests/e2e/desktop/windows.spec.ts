import { ipcChannels } from '../../../src/shared/ipc.ts';
import { routes } from '../../support/routes.ts';
import { expectScreenLoaded } from '../support/locators.ts';
import { fillRoute, seedOneOfEach } from '../support/records.ts';
import { expect, test } from '../support/test.ts';
import { electronOf, expectedConsoleErrors } from './support.ts';

test('windows are set up securely', async ({ app, page }) => {
  app.watch.allow(expectedConsoleErrors);
  await test.step('the window is set up when it appears', async () => {
    const window = await electronOf(app).evaluate(({ BrowserWindow }) => {
      const [first] = BrowserWindow.getAllWindows();
      return { title: first?.title, smallest: first?.getMinimumSize(), isVisible: first?.isVisible() };
    });
    expect(window.title).toContain('Catalogue Back Office');
    expect(window).toMatchObject({ smallest: [1024, 700], isVisible: true });
  });

  await test.step('a page gets only the declared channels', async () => {
    expect((await page.evaluate(() => Object.keys(backoffice))).sort()).toEqual(
      [...Object.keys(ipcChannels), 'on'].sort(),
    );
    expect(
      await page.evaluate(() => {
        try {
          Reflect.apply(backoffice.on, backoffice, ['anything', () => undefined]);
          return 'subscribed';
        } catch (error) {
          return String(error);
        }
      }),
    ).toContain('There is no such event');
  });

  await test.step('leaving unsaved changes needs confirmation', async () => {
    const outcomes = await electronOf(app).evaluate(({ BrowserWindow, dialog }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      const choose = (button: string) => {
        let isLeaving = false;
        dialog.showMessageBoxSync = (...options: unknown[]) => {
          const { buttons } = options.at(-1) as { buttons: string[] };
          return buttons.indexOf(button);
        };
        contents?.emit('will-prevent-unload', {
          preventDefault: () => {
            isLeaving = true;
          },
        });
        return isLeaving;
      };
      return { leave: choose('Leave'), stay: choose('Stay') };
    });
    expect(outcomes).toEqual({ leave: true, stay: false });
  });

  await test.step('only the app’s own scripts run', async () => {
    const policy = await page.evaluate(async () => (await fetch('/')).headers.get('content-security-policy'));
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/script-src 'self'(;|$)/);
    await page.evaluate(async () => {
      const violations: string[] = [];
      Reflect.set(window, 'violations', violations);
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
        violations.push(effectiveDirective);
      });
      const add = (name: 'script' | 'iframe' | 'img', attributes: Record<string, string>, text = '') => {
        const element = Object.assign(document.createElement(name), attributes);
        element.append(text);
        document.body.append(element);
      };
      add('script', {}, 'window.hasRun = true');
      add('script', { src: 'data:text/javascript,window.hasRun=true' });
      add('script', { src: 'https://evil.example/a.js' });
      add('iframe', { src: 'https://evil.example/' });
      add('img', { src: 'https://evil.example/a.png' });
      await fetch('https://evil.example/').catch(() => undefined);
      document.body.insertAdjacentHTML('beforeend', '<b onclick="window.hasRun = true">b</b>');
      document.querySelector<HTMLElement>('body > b')?.click();
    });
    await expect
      .poll(() => page.evaluate(() => [...new Set<string>(Reflect.get(window, 'violations'))].sort()))
      .toEqual(['connect-src', 'frame-src', 'img-src', 'script-src-attr', 'script-src-elem']);
    expect(await page.evaluate(() => Reflect.has(window, 'hasRun'))).toBe(false);
  });

  await test.step('every window is sandboxed', async () => {
    const electron = electronOf(app);
    const opened = electron.waitForEvent('window');
    await page.evaluate((path) => window.open(path), routes.countryList);
    await (await opened).waitForURL(`app://backoffice${routes.countryList}`);

    const added = electron.waitForEvent('window');
    await electron.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('newWindow')?.click());
    await (await added).waitForURL('app://backoffice/**');

    const preferences = await electron.evaluate(({ webContents }) =>
      // Electron's types don't declare it.
      webContents.getAllWebContents().map((contents) => Reflect.get(contents, 'getLastWebPreferences').call(contents)),
    );
    expect(preferences).toHaveLength(3);
    for (const preference of preferences) {
      expect(preference).toMatchObject({
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        nodeIntegrationInSubFrames: false,
        webviewTag: false,
        webSecurity: true,
      });
    }
    for (const window of electron.windows()) {
      expect(
        await window.evaluate(() => [
          typeof Reflect.get(globalThis, 'require'),
          typeof Reflect.get(globalThis, 'process'),
        ]),
      ).toEqual(['undefined', 'undefined']);
    }
  });
});

test('no list scrolls sideways in a window of 1280 px with a scrollbar', async ({ app, page, api }) => {
  const ids = await seedOneOfEach(api);
  const products = Array.from({ length: 12 }, (_, index) => ({ name: `Pen ${index}`, price: 1_234_567.5 }));
  await api.createMany(
    'product',
    products.map((pen) => ({ ...pen, categoryId: ids.category, status: 'INACTIVE' })),
  );
  await electronOf(app).evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(1280, 700));
  const lists = Object.entries(routes).filter(([name]) => name.endsWith('List'));
  for (const [name, path] of lists) {
    await app.navigateInApp(fillRoute(name, path, ids));
    await expectScreenLoaded(page);
    const rows = page.getByRole('main').getByRole('table').locator('tbody tr[data-row]');
    await expect(rows.first(), name).toBeVisible();
    const overflow = () => page.locator('section:has(> table)').evaluate((list) => list.scrollWidth - list.clientWidth);
    await expect.poll(overflow, name).toBe(0);
  }
});
