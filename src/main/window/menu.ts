import { join } from 'node:path';
import { app, type BrowserWindow, clipboard, Menu, shell } from 'electron';
import { thirdPartyNoticesFile } from '#shared/third-party-notices.ts';
import type { createBackups } from '../files/backups.ts';
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
  backups: ReturnType<typeof createBackups> | null;
};

const copyPageLink = ({ webContents }: BrowserWindow): void => {
  const link = toDeepLink(webContents.getURL());
  if (link === null) return;
  clipboard.writeText(link);
  sendEvent(webContents, 'toast', { isFailure: false, message: 'Link copied' });
};

const withWindow = (action: (window: BrowserWindow) => unknown) => () => {
  const window = frontWindow();
  if (window) void action(window);
};

const withPage = (action: (contents: Electron.WebContents) => void) =>
  withWindow(({ webContents }) => {
    action(webContents);
    refreshMenu();
  });

export const setMenu = ({ openWindow, backups, ...actions }: MenuActions): void => {
  /** On macOS the menu also works without a window and then opens one. */
  const sendToAnyPage = (event: 'openSettings' | 'checkForUpdates') => () => {
    const window = frontWindow();
    if (window) sendEvent(window.webContents, event, null);
    else sendWhenReady(openWindow().webContents, event, null);
  };
  const template = menuTemplate({
    isMac: process.platform === 'darwin',
    isPackaged: app.isPackaged,
    commands: {
      newWindow: () => openWindow(),
      print: withWindow(printPage),
      saveAsPdf: withWindow(saveAsPdf),
      settings: sendToAnyPage('openSettings'),
      checkForUpdates: sendToAnyPage('checkForUpdates'),
      shortcuts: withPage((contents) => sendEvent(contents, 'openShortcuts', null)),
      copyPageLink: withWindow(copyPageLink),
      back: withPage(({ navigationHistory }) => navigationHistory.goBack()),
      forward: withPage(({ navigationHistory }) => navigationHistory.goForward()),
      resetZoom: withPage(resetZoom),
      zoomIn: withPage((contents) => zoom(contents, 'in')),
      zoomOut: withPage((contents) => zoom(contents, 'out')),
      fullScreen: withWindow((window) => window.setFullScreen(!window.isFullScreen())),
      showLogFile: actions.showLogFile,
      copyDiagnostics: async () => {
        await actions.copyDiagnostics();
        withPage((contents) => sendEvent(contents, 'toast', { isFailure: false, message: 'Diagnostics copied' }))();
      },
      notices: () => shell.openPath(join(process.resourcesPath, thirdPartyNoticesFile)),
      about: () => app.showAboutPanel(),
    },
    backups: backups && {
      backUp: withWindow(backups.backUp),
      restore: withWindow(backups.restore),
      showDataFolder: backups.showDataFolder,
    },
  });
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  refreshMenu();
};
