import { contextBridge, ipcRenderer } from 'electron';
import type { Bridge, IpcChannel, IpcEvent } from '#shared/ipc.ts';
import { droppedPath, watchDroppedFiles } from './dropped-files.ts';

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
  toast: true,
  updateStatus: true,
  taskProgress: true,
};

const bridge = {
  signIn: call('signIn'),
  getStoredSession: call('getStoredSession'),
  authorize: call('authorize'),
  getStorageKey: call('getStorageKey'),
  signOut: call('signOut'),
  pickFiles: call('pickFiles'),
  addDroppedFile: async ({ kind, file }) => {
    const path = droppedPath(file);
    return path === null ? null : ipcRenderer.invoke('addDroppedFile' satisfies IpcChannel, { kind, path });
  },
  addPastedFile: call('addPastedFile'),
  releaseFile: call('releaseFile'),
  previewSpreadsheet: call('previewSpreadsheet'),
  send: call('send'),
  saveExport: call('saveExport'),
  cancelRequest: call('cancelRequest'),
  cancelTask: call('cancelTask'),
  getAppInfo: call('getAppInfo'),
  rendererReady: call('rendererReady'),
  getServerSetting: call('getServerSetting'),
  testConnection: call('testConnection'),
  setServer: call('setServer'),
  setColorScheme: call('setColorScheme'),
  setUnread: call('setUnread'),
  startDrag: call('startDrag'),
  logError: call('logError'),
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

watchDroppedFiles();
contextBridge.exposeInMainWorld('backoffice', bridge);
