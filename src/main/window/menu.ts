import { join } from 'node:path';
import { app, type BrowserWindow, clipboard, Menu, shell } from 'electron';
import { thirdPartyNoticesFile } from '#shared/third-party-notices.ts';
import { sendEvent, sendWhenReady } from '../ipc.ts';
import { toDeepLink } from './deep-links.ts';
import { refreshMenu } from './menu-state.ts';
import { menuTemplate } from './menu-template.ts';
import { printPage, saveAsPdf } from './print.ts';
import { frontWindow } from './window.ts';
import { resetZoom, zoom } from './zoom.ts';

type MenuActions = {
  openWindow: () => BrowserWindow;
  showLogFile: () => void;
  copyDiagnostics: () => Promise<void>;
  /** Null if a remote server is used. */
  backups: {
    backUp: (window: BrowserWindow) => Promise<void>;
    restore: (window: BrowserWindow) => Promise<void>;
    showDataFolder: () => unknown;
  } | null;
};

const copyPageLink = ({ webContents }: BrowserWindow): void => {
  const link = toDeepLink(webContents.getURL());
  if (link === null) return;
  clipboard.writeText(link);
  sendEvent(webContents, 'toast', { isFailure: false, message: 'Link copied' });
};

const inWindow = (act: (window: BrowserWindow) => unknown) => () => {
  const window = frontWindow();
  if (window) void act(window);
};

const inPage = (act: (contents: Electron.WebContents) => void) =>
  inWindow(({ webContents }) => {
    act(webContents);
    refreshMenu();
  });

export const setMenu = ({ openWindow, backups, ...actions }: MenuActions): void => {
  /** On macOS the menu also works without a window and then opens one. */
  const inAnyPage = (event: 'openSettings' | 'checkForUpdates') => () => {
    const window = frontWindow();
    if (window) sendEvent(window.webContents, event, null);
    else sendWhenReady(openWindow().webContents, event, null);
  };
  const template = menuTemplate({
    isMac: process.platform === 'darwin',
    isPackaged: app.isPackaged,
    commands: {
      newWindow: () => openWindow(),
      print: inWindow(printPage),
      saveAsPdf: inWindow(saveAsPdf),
      settings: inAnyPage('openSettings'),
      checkForUpdates: inAnyPage('checkForUpdates'),
      shortcuts: inPage((contents) => sendEvent(contents, 'openShortcuts', null)),
      copyPageLink: inWindow(copyPageLink),
      back: inPage(({ navigationHistory }) => navigationHistory.goBack()),
      forward: inPage(({ navigationHistory }) => navigationHistory.goForward()),
      resetZoom: inPage(resetZoom),
      zoomIn: inPage((contents) => zoom(contents, 'in')),
      zoomOut: inPage((contents) => zoom(contents, 'out')),
      fullScreen: inWindow((window) => window.setFullScreen(!window.isFullScreen())),
      showLogFile: actions.showLogFile,
      copyDiagnostics: async () => {
        await actions.copyDiagnostics();
        inPage((contents) =>
          sendEvent(contents, 'toast', { isFailure: false, message: 'Diagnostics copied' }),
        )();
      },
      notices: () => shell.openPath(join(process.resourcesPath, thirdPartyNoticesFile)),
      about: () => app.showAboutPanel(),
    },
    backups: backups && {
      backUp: inWindow(backups.backUp),
      restore: inWindow(backups.restore),
      showDataFolder: backups.showDataFolder,
    },
  });
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  refreshMenu();
};
