import { app, Menu } from 'electron';
import { frontWindow } from './window.ts';
import { canZoom } from './zoom.ts';

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
