import { app, BrowserWindow, Menu, type MenuItemConstructorOptions } from 'electron';
import { tell } from '../ipc.ts';
import { printPage, saveAsPdf } from './print.ts';

const isMac = process.platform === 'darwin';
const separator: MenuItemConstructorOptions = { type: 'separator' };

type MenuActions = {
  openWindow: () => void;
  showLogFile: () => void;
  copyDiagnostics: () => Promise<void>;
  /** Of the server on this computer; null where another one is used. */
  backups: {
    backUp: (window: BrowserWindow) => Promise<void>;
    restore: (window: BrowserWindow) => Promise<void>;
    showDataFolder: () => unknown;
  } | null;
};

/** For what concerns one window: without one it does nothing. */
const inWindow = (act: (window: BrowserWindow) => unknown) => (_item: unknown, focused: unknown) => {
  const window = focused instanceof BrowserWindow ? focused : BrowserWindow.getAllWindows()[0];
  if (window) void act(window);
};

const settings: MenuItemConstructorOptions = {
  id: 'settings',
  label: 'Settings…',
  accelerator: 'CmdOrCtrl+,',
  click: inWindow((window) => tell(window.webContents, 'openSettings', null)),
};

const appMenu: MenuItemConstructorOptions = {
  role: 'appMenu',
  submenu: [
    { role: 'about' },
    separator,
    settings,
    separator,
    { role: 'services' },
    separator,
    { role: 'hide' },
    { role: 'hideOthers' },
    { role: 'unhide' },
    separator,
    { role: 'quit' },
  ],
};

const backupItems = ({ backups }: MenuActions): MenuItemConstructorOptions[] =>
  backups
    ? [
        { id: 'backUp', label: 'Back up…', click: inWindow(backups.backUp) },
        { id: 'restore', label: 'Restore from a backup…', click: inWindow(backups.restore) },
        { id: 'showDataFolder', label: 'Show data folder', click: backups.showDataFolder },
        separator,
      ]
    : [];

const fileMenu = (actions: MenuActions): MenuItemConstructorOptions => ({
  label: '&File',
  submenu: [
    { id: 'newWindow', label: 'New window', accelerator: 'CmdOrCtrl+Shift+N', click: actions.openWindow },
    separator,
    { id: 'print', label: 'Print…', accelerator: 'CmdOrCtrl+P', click: inWindow(printPage) },
    { id: 'saveAsPdf', label: 'Save as PDF…', accelerator: 'CmdOrCtrl+Shift+P', click: inWindow(saveAsPdf) },
    separator,
    ...backupItems(actions),
    ...(isMac ? [] : [settings, separator]),
    { role: 'close' },
    ...(isMac ? [] : [{ role: 'quit' } as const]),
  ],
});

const viewMenu = (): MenuItemConstructorOptions => ({
  label: '&View',
  submenu: [
    { role: 'reload' },
    separator,
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    // Where plus is a key of its own or needs Shift.
    { role: 'zoomIn', accelerator: 'CmdOrCtrl+=', visible: false, acceleratorWorksWhenHidden: true },
    { role: 'zoomOut' },
    separator,
    { role: 'togglefullscreen' },
    ...(app.isPackaged ? [] : [separator, { role: 'toggleDevTools' } as const]),
  ],
});

const goMenu: MenuItemConstructorOptions = {
  label: '&Go',
  submenu: [
    {
      label: 'Back',
      accelerator: isMac ? 'Cmd+[' : 'Alt+Left',
      click: inWindow(({ webContents }) => webContents.navigationHistory.goBack()),
    },
    {
      label: 'Forward',
      accelerator: isMac ? 'Cmd+]' : 'Alt+Right',
      click: inWindow(({ webContents }) => webContents.navigationHistory.goForward()),
    },
  ],
};

const helpMenu = ({ showLogFile, copyDiagnostics }: MenuActions): MenuItemConstructorOptions => ({
  role: 'help',
  submenu: [
    { id: 'showLogFile', label: 'Show log file', click: showLogFile },
    {
      id: 'copyDiagnostics',
      label: 'Copy diagnostics',
      click: inWindow(async ({ webContents }) => {
        await copyDiagnostics();
        tell(webContents, 'notice', { isFailure: false, message: 'The diagnostics are on the clipboard' });
      }),
    },
    ...(isMac ? [] : [separator, { label: 'About', click: () => app.showAboutPanel() }]),
  ],
});

/** The menu of the app: what the system expects, and no tools of developers in the product. */
export const setMenu = (actions: MenuActions): void =>
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(isMac ? [appMenu] : []),
      fileMenu(actions),
      { role: 'editMenu' },
      viewMenu(),
      goMenu,
      { role: 'windowMenu' },
      helpMenu(actions),
    ]),
  );
