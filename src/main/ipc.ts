import { ipcMain, type WebContents, type WebFrameMain, webContents } from 'electron';
import {
  type IpcChannel,
  type IpcEvent,
  type IpcInput,
  type IpcOutput,
  type IpcPayload,
  ipcChannels,
} from '#shared/ipc.ts';
import { log } from './log.ts';
import { isAppPage } from './origin.ts';

export type IpcHandlers = {
  [C in IpcChannel]: (input: IpcInput<C>, sender: WebContents) => Promise<IpcOutput<C>>;
};

/** Only the top frame of a page of the app may call; a frame that has gone is nobody. */
const isTrusted = (frame: WebFrameMain | null): boolean =>
  frame !== null && frame.parent === null && isAppPage(frame.url);

const register = <C extends IpcChannel>(channel: C, handler: IpcHandlers[C]): void => {
  ipcMain.handle(channel, (event, input: unknown) => {
    if (!isTrusted(event.senderFrame)) {
      log.error(`${channel} was called by a foreign frame and refused`);
      throw new Error('The caller is not allowed');
    }
    const parsed = ipcChannels[channel].input.safeParse(input);
    if (!parsed.success) {
      log.error(`${channel} was called with an argument off its schema and refused`);
      throw new Error('The argument is not allowed');
    }
    return handler(parsed.data as IpcInput<C>, event.sender);
  });
};

/** The only place that touches `ipcMain`: every channel checks who calls and what is sent. */
export const registerIpc = (handlers: IpcHandlers): void => {
  // electron-store answers every frame on a channel of its own, which nothing here needs.
  ipcMain.removeAllListeners('electron-store-get-data');
  for (const channel of Object.keys(ipcChannels) as IpcChannel[]) register(channel, handlers[channel]);
};

/** Tells one page something unasked. */
export const tell = <E extends IpcEvent>(target: WebContents, event: E, payload: IpcPayload<E>): void => {
  if (!target.isDestroyed()) target.send(event, payload);
};

/** What pages are to be told once they listen. */
const waiting = new WeakMap<WebContents, (() => void)[]>();

/** Tells one page something as soon as it is loaded the next time, and listens. */
export const tellWhenLoaded = <E extends IpcEvent>(
  target: WebContents,
  event: E,
  payload: IpcPayload<E>,
): void => void waiting.set(target, [...(waiting.get(target) ?? []), () => tell(target, event, payload)]);

/** Tells a page that has just been loaded what waited for it. */
export const tellWaiting = (target: WebContents): void => {
  for (const tellNow of waiting.get(target) ?? []) tellNow();
  waiting.delete(target);
};

/** Tells every page of the app but one something unasked. */
export const tellOthers = <E extends IpcEvent>(not: WebContents, event: E, payload: IpcPayload<E>): void => {
  for (const contents of webContents.getAllWebContents()) {
    if (contents !== not && isAppPage(contents.getURL())) tell(contents, event, payload);
  }
};

/** Tells every page of the app something unasked. */
export const tellAll = <E extends IpcEvent>(event: E, payload: IpcPayload<E>): void => {
  for (const contents of webContents.getAllWebContents()) {
    if (isAppPage(contents.getURL())) tell(contents, event, payload);
  }
};
