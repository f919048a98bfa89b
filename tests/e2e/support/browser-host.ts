import type { Browser, BrowserContext } from '@playwright/test';
import type { Host } from './host.ts';

export type StoredState = { name: string; value: string }[];

type BrowserOptions = {
  browser: Browser;
  serverUrl: string;
  kept?: StoredState;
};

/** The browser edition in Chromium. Closing keeps the local storage, as a browser does. */
export const browserHost = ({
  browser,
  serverUrl,
  kept: localStorage = [],
}: BrowserOptions): Host & { kept: () => Promise<StoredState> } => {
  let context: BrowserContext | null = null;
  let kept: Awaited<ReturnType<BrowserContext['storageState']>> = {
    cookies: [],
    origins: [{ origin: serverUrl, localStorage }],
  };
  return {
    kind: 'browser',
    open: async () => {
      context = await browser.newContext({
        viewport: { width: 1280, height: 800 },
        reducedMotion: 'reduce',
        storageState: kept,
      });
      return context.newPage();
    },
    kept: async () => (await context?.storageState())?.origins[0]?.localStorage ?? [],
    close: async () => {
      kept = (await context?.storageState()) ?? kept;
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
