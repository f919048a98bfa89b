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

/** Only the top frame of an app page may call. A frame that no longer exists is null. */
const isTrusted = (frame: WebFrameMain | null): boolean =>
  frame !== null && frame.parent === null && isAppPage(frame.url);

const register = <C extends IpcChannel>(channel: C, handler: IpcHandlers[C]): void => {
  ipcMain.handle(channel, (event, input: unknown) => {
    if (!isTrusted(event.senderFrame)) {
      log.error(`${channel} was called by a foreign frame: rejected`);
      throw new Error('The caller is not allowed');
    }
    const parsed = ipcChannels[channel].safeParse(input);
    if (!parsed.success) {
      log.error(`${channel} was called with an argument that doesn't match its schema: rejected`);
      throw new Error('The argument is not allowed');
    }
    return handler(parsed.data as IpcInput<C>, event.sender);
  });
};

/** Registers all handlers. The only use of `ipcMain`, so that every channel checks its caller and its input. */
export const registerIpc = (handlers: IpcHandlers): void => {
  // electron-store responds to every frame on its own channel, which isn't used here.
  ipcMain.removeAllListeners('electron-store-get-data');
  for (const channel of Object.keys(ipcChannels) as IpcChannel[]) register(channel, handlers[channel]);
};

export const sendEvent = <E extends IpcEvent>(target: WebContents, event: E, payload: IpcPayload<E>): void => {
  if (!target.isDestroyed()) target.send(event, payload);
};

const pendingEvents = new WeakMap<WebContents, (() => void)[]>();

/** Sends an event to a page after its next load, once it listens. */
export const sendWhenReady = <E extends IpcEvent>(target: WebContents, event: E, payload: IpcPayload<E>): void =>
  void pendingEvents.set(target, [...(pendingEvents.get(target) ?? []), () => sendEvent(target, event, payload)]);

/** Sends the queued events to a page that has just loaded. */
export const flushPending = (target: WebContents): void => {
  for (const send of pendingEvents.get(target) ?? []) send();
  pendingEvents.delete(target);
};

const appPages = (): WebContents[] => webContents.getAllWebContents().filter((page) => isAppPage(page.getURL()));

const maxStoreMs = 3000;
const storing = new Map<WebContents, () => void>();

/** Asks every page to store its drafts, and waits up to 3 seconds for their answers. */
export const storeDrafts = async (): Promise<void> => {
  const store = (page: WebContents) =>
    new Promise<void>((resolve) => {
      storing.set(page, resolve);
      setTimeout(resolve, maxStoreMs);
      sendEvent(page, 'storeDrafts', null);
    });
  await Promise.all(appPages().map(store));
  storing.clear();
};

export const confirmDraftsStored = (page: WebContents): void => storing.get(page)?.();

/** Sends an event to every page, except the one that caused it. */
export const broadcast = <E extends IpcEvent>(event: E, payload: IpcPayload<E>, except?: WebContents): void => {
  for (const page of appPages()) if (page !== except) sendEvent(page, event, payload);
};

const running = new Map<string, { controller: AbortController; work: Promise<unknown> }>();

/** Runs a request that its page can cancel. */
export const runRequest = async <Result>(
  requestId: string,
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  const controller = new AbortController();
  const work = run(controller.signal);
  running.set(requestId, { controller, work });
  return work.finally(() => running.delete(requestId));
};

export const cancelRequest = (requestId: string): void => running.get(requestId)?.controller.abort();

/** Cancels all requests, and resolves once they have cleaned up. */
export const stopRequests = async (): Promise<void> => {
  const requests = [...running.values()];
  for (const { controller } of requests) controller.abort();
  await Promise.allSettled(requests.map(({ work }) => work));
};
