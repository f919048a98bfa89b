import type { Host } from './host.ts';
import type { SharedPage, StoredState } from './shared-page.ts';

type BrowserOptions = {
  sharedPage: SharedPage;
  serverUrl: string;
  storedState?: StoredState;
};

/** The browser edition in Chromium. Closing keeps everything that is stored, as a browser does. */
export const browserHost = ({ sharedPage, serverUrl, storedState = [] }: BrowserOptions): Host => {
  let initialState: StoredState | undefined = storedState;
  return {
    kind: 'browser',
    open: async () => {
      const page = await sharedPage.open(serverUrl, initialState);
      initialState = undefined;
      return page;
    },
    close: () => sharedPage.leave(serverUrl),
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
