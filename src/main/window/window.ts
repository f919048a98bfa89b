import { join } from 'node:path';
import { app, BrowserWindow, dialog, nativeTheme, type WebContents } from 'electron';
import { recoverFromCrashes } from '../crash-recovery.ts';
import { sendEvent } from '../ipc.ts';
import { log } from '../log.ts';
import { appOrigin, isAppPage } from '../origin.ts';
import { minSize } from './window-bounds.ts';
import { nextWindowBounds, storeWindowState } from './window-state.ts';
import { zoomByWheel } from './zoom.ts';

const outFolder = join(import.meta.dirname, '..');

let lastUsed: BrowserWindow | null = null;

/** The window that menu commands and deep links apply to. */
export const frontWindow = (): BrowserWindow | null => {
  const focused = BrowserWindow.getFocusedWindow();
  if (focused) return focused;
  return lastUsed && !lastUsed.isDestroyed() ? lastUsed : (BrowserWindow.getAllWindows()[0] ?? null);
};

/** Back and forward by mouse buttons, keyboard keys or a three-finger swipe on macOS. */
const enableNavigationInput = (window: BrowserWindow): void => {
  const { navigationHistory } = window.webContents;
  window.on('app-command', (_event, command) => {
    if (command === 'browser-backward') navigationHistory.goBack();
    if (command === 'browser-forward') navigationHistory.goForward();
  });
  window.on('swipe', (_event, direction) => {
    if (direction === 'left') navigationHistory.goBack();
    if (direction === 'right') navigationHistory.goForward();
  });
};

const leaveLabel = 'Leave';

/** Pages that may unload without asking, because the user has been warned. */
const forceReloading = new WeakSet<WebContents>();

/** Asks before leaving unsaved changes. Without this, Electron cancels silently, whereas a browser asks. */
const confirmUnload = (window: BrowserWindow): void => {
  const { webContents } = window;
  webContents.on('will-prevent-unload', (event) => {
    // A closing page may respond after its window was destroyed.
    if (window.isDestroyed() || forceReloading.has(webContents)) {
      event.preventDefault();
      return;
    }
    const buttons = [leaveLabel, 'Stay'];
    const choice = dialog.showMessageBoxSync(window, {
      type: 'warning',
      message: 'Leave without saving?',
      detail: 'Your changes aren’t saved. What could be kept on this computer is offered when you open the form again.',
      buttons,
      defaultId: 1,
      cancelId: 1,
      noLink: true,
    });
    if (buttons[choice] === leaveLabel) event.preventDefault();
  });
};

const load = (window: BrowserWindow, url: string): Promise<void> =>
  window.loadURL(url).catch((error: Error & { code?: string }) => {
    // Aborted: the app navigated before the page was loaded.
    if (error.code !== 'ERR_ABORTED') log.error("A window couldn't load its page", error);
  });

export const openWindow = (url = `${appOrigin}/`): BrowserWindow => {
  const { bounds, state } = nextWindowBounds(frontWindow());
  const window = new BrowserWindow({
    title: 'Catalogue Back Office',
    ...bounds,
    minWidth: minSize.width,
    minHeight: minSize.height,
    show: false,
    backgroundColor: backgroundColor(),
    webPreferences: {
      preload: join(outFolder, 'preload', 'index.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      webSecurity: true,
      navigateOnDragDrop: false,
      devTools: !app.isPackaged,
      spellcheck: true,
    },
  });
  window.once('ready-to-show', () => {
    if (state?.isMaximized) window.maximize();
    if (state?.isFullScreen) window.setFullScreen(true);
    window.show();
    storeWindowState(window);
  });
  window.on('focus', () => {
    lastUsed = window;
  });
  confirmUnload(window);
  syncBackgroundColor(window);
  enableNavigationInput(window);
  zoomByWheel(window.webContents);
  recoverFromCrashes(window);
  void load(window, url);
  return window;
};

/** Reloads every window without asking, because unsaved changes belong to the previous server. */
export const reloadAllWindows = async (): Promise<void> => {
  const reload = async (window: BrowserWindow) => {
    const { webContents } = window;
    forceReloading.add(webContents);
    await load(window, `${appOrigin}/`);
    forceReloading.delete(webContents);
  };
  const isPage = (window: BrowserWindow) => window.getParentWindow() === null;
  await Promise.all(BrowserWindow.getAllWindows().filter(isPage).map(reload));
};

/**
 * Brings the last used window, or a new one, to the front and opens the route. Ignores routes that are no app pages.
 */
export const focusWindow = (requestedRoute?: string): void => {
  const route = requestedRoute !== undefined && isAppPage(`${appOrigin}${requestedRoute}`) ? requestedRoute : undefined;
  const existing = frontWindow();
  const window = existing ?? openWindow(`${appOrigin}${route ?? '/'}`);
  if (existing && route !== undefined) {
    // A page that is still loading doesn't listen yet.
    if (existing.webContents.isLoadingMainFrame()) void load(existing, `${appOrigin}${route}`);
    else sendEvent(existing.webContents, 'navigate', route);
  }
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
};

/** Same as the renderer's theme, so that nothing flashes before its first paint. */
const pageColors = { light: '#FBFAF8', dark: '#17181A' } as const;
const printColor = '#FFFFFF';

const backgroundColor = (): string => pageColors[nativeTheme.shouldUseDarkColors ? 'dark' : 'light'];

const syncBackgroundColor = (window: BrowserWindow): void => {
  const paint = () => window.setBackgroundColor(backgroundColor());
  nativeTheme.on('updated', paint);
  window.once('closed', () => nativeTheme.off('updated', paint));
};

/** Runs `work` on a white window background, which shows in the margins of a printed page. */
export const withPrintBackground = async <Result>(
  window: BrowserWindow,
  work: () => Promise<Result>,
): Promise<Result> => {
  window.setBackgroundColor(printColor);
  try {
    return await work();
  } finally {
    if (!window.isDestroyed()) window.setBackgroundColor(backgroundColor());
  }
};
