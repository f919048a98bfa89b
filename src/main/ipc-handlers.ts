import { join } from 'node:path';
import { app, BrowserWindow, dialog, type OpenDialogOptions, type WebContents } from 'electron';
import type { IpcInput, IpcOutput, IpcPayload } from '#shared/ipc.ts';
import { extensionsOf } from '#shared/uploads.ts';
import { logRendererError } from './crash-recovery.ts';
import type { MainFileSources } from './files/file-sources.ts';
import type { LocalFiles } from './files/local-files.ts';
import type { createExporter } from './files/save-export.ts';
import { dragStoredFile } from './files/stored-files.ts';
import {
  broadcast,
  cancelRequest,
  confirmDraftsStored,
  flushPending,
  type IpcHandlers,
  runRequest,
  sendEvent,
} from './ipc.ts';
import type { ApiServer } from './server/api-server.ts';
import { confirmServer } from './server/confirm-server.ts';
import { parseServerAddress, testConnection } from './server/connection-test.ts';
import { retryProxyLogins } from './server/proxies.ts';

import type { SessionManager } from './server/session.ts';
import type { SessionStore } from './server/session-store.ts';
import { saveColorScheme, saveServerSetting, serverOverride } from './settings.ts';
import type { Updates } from './updates.ts';
import type { createUnreadBadge } from './window/unread-badge.ts';

const kindLabels = {
  image: 'Images',
  pdf: 'PDF',
  video: 'Videos',
  captions: 'Captions',
  media: 'Images, PDFs and videos',
  spreadsheet: 'Spreadsheets',
} as const;

const dialogOptions = ({ kind, isMultiple }: IpcInput<'pickFiles'>): OpenDialogOptions => ({
  filters: [
    { name: kindLabels[kind], extensions: extensionsOf(kind) },
    // A PDF needs no extension.
    ...(kind === 'pdf' ? [{ name: 'All files', extensions: ['*'] }] : []),
  ],
  properties: isMultiple ? ['openFile', 'multiSelections'] : ['openFile'],
});

const invalidAddress = ({ message }: { message: string }): IpcOutput<'testConnection'> => ({
  outcome: 'failed',
  reason: 'address',
  message,
});

const cancelled: IpcOutput<'testConnection'> = { outcome: 'cancelled' };

const exportFilters = {
  xlsx: { name: 'Excel workbook', extensions: ['xlsx'] },
  csv: { name: 'CSV', extensions: ['csv'] },
  json: { name: 'JSON', extensions: ['json'] },
  pdf: { name: 'PDF', extensions: ['pdf'] },
  zip: { name: 'ZIP archive', extensions: ['zip'] },
};

const promptForExportPath = async (
  { fileName, format }: IpcInput<'saveExport'>,
  contents: WebContents,
): Promise<string | null> => {
  const window = BrowserWindow.fromWebContents(contents);
  if (!window) return null;
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    defaultPath: join(app.getPath('downloads'), fileName),
    filters: [exportFilters[format]],
    properties: ['showOverwriteConfirmation', 'createDirectory'],
  });
  return canceled || !filePath ? null : filePath;
};

export const createIpcHandlers = ({
  server,
  changeServer,
  session,
  sessionStore,
  localFiles,
  fileSources,
  setUnread,
  dragFolder,
  saveExport,
  cancelTask,
  updates,
}: {
  server: ApiServer;
  changeServer: () => Promise<void>;
  session: SessionManager;
  sessionStore: SessionStore;
  localFiles: LocalFiles;
  fileSources: MainFileSources;
  setUnread: ReturnType<typeof createUnreadBadge>;
  /** For files that are dragged out of the app. */
  dragFolder: string;
  saveExport: ReturnType<typeof createExporter>;
  /** Cancels the operation whose progress every window shows. */
  cancelTask: () => void;
  updates: Updates;
}): IpcHandlers => ({
  getUpdateStatus: async () => updates.get(),
  checkForUpdates: () => updates.check(),
  installUpdate: async () => updates.install(),
  signIn: async (credentials, contents) => {
    const result = await session.signIn(credentials);
    if (result.success) broadcast('sessionChanged', null, contents);
    return result;
  },
  getStoredSession: () => session.getStored(),
  authorize: () => session.authorize(),
  getStorageKey: () => session.getStorageKey(),
  signOut: async (options, contents) => {
    setUnread(null);
    await session.signOut(options);
    broadcast('sessionChanged', null, contents);
  },
  pickFiles: async (input, contents) => {
    const window = BrowserWindow.fromWebContents(contents);
    if (!window) return [];
    const { filePaths } = await dialog.showOpenDialog(window, dialogOptions(input));
    return Promise.all(filePaths.map((path) => localFiles.add({ path, kind: input.kind })));
  },
  addDroppedFile: (input) => localFiles.add(input),
  addPastedFile: (input) => localFiles.addBytes(input),
  releaseFile: ({ id }) => localFiles.release(id),
  collectFiles: ({ paths }) => fileSources.collect(paths),
  restoreFiles: () => fileSources.restore(),
  forgetFiles: () => fileSources.forget(),
  openSource: ({ id }, contents) => {
    // The page has just noted which files are stored. Chromium would write that to disk seconds later.
    contents.session.flushStorageData();
    return fileSources.open(id);
  },
  saveExport: async (input, contents) => {
    const path = await promptForExportPath(input, contents);
    if (path === null) return { outcome: 'cancelled' };
    const onProgress = (progress: IpcPayload<'exportProgress'>) => sendEvent(contents, 'exportProgress', progress);
    return runRequest(input.requestId, (signal) => saveExport(input, { path, signal, onProgress }));
  },
  cancelRequest: async ({ requestId }) => cancelRequest(requestId),
  cancelTask: async () => cancelTask(),
  getAppInfo: async () => ({
    version: app.getVersion(),
    server: server.name,
    canPersistSession: await sessionStore.canPersist(),
  }),
  rendererReady: async (_input, contents) => flushPending(contents),
  draftsStored: async (_input, contents) => confirmDraftsStored(contents),
  getServerSetting: async () => ({ url: server.url, fixedBy: serverOverride() }),
  testConnection: async ({ address }, contents) => {
    retryProxyLogins();
    const parsed = parseServerAddress(address);
    if (parsed.kind === 'invalid') return invalidAddress(parsed);
    const { url } = parsed;
    const isCurrent = url.href === server.url;
    return isCurrent || (await confirmServer({ purpose: 'test', url }, BrowserWindow.fromWebContents(contents)))
      ? testConnection(url)
      : cancelled;
  },
  setServer: async ({ address }, contents) => {
    if (serverOverride() !== null) return null;
    retryProxyLogins();
    const parsed = address === null ? null : parseServerAddress(address);
    if (parsed?.kind === 'invalid') return invalidAddress(parsed);
    const url = parsed?.url ?? null;
    if (!(await confirmServer({ purpose: 'use', url }, BrowserWindow.fromWebContents(contents)))) return cancelled;
    const result = url && (await testConnection(url));
    if (result?.outcome === 'failed') return result;
    saveServerSetting(url);
    await changeServer();
    return result;
  },
  setUnread: async ({ unread }) => setUnread(unread),
  startDrag: (input, contents) =>
    runRequest(input.requestId, (signal) => dragStoredFile(input, { server, folder: dragFolder, contents, signal })),
  setColorScheme: async (scheme) => saveColorScheme(scheme),
  logError: async (error) => logRendererError(error),
  getServerStatus: async () => server.status.get(),
  retryServer: async () => {
    retryProxyLogins();
    server.retry();
  },
});
