import type { Page } from '@playwright/test';
import type { App } from '../support/app.ts';
import { expect, test } from '../support/test.ts';
import { catchExternal, electronOf, expectedConsoleErrors } from './support.ts';

const malicious = [
  'http://evil.example/',
  'http://127.0.0.1:1/',
  'ftp://evil.example/',
  'file:///etc/passwd',
  'file://evil.example/share',
  'data:text/html,<h1>evil</h1>',
  'blob:https://evil.example/1',
  'javascript:document.write("evil")',
  'intent://evil#Intent;end',
  'chrome://gpu',
  'devtools://devtools/bundled/inspector.html',
  'view-source:https://evil.example/',
  'app://evil/',
  'app://backoffice.evil.example/',
  'app://user:secret@evil/',
  'app://backoffice/uploads/evil.html',
  'app://backoffice/v1/meta',
  'app://backoffice/local-files/1',
  'smb://evil.example/share',
  'ms-msdt:/id PCWDiagnostic',
];

const foreignPages = async (app: App) =>
  (
    await electronOf(app).evaluate(({ webContents }) => webContents.getAllWebContents().map((each) => each.getURL()))
  ).filter((url) => !url.startsWith('app://backoffice/') || url.includes('/uploads/') || url.includes('/v1/'));

/** Waits until the main process has handled the page's earlier messages. */
const settle = async (app: App, page: Page) => {
  await page.evaluate(() => backoffice.getAppInfo());
  await electronOf(app).evaluate(() => undefined);
};

test('a page can neither leave the app nor open anything unsafe', async ({ app, page }) => {
  app.watch.allow(expectedConsoleErrors);
  await test.step('WebRTC reveals no address of this computer', async () => {
    await expect(page.locator('nav').first()).toBeVisible();
    const policies = await electronOf(app).evaluate(({ webContents }) =>
      webContents.getAllWebContents().map((contents) => contents.getWebRTCIPHandlingPolicy()),
    );
    expect(policies).toEqual(['disable_non_proxied_udp']);
  });

  await test.step('only safe links open in the system', async () => {
    const opened = await catchExternal(app);
    const allowed = ['https://example.com/a?b=c', 'mailto:someone@example.com'];
    const refused = [
      'http://example.com/',
      'https://user:secret@example.com/',
      'tel:+123',
      'sms:+123',
      'steam://run/1',
      'ms-settings:privacy',
      'search-ms:query=x',
      'vscode://file/etc/passwd',
      'ssh://example.com',
      'x-unknown:anything',
    ];
    const open = async (url: string) => {
      await page.evaluate((target) => window.open(target, '_blank', 'noopener'), url);
      await settle(app, page);
    };
    for (const url of [...refused, ...allowed]) await open(url);
    expect(await opened(), 'the user clicked nothing').toEqual([]);
    for (const url of [...refused, ...allowed]) {
      await page.keyboard.press('Shift');
      await open(url);
      await open('https://example.com/second');
    }
    expect(await opened()).toEqual(allowed);
    expect(electronOf(app).windows()).toHaveLength(1);
  });

  await test.step('a page cannot open a foreign or scriptable window', async () => {
    const opened = await catchExternal(app);
    for (const url of malicious) {
      expect(await page.evaluate((target) => window.open(target) === null, url), url).toBe(true);
      await settle(app, page);
    }
    expect(electronOf(app).windows()).toHaveLength(1);
    expect(await foreignPages(app)).toEqual([]);
    expect(await opened()).toEqual([]);
  });

  await test.step('a page cannot navigate away from the app', async () => {
    const opened = await catchExternal(app);
    const before = page.url();
    for (const url of malicious) {
      await page.evaluate((target) => {
        location.href = target;
      }, url);
      await settle(app, page);
      expect(page.url(), url).toBe(before);
    }
    expect(await page.evaluate(() => document.querySelector('nav') !== null)).toBe(true);
    expect(await foreignPages(app)).toEqual([]);
    expect(await opened()).toEqual([]);
  });

  await test.step('nothing on a page navigates away from the app', async () => {
    const before = page.url();
    await page.evaluate(() => {
      const form = document.createElement('form');
      form.action = 'https://evil.example/';
      form.method = 'post';
      document.body.append(form);
      form.submit();
      const meta = document.createElement('meta');
      meta.httpEquiv = 'refresh';
      meta.content = '0;url=file:///etc/passwd';
      document.head.append(meta);
    });
    await settle(app, page);
    expect(page.url()).toBe(before);
    expect(await foreignPages(app)).toEqual([]);
  });

  await test.step('a page that goes to about:blank is brought back', async () => {
    const isLedAway = page.waitForEvent('framenavigated', (frame) => frame.url() === 'about:blank');
    await page.evaluate(() => {
      location.href = 'about:blank';
    });
    await isLedAway;
    await app.expectSignedIn();
    expect(await foreignPages(app)).toEqual([]);
  });
});
