import type { Browser, BrowserContext } from '@playwright/test';
import type { Host } from './host.ts';

export type StoredState = { name: string; value: string }[];

type BrowserOptions = {
  browser: Browser;
  serverUrl: string;
  storedState?: StoredState;
};

/** The browser edition in Chromium. Closing keeps the local storage, as a browser does. */
export const browserHost = ({
  browser,
  serverUrl,
  storedState: localStorage = [],
}: BrowserOptions): Host & { storedState: () => Promise<StoredState> } => {
  let context: BrowserContext | null = null;
  let storedState: Awaited<ReturnType<BrowserContext['storageState']>> = {
    cookies: [],
    origins: [{ origin: serverUrl, localStorage }],
  };
  return {
    kind: 'browser',
    open: async () => {
      context = await browser.newContext({
        viewport: { width: 1280, height: 800 },
        reducedMotion: 'reduce',
        storageState: storedState,
      });
      return context.newPage();
    },
    storedState: async () => (await context?.storageState())?.origins[0]?.localStorage ?? [],
    close: async () => {
      storedState = (await context?.storageState()) ?? storedState;
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
    setSavePath: async () => {},
    saveFile: async (page, path, act) => {
      const download = page.waitForEvent('download');
      await act();
      const saved = await download;
      await saved.saveAs(path);
      return saved.suggestedFilename();
    },
    log: () => '',
  };
};
