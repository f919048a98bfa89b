import { type BrowserWindow, dialog } from 'electron';
import type { IpcInput } from '#shared/ipc.ts';
import { broadcast, sendWhenReady } from './ipc.ts';
import { log } from './log.ts';

const quick = 60_000;
const maxQuickCrashes = 3;

const loadAgain = ({ webContents }: BrowserWindow): void => {
  sendWhenReady(webContents, 'toast', {
    isFailure: true,
    message:
      'This page stopped working and was reloaded. Your saved data is safe, and you can restore unsaved changes in their forms.',
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
  if (response === 0) loadAgain(window);
  else window.destroy();
};

const reloadAfterCrash = (window: BrowserWindow): void => {
  let crashes: number[] = [];
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return;
    log.error(`A page crashed (${reason})`);
    const now = Date.now();
    crashes = [...crashes.filter((at) => now - at < quick), now];
    if (crashes.length < maxQuickCrashes) loadAgain(window);
    else void promptAfterCrashes(window);
  });
};

const promptWhenUnresponsive = (window: BrowserWindow): void => {
  let question: AbortController | undefined;
  window.on('unresponsive', async () => {
    if (question) return;
    log.warn("A page isn't responding");
    question = new AbortController();
    const { response } = await dialog.showMessageBox(window, {
      type: 'warning',
      message: 'This page isn’t responding',
      detail: 'You can wait or reload. You can restore unsaved changes after reloading.',
      buttons: ['Wait', 'Reload'],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
      signal: question.signal,
    });
    question = undefined;
    // The crash handler then reloads the page.
    if (response === 1 && !window.isDestroyed()) window.webContents.forcefullyCrashRenderer();
  });
  window.on('responsive', () => question?.abort());
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
const ofTheEngine = new Set(['TypeError', 'ReferenceError', 'RangeError']);

const maxFaults = 100;
let faults = 0;

/** Logs the name and stack of a page error, and its message only if it can't contain personal data. */
export const logRendererError = ({ name, message, stack }: IpcInput<'logError'>): void => {
  faults += 1;
  if (faults > maxFaults) return;
  const error = new Error(ofTheEngine.has(name) ? message : '');
  log.error('Something in a page went wrong', Object.assign(error, { name, stack }));
};
