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
  storeDrafts: true,
  openSettings: true,
  openShortcuts: true,
  navigate: true,
  toast: true,
  updateStatus: true,
  taskProgress: true,
};

/** Files and folders that the user dropped, pasted or chose on this page. */
const paths = new Set<string>();

const addFiles = (files: FileList | null | undefined): void => {
  for (const file of files ?? []) {
    const path = webUtils.getPathForFile(file);
    if (path !== '') paths.add(path);
  }
};

/** Notes the files of events that the user caused. Runs before the page's own listeners; pages can't forge `isTrusted`. */
const watchDroppedFiles = (): void => {
  const listen = <E extends 'drop' | 'paste' | 'change'>(
    type: E,
    filesOf: (event: WindowEventMap[E]) => FileList | null | undefined,
  ) => window.addEventListener(type, (event) => event.isTrusted && addFiles(filesOf(event)), { capture: true });
  listen('drop', ({ dataTransfer }) => dataTransfer?.files);
  listen('paste', ({ clipboardData }) => clipboardData?.files);
  listen('change', ({ target }) => (target instanceof HTMLInputElement ? target.files : null));
};

const isBelow = (path: string, folder: string): boolean =>
  path.startsWith(folder) && /^[\\/]/.test(path.slice(folder.length));

/** The path of a file that the user gave to this page; null for any other file. */
const droppedPath = (file: object): string | null => {
  // Only real files have a path, and only `webUtils` can resolve it: the page never sees or sends one.
  const path = file instanceof File ? webUtils.getPathForFile(file) : '';
  return path !== '' && (paths.has(path) || [...paths].some((folder) => isBelow(path, folder))) ? path : null;
};

/** The path of a dropped file or folder, or of the folder in which the user chose the file. */
const chosenPath = (file: object): string | null => {
  const path = droppedPath(file);
  const below = file instanceof File ? file.webkitRelativePath : '';
  if (path === null || below === '') return path;
  return path.slice(0, path.length - below.length) + below.slice(0, below.indexOf('/'));
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
  collectFiles: (files) => {
    const chosen = new Set(files.flatMap((file) => chosenPath(file) ?? []));
    return ipcRenderer.invoke('collectFiles' satisfies IpcChannel, { paths: [...chosen] });
  },
  restoreFiles: call('restoreFiles'),
  forgetFiles: call('forgetFiles'),
  openSource: call('openSource'),
  releaseFile: call('releaseFile'),
  saveExport: call('saveExport'),
  cancelRequest: call('cancelRequest'),
  cancelTask: call('cancelTask'),
  getAppInfo: call('getAppInfo'),
  rendererReady: call('rendererReady'),
  draftsStored: call('draftsStored'),
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
