import { contextBridge, ipcRenderer, webUtils } from 'electron';
import type { Bridge, IpcChannel, IpcEvent } from '#shared/ipc.ts';

// Imports only types from shared: main has the schemas, and the preload must start fast.
const call =
  <C extends IpcChannel>(channel: C) =>
  (input?: unknown) =>
    ipcRenderer.invoke(channel, input);

const events: Record<IpcEvent, true> = {
  serverStatus: true,
  sendProgress: true,
  exportProgress: true,
  sessionChanged: true,
  openSettings: true,
  openShortcuts: true,
  checkForUpdates: true,
  navigate: true,
  notice: true,
  updateStatus: true,
  work: true,
};

const bridge = {
  signIn: call('signIn'),
  getKeptSession: call('getKeptSession'),
  authorize: call('authorize'),
  signOut: call('signOut'),
  pickFiles: call('pickFiles'),
  addDroppedFile: async ({ kind, file }) => {
    // Only real files have a path, and only `webUtils` can resolve it: the page never sees or sends one.
    const path = file instanceof File ? webUtils.getPathForFile(file) : '';
    return path === '' ? null : ipcRenderer.invoke('addDroppedFile' satisfies IpcChannel, { kind, path });
  },
  addFileBytes: call('addFileBytes'),
  releaseFile: call('releaseFile'),
  readSpreadsheet: call('readSpreadsheet'),
  send: call('send'),
  saveExport: call('saveExport'),
  cancelRequest: call('cancelRequest'),
  cancelWork: call('cancelWork'),
  getAppInfo: call('getAppInfo'),
  listen: call('listen'),
  getServerChoice: call('getServerChoice'),
  testServer: call('testServer'),
  chooseServer: call('chooseServer'),
  setColorScheme: call('setColorScheme'),
  showUnread: call('showUnread'),
  dragOut: call('dragOut'),
  logFault: call('logFault'),
  getServerStatus: call('getServerStatus'),
  retryServer: call('retryServer'),
  getUpdateStatus: call('getUpdateStatus'),
  checkForUpdates: call('checkForUpdates'),
  installUpdate: call('installUpdate'),
  on: (event, listener) => {
    if (!Object.hasOwn(events, event)) throw new Error('There is no such event');
    const forward = (_event: unknown, payload: Parameters<typeof listener>[0]) => listener(payload);
    ipcRenderer.on(event, forward);
    return () => ipcRenderer.off(event, forward);
  },
} satisfies Bridge;

contextBridge.exposeInMainWorld('backoffice', bridge);
