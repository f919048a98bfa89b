import { join } from 'node:path';
import { app, BrowserWindow, dialog, type OpenDialogOptions, type WebContents } from 'electron';
import type { IpcInput } from '#shared/ipc.ts';
import { extensionsOf } from '#shared/uploads.ts';
import { logPageFault } from './faults.ts';
import type { createDragOut } from './files/drag-out.ts';
import type { LocalFiles } from './files/local-files.ts';
import type { Exporter } from './files/save-export.ts';
import { previewLocalSpreadsheet } from './files/spreadsheet-preview.ts';
import type { createSender } from './http/send.ts';
import { type IpcHandlers, tell, tellOthers, tellWaiting } from './ipc.ts';
import type { ApiServer } from './server/api-server.ts';
import { testServer } from './server/connection-test.ts';
import type { SessionKeeper } from './server/session.ts';
import type { SessionStore } from './server/session-store.ts';
import { saveColors, saveServer, serverFixedBy } from './settings.ts';
import type { Updates } from './updates.ts';
import type { createUnreadSigns } from './window/unread.ts';

const kindLabels = { image: 'Images', pdf: 'PDF', video: 'Videos', spreadsheet: 'Spreadsheets' } as const;

const dialogOptions = ({ kind, isMultiple }: IpcInput<'pickFiles'>): OpenDialogOptions => ({
  filters: [{ name: kindLabels[kind], extensions: extensionsOf(kind) }],
  properties: isMultiple ? ['openFile', 'multiSelections'] : ['openFile'],
});

const exportFilters = {
  xlsx: { name: 'Excel workbook', extensions: ['xlsx'] },
  csv: { name: 'CSV', extensions: ['csv'] },
};

const askExportPath = async (
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
  sender,
  showUnread,
  dragOut,
  exporter,
  cancelWork,
  updates,
}: {
  server: ApiServer;
  changeServer: () => Promise<void>;
  session: SessionKeeper;
  sessionStore: SessionStore;
  localFiles: LocalFiles;
  sender: ReturnType<typeof createSender>;
  showUnread: ReturnType<typeof createUnreadSigns>;
  dragOut: ReturnType<typeof createDragOut>;
  exporter: Exporter;
  /** Cancels the operation whose progress every window shows. */
  cancelWork: () => void;
  updates: Updates;
}): IpcHandlers => ({
  getUpdateStatus: async () => updates.get(),
  checkForUpdates: () => updates.check(),
  installUpdate: async () => updates.install(),
  signIn: async (credentials, contents) => {
    const answer = await session.signIn(credentials);
    if (answer.success) tellOthers(contents, 'sessionChanged', null);
    return answer;
  },
  getKeptSession: () => session.kept(),
  authorize: () => session.authorize(),
  signOut: async (options, contents) => {
    showUnread(null);
    await session.signOut(options);
    tellOthers(contents, 'sessionChanged', null);
  },
  pickFiles: async (input, contents) => {
    const window = BrowserWindow.fromWebContents(contents);
    if (!window) return [];
    const { filePaths } = await dialog.showOpenDialog(window, dialogOptions(input));
    return Promise.all(filePaths.map((path) => localFiles.add({ path, kind: input.kind })));
  },
  addDroppedFile: (input) => localFiles.add(input),
  addFileBytes: (input) => localFiles.addBytes(input),
  releaseFile: ({ id }) => localFiles.release(id),
  readSpreadsheet: (input) => previewLocalSpreadsheet(input, localFiles),
  send: (input, contents) => sender.send(input, (progress) => tell(contents, 'sendProgress', progress)),
  saveExport: (input, contents) =>
    exporter.save(input, {
      askPath: () => askExportPath(input, contents),
      tell: (progress) => tell(contents, 'exportProgress', progress),
    }),
  cancelRequest: async ({ requestId }) => {
    sender.cancel(requestId);
    exporter.cancel(requestId);
    dragOut.cancel(requestId);
  },
  cancelWork: async () => cancelWork(),
  getAppInfo: async () => ({
    version: app.getVersion(),
    server: server.name,
    isSessionKept: await sessionStore.isKept(),
  }),
  listen: async (_input, contents) => tellWaiting(contents),
  getServerChoice: async () => ({ url: server.url, fixedBy: serverFixedBy() }),
  testServer: ({ address }) => testServer(address),
  chooseServer: async ({ address }) => {
    if (serverFixedBy() !== null) return null;
    const result = address === null ? null : await testServer(address);
    if (result?.outcome === 'failed') return result;
    saveServer(result?.url ?? null);
    await changeServer();
    return result;
  },
  showUnread: async ({ unread }) => showUnread(unread),
  dragOut: (input, contents) => dragOut.start(input, contents),
  setColorScheme: async (scheme) => saveColors(scheme),
  logFault: async (fault) => logPageFault(fault),
  getServerStatus: () => server.look(),
  retryServer: async () => server.retry(),
});
