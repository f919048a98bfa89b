import { type BrowserWindow, dialog } from 'electron';
import type { IpcInput } from '#shared/ipc.ts';
import { broadcast, sendWhenReady } from './ipc.ts';
import { log } from './log.ts';

const quickCrashMs = 60_000;
const maxQuickCrashes = 3;

const reloadWithToast = ({ webContents }: BrowserWindow): void => {
  sendWhenReady(webContents, 'toast', {
    isFailure: true,
    message:
      'This page crashed and was reloaded. Your saved data is safe. Unsaved changes that could be kept are offered when you open the form again.',
  });
  webContents.reload();
};

const promptAfterCrashes = async (window: BrowserWindow): Promise<void> => {
  const { response } = await dialog.showMessageBox(window, {
    type: 'error',
    message: 'This page keeps crashing',
    detail: 'Your saved data is safe. For details, choose Help > Show log file.',
    buttons: ['Reload', 'Close window'],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
  });
  if (window.isDestroyed()) return;
  if (response === 0) reloadWithToast(window);
  else window.destroy();
};

const reloadAfterCrash = (window: BrowserWindow): void => {
  let crashes: number[] = [];
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return;
    log.error(`A page crashed (${reason})`);
    const now = Date.now();
    crashes = [...crashes.filter((at) => now - at < quickCrashMs), now];
    if (crashes.length < maxQuickCrashes) reloadWithToast(window);
    else void promptAfterCrashes(window);
  });
};

const promptWhenUnresponsive = (window: BrowserWindow): void => {
  let prompt: AbortController | undefined;
  window.on('unresponsive', async () => {
    if (prompt) return;
    log.warn("A page isn't responding");
    prompt = new AbortController();
    const { response } = await dialog.showMessageBox(window, {
      type: 'warning',
      message: 'This page isn’t responding',
      detail: 'Wait for it, or reload it. Unsaved changes that could be kept are offered after reloading.',
      buttons: ['Wait', 'Reload'],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
      signal: prompt.signal,
    });
    prompt = undefined;
    // The crash handler then reloads the page.
    if (response === 1 && !window.isDestroyed()) window.webContents.forcefullyCrashRenderer();
  });
  window.on('responsive', () => prompt?.abort());
};

/** Reloads a crashed page and asks the user about an unresponsive one. */
export const recoverFromCrashes = (window: BrowserWindow): void => {
  reloadAfterCrash(window);
  promptWhenUnresponsive(window);
};

/**
 * Logs uncaught errors and notifies the pages. By default, Electron shows a blocking dialog with the stack and logs
 * nothing.
 */
export const handleUncaughtErrors = (): void =>
  log.errorHandler.startCatching({
    showDialog: false,
    onError: () =>
      broadcast('toast', {
        isFailure: true,
        message: 'Something went wrong. Your saved data is safe. For details, choose Help > Show log file.',
      }),
  });
/** Messages of these errors name parts of the program; those of other errors may repeat user input. */
const engineErrors = new Set(['TypeError', 'ReferenceError', 'RangeError']);

const maxLoggedErrors = 100;
let loggedErrors = 0;

/** Logs the name and stack of a page error, and its message only if it can't contain personal data. */
export const logRendererError = ({ name, message, stack }: IpcInput<'logError'>): void => {
  loggedErrors += 1;
  if (loggedErrors > maxLoggedErrors) return;
  const error = new Error(engineErrors.has(name) ? message : '');
  log.error('Something in a page went wrong', Object.assign(error, { name, stack }));
};
