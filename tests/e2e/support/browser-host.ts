import type { Browser, BrowserContext } from '@playwright/test';
import type { Host } from './host.ts';

/** The browser edition in Chromium. Closing keeps the local storage, as a browser does. */
export const browserHost = ({ browser, serverUrl }: { browser: Browser; serverUrl: string }): Host => {
  let context: BrowserContext | null = null;
  let kept: Awaited<ReturnType<BrowserContext['storageState']>> | undefined;
  return {
    kind: 'browser',
    open: async () => {
      context = await browser.newContext({ viewport: { width: 1280, height: 800 }, storageState: kept });
      return context.newPage();
    },
    close: async () => {
      kept = await context?.storageState();
      await context?.close();
      context = null;
    },
    address: (path) => `${serverUrl}${path}`,
    isOwn: (url) => ['data:', 'blob:'].includes(new URL(url).protocol) || url.startsWith(`${serverUrl}/`),
    chooseFiles: async (page, paths, openDialog) => {
      const chooser = page.waitForEvent('filechooser');
      await openDialog();
      await (await chooser).setFiles([...paths]);
    },
    log: () => '',
  };
};
