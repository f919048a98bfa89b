import { join } from 'node:path';
import { app, BrowserWindow, dialog, type WebContents } from 'electron';
import { mendFaults } from '../faults.ts';
import { tell } from '../ipc.ts';
import { log } from '../log.ts';
import { appOrigin, isAppPage } from '../origin.ts';
import { followColors, windowColor } from './window-color.ts';
import { defaultSize, smallestSize } from './window-place.ts';
import { nextPlace, rememberPlace } from './window-state.ts';
import { zoomByWheel } from './zoom.ts';

const outFolder = join(import.meta.dirname, '..');

/** The window that was used last: it may have lost the focus to another program. */
let lastUsed: BrowserWindow | null = null;

/** The window that people mean when they choose something in a menu or come in by a link. */
export const frontWindow = (): BrowserWindow | null => {
  const focused = BrowserWindow.getFocusedWindow();
  if (focused) return focused;
  return lastUsed && !lastUsed.isDestroyed() ? lastUsed : (BrowserWindow.getAllWindows()[0] ?? null);
};

/** Back and forward by the buttons of a mouse, the keys of a keyboard, or three fingers on a Mac. */
const goByHand = (window: BrowserWindow): void => {
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

const leave = 'Leave';

/** Pages that are taken away whatever they hold: who did that was told. */
const abandoned = new WeakSet<WebContents>();

/** A page with unsaved changes asks to stay. A browser puts the question itself, Electron would silently do nothing. */
const askBeforeLeaving = (window: BrowserWindow): void => {
  const { webContents } = window;
  webContents.on('will-prevent-unload', (event) => {
    // A page that was asked to close answers also when its window has been taken away meanwhile.
    if (window.isDestroyed() || abandoned.has(webContents)) {
      event.preventDefault();
      return;
    }
    const buttons = [leave, 'Stay'];
    const choice = dialog.showMessageBoxSync(window, {
      type: 'warning',
      message: 'Leave without saving?',
      detail: 'Your changes aren’t saved. You can restore them the next time you open this form.',
      buttons,
      defaultId: 1,
      cancelId: 1,
      noLink: true,
    });
    if (buttons[choice] === leave) event.preventDefault();
  });
};

const load = (window: BrowserWindow, url: string): Promise<void> =>
  window.loadURL(url).catch((error: Error & { code?: string }) => {
    // Aborted: the page went elsewhere in the app before it was loaded.
    if (error.code !== 'ERR_ABORTED') log.error("A window couldn't load its page", error);
  });

/** Opens a window of the app. It shows itself when there is something to see. */
export const openWindow = (url = `${appOrigin}/`): BrowserWindow => {
  const { bounds, state } = nextPlace(frontWindow());
  const window = new BrowserWindow({
    title: 'Catalogue Back Office',
    ...(bounds ?? defaultSize),
    minWidth: smallestSize.width,
    minHeight: smallestSize.height,
    show: false,
    backgroundColor: windowColor(),
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
    rememberPlace(window);
  });
  window.on('focus', () => {
    lastUsed = window;
  });
  askBeforeLeaving(window);
  followColors(window);
  goByHand(window);
  zoomByWheel(window.webContents);
  mendFaults(window);
  void load(window, url);
  return window;
};

/** Loads every window anew, without asking what it holds: that belonged to another server. */
export const reloadAllWindows = async (): Promise<void> => {
  const reload = async (window: BrowserWindow) => {
    const { webContents } = window;
    abandoned.add(webContents);
    await load(window, `${appOrigin}/`);
    abandoned.delete(webContents);
  };
  await Promise.all(BrowserWindow.getAllWindows().map(reload));
};

/**
 * Brings the app to the front: the window used last, or a new one where there is none. A route is opened in it, unless
 * it is none of a page.
 */
export const focusWindow = (wanted?: string): void => {
  const route = wanted !== undefined && isAppPage(`${appOrigin}${wanted}`) ? wanted : undefined;
  const open = frontWindow();
  const window = open ?? openWindow(`${appOrigin}${route ?? '/'}`);
  if (open && route !== undefined) {
    // A page that is still on its way does not listen yet.
    if (open.webContents.isLoadingMainFrame()) void load(open, `${appOrigin}${route}`);
    else tell(open.webContents, 'navigate', route);
  }
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
};
