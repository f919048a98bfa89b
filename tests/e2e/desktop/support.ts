import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import type { Bridge } from '../../../src/shared/ipc.ts';
import type { App } from '../support/app.ts';
import type { Host } from '../support/host.ts';

declare global {
  var backoffice: Bridge;
}

const hasElectron = (host: Host): host is Host & { electron: () => ElectronApplication } => 'electron' in host;

export const electronOf = ({ host }: App): ElectronApplication => {
  if (!hasElectron(host)) throw new Error('This is for the desktop only.');
  return host.electron();
};

/** Opening a window can lose the answer of the evaluation that opens it. The tests see whether it opened. */
const isAnswerLost = (error: unknown): boolean => String(error).includes('garbage collected');

export const chooseInMenu = async (app: App, id: string): Promise<void> => {
  const choose = electronOf(app).evaluate(({ Menu, BrowserWindow }, wanted) => {
    const item = Menu.getApplicationMenu()?.getMenuItemById(wanted);
    if (!item) throw new Error(`There is no entry ${wanted}.`);
    setImmediate(() => item.click(undefined, BrowserWindow.getAllWindows().at(-1)));
  }, id);
  await choose.catch((error: unknown) => {
    if (!isAnswerLost(error)) throw error;
  });
};

/** Presses the button with this label in every native message box. Returns a function that lists their messages. */
export const answerDialogs = async (
  electron: ElectronApplication,
  label: string | RegExp,
): Promise<() => Promise<string[]>> => {
  const pattern = typeof label === 'string' ? `^${label}$` : label.source;
  const asked = await electron.evaluateHandle(({ dialog }, source) => {
    const messages: string[] = [];
    dialog.showMessageBox = async (...options: unknown[]) => {
      const { buttons, message, detail } = options.at(-1) as Record<'message' | 'detail', string> & {
        buttons: string[];
      };
      messages.push(`${message} ${detail}`);
      const response = buttons.findIndex((button) => new RegExp(source).test(button));
      return { response, checkboxChecked: false };
    };
    return messages;
  }, pattern);
  return () => asked.jsonValue();
};

export const serverPid = (app: App): Promise<number> =>
  electronOf(app).evaluate(async ({ app: electronApp }) => {
    const found = electronApp.getAppMetrics().find(({ name }) => name === 'Catalogue server');
    if (!found) throw new Error('The server does not run.');
    return found.pid;
  });

/** Page errors that blocked navigations, requests and windows cause on purpose. */
export const expectedConsoleErrors =
  /Failed to load resource|Not allowed to load local resource|Content Security Policy|ERR_|Unsafe attempt|Refused|Failed to launch|blocked|Not allowed to navigate|outside request: https:\/\/evil\.example/i;

/** Intercepts links that would open in the system's browser or mail program. Returns a function that lists them. */
export const catchExternal = async (app: App): Promise<() => Promise<string[]>> => {
  const electron = electronOf(app);
  const caught = await electron.evaluateHandle(({ shell }) => {
    const urls: string[] = [];
    shell.openExternal = async (url) => {
      urls.push(url);
    };
    return urls;
  });
  return () => caught.jsonValue();
};

/** Writes a preload script that exposes the raw IPC channel, which no page of the app ever has. */
export const writeRawPreload = async (folder: string): Promise<string> => {
  const path = join(folder, 'raw-preload.cjs');
  await writeFile(
    path,
    `const { contextBridge, ipcRenderer } = require('electron');
     contextBridge.exposeInMainWorld('raw', (channel, input) =>
       ipcRenderer.invoke(channel, input).then(() => 'let through', (error) => error.message));`,
  );
  return path;
};

/**
 * Makes the timers of the next embedded server that wait for a minute or more run once, right after they are set.
 * Electron copies the functions of `node:timers` to the globals.
 */
export const runSchedulesAtOnce = async (app: App, folder: string): Promise<void> => {
  const path = join(folder, 'run-schedules-at-once.cjs');
  await writeFile(
    path,
    `const timers = require('node:timers');
     const { setTimeout, setInterval } = timers;
     const runOnce = (set) => (run, delay, ...rest) =>
       delay >= 60_000 ? setTimeout(run, 0, ...rest) : set(run, delay, ...rest);
     if (process.type === 'utility')
       Object.assign(timers, { setTimeout: runOnce(setTimeout), setInterval: runOnce(setInterval) });`,
  );
  await electronOf(app).evaluate((_electron, preload) => {
    const { NODE_OPTIONS = '' } = process.env;
    process.env.NODE_OPTIONS = `${NODE_OPTIONS} --require ${JSON.stringify(preload)}`;
  }, path);
};
