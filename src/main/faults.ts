import { type BrowserWindow, dialog } from 'electron';
import type { IpcPayload } from '#shared/ipc.ts';
import { log } from './log.ts';

type Notice = IpcPayload<'notice'>;

const quick = 60_000;
const maxQuickCrashes = 3;

/** What a page is to be told once it can listen again. */
const waiting = new WeakMap<Electron.WebContents, Notice>();

/** Tells a page something when it is loaded again. */
export const leaveNotice = (contents: Electron.WebContents, notice: Notice): void =>
  void waiting.set(contents, notice);

/** Takes what a page is to be told because of what happened before it was loaded. */
export const takeNotice = (contents: Electron.WebContents): Notice | null => {
  const notice = waiting.get(contents) ?? null;
  waiting.delete(contents);
  return notice;
};

const loadAgain = ({ webContents }: BrowserWindow): void => {
  leaveNotice(webContents, {
    isFailure: true,
    message: 'This page stopped working and was loaded again. What was saved is safe',
  });
  webContents.reload();
};

const askAfterCrashes = async (window: BrowserWindow): Promise<void> => {
  const { response } = await dialog.showMessageBox(window, {
    type: 'error',
    message: 'This page keeps stopping',
    detail: 'What was saved is safe. The log file, in the Help menu, says more.',
    buttons: ['Load again', 'Close'],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
  });
  if (window.isDestroyed()) return;
  if (response === 0) loadAgain(window);
  else window.destroy();
};

const mendCrashes = (window: BrowserWindow): void => {
  let crashes: number[] = [];
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return;
    log.error(`A page crashed (${reason})`);
    const now = Date.now();
    crashes = [...crashes.filter((at) => now - at < quick), now];
    if (crashes.length < maxQuickCrashes) loadAgain(window);
    else void askAfterCrashes(window);
  });
};

const askWhileStuck = (window: BrowserWindow): void => {
  let question: AbortController | undefined;
  window.on('unresponsive', async () => {
    if (question) return;
    log.warn('A page does not respond');
    question = new AbortController();
    const { response } = await dialog.showMessageBox(window, {
      type: 'warning',
      message: 'This page does not respond',
      detail: 'Wait for it, or load it again. What is not saved in it is then lost.',
      buttons: ['Wait', 'Load again'],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
      signal: question.signal,
    });
    question = undefined;
    // Its end brings it back, as any crash does.
    if (response === 1 && !window.isDestroyed()) window.webContents.forcefullyCrashRenderer();
  });
  window.on('responsive', () => question?.abort());
};

/** Brings a page back that crashed, and asks about one that is stuck. */
export const mendFaults = (window: BrowserWindow): void => {
  mendCrashes(window);
  askWhileStuck(window);
};
