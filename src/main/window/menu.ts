import { readFile } from 'node:fs/promises';
import { release } from 'node:os';
import { join } from 'node:path';
import { app, type BrowserWindow, clipboard, Menu, screen, shell } from 'electron';
import { thirdPartyNoticesFile } from '#shared/app-id.ts';
import type { IpcEvent, IpcPayload, UpdateStatus } from '#shared/ipc.ts';
import { describeUpdateStatus } from '#shared/update-status.ts';
import type { createBackups } from '../files/backups.ts';
import { sendEvent, sendWhenReady } from '../ipc.ts';
import { log, logPath, logPaths } from '../log.ts';
import type { ApiServer } from '../server/api-server.ts';
import { toDeepLink } from './deep-links.ts';
import { menuTemplate } from './menu-template.ts';
import { printPage, saveAsPdf } from './print.ts';
import { frontWindow } from './window.ts';
import { canZoom, resetZoom, zoom } from './zoom.ts';

type MenuActions = {
  openWindow: () => BrowserWindow;
  server: ApiServer;
  /** Null if a remote server is used. */
  backups: ReturnType<typeof createBackups> | null;
  checkForUpdates: () => Promise<UpdateStatus>;
};

export const toToast = (status: UpdateStatus): IpcPayload<'toast'> => ({
  isFailure: status.state === 'failed',
  message: describeUpdateStatus(status),
});

const maxLogLines = 200;

const readLastLogLines = async (): Promise<string> => {
  // Right after a rotation, the relevant lines are in the previous file.
  const texts = await Promise.all(logPaths().map((path) => readFile(path, 'utf8').catch(() => '')));
  const text = texts.join('');
  return text.trimEnd().split('\n').slice(-maxLogLines).join('\n');
};

/** Describes the app and the computer, without personal data or records. */
const describeApp = async (server: ApiServer): Promise<string> => {
  const { state, message } = server.status.get();
  const { electron, chrome, node } = process.versions;
  const screens = screen.getAllDisplays().map(({ size, scaleFactor }) => {
    return `${size.width}x${size.height} at ${scaleFactor}`;
  });
  return [
    `Catalogue Back Office ${app.getVersion()}${app.isPackaged ? '' : ' (not packaged)'}`,
    `Electron ${electron}, Chromium ${chrome}, Node ${node}`,
    `${process.platform} ${release()} ${process.arch}, ${app.getLocale()}`,
    `Screens: ${screens.join(', ')}`,
    `Server: ${server.url === null ? 'on this computer' : 'elsewhere'}, ${state}${message ? ` (${message})` : ''}`,
    '',
    await readLastLogLines(),
  ].join('\n');
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

export const setMenu = ({ openWindow, server, backups, checkForUpdates }: MenuActions): void => {
  /** On macOS the menu also works without a window and then opens one. */
  const sendToAnyPage = <E extends IpcEvent>(event: E, payload: IpcPayload<E>) => {
    const window = frontWindow();
    if (window) sendEvent(window.webContents, event, payload);
    else sendWhenReady(openWindow().webContents, event, payload);
  };
  const template = menuTemplate({
    isMac: process.platform === 'darwin',
    isPackaged: app.isPackaged,
    commands: {
      newWindow: () => openWindow(),
      print: withWindow(printPage),
      saveAsPdf: withWindow(saveAsPdf),
      settings: () => sendToAnyPage('openSettings', null),
      checkForUpdates: async () => sendToAnyPage('toast', toToast(await checkForUpdates())),
      shortcuts: withPage((contents) => sendEvent(contents, 'openShortcuts', null)),
      copyPageLink: withWindow(copyPageLink),
      back: withPage(({ navigationHistory }) => navigationHistory.goBack()),
      forward: withPage(({ navigationHistory }) => navigationHistory.goForward()),
      resetZoom: withPage(resetZoom),
      zoomIn: withPage((contents) => zoom(contents, 'in')),
      zoomOut: withPage((contents) => zoom(contents, 'out')),
      fullScreen: withWindow((window) => window.setFullScreen(!window.isFullScreen())),
      showLogFile: () => shell.showItemInFolder(logPath()),
      copyDiagnostics: async () => {
        clipboard.writeText(await describeApp(server));
        log.info('The diagnostics were copied');
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

let isSignedIn: () => boolean = () => false;

export const refreshMenu = (): void => {
  const menu = Menu.getApplicationMenu();
  const window = frontWindow();
  const contents = window?.webContents;
  const hasPage = contents !== undefined && isSignedIn();
  const enabledById: Record<string, boolean> = {
    print: hasPage,
    saveAsPdf: hasPage,
    copyPageLink: hasPage,
    shortcuts: hasPage,
    back: hasPage && contents.navigationHistory.canGoBack(),
    forward: hasPage && contents.navigationHistory.canGoForward(),
    closeWindow: contents !== undefined,
    reload: contents !== undefined,
    resetZoom: contents !== undefined && canZoom(contents, 'back'),
    zoomIn: contents !== undefined && canZoom(contents, 'in'),
    zoomOut: contents !== undefined && canZoom(contents, 'out'),
    backUp: contents !== undefined,
    restore: contents !== undefined,
  };
  for (const [id, isEnabled] of Object.entries(enabledById)) {
    const item = menu?.getMenuItemById(id);
    if (item) item.enabled = isEnabled;
  }
  const fullScreen = menu?.getMenuItemById('fullScreen');
  if (fullScreen) fullScreen.checked = window?.isFullScreen() ?? false;
};

export const keepMenuUpdated = (options: { isSignedIn: () => boolean }): void => {
  isSignedIn = options.isSignedIn;
  app.on('browser-window-focus', refreshMenu);
  app.on('browser-window-created', (_event, window) => {
    window.on('closed', refreshMenu);
    window.on('enter-full-screen', refreshMenu);
    window.on('leave-full-screen', refreshMenu);
    window.webContents.on('did-navigate', refreshMenu);
    window.webContents.on('did-navigate-in-page', refreshMenu);
    window.webContents.on('zoom-changed', refreshMenu);
  });
};
