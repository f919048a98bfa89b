import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { app, BrowserWindow, dialog, session as electronSession } from 'electron';
import { appId } from '#shared/app-id.ts';
import { handleUncaughtErrors } from './crash-recovery.ts';
import { createBackups } from './files/backups.ts';
import { createFileSources } from './files/file-sources.ts';
import { createLocalFilePreviews, createLocalFiles } from './files/local-files.ts';
import { createExporter } from './files/save-export.ts';
import { saveStoredFile } from './files/stored-files.ts';
import { isPortable, loadUpdater } from './find-updater.ts';
import { createAbortSignals, createDevServer, handleAppProtocol, registerAppScheme } from './http/protocol.ts';
import { createProxy } from './http/proxy.ts';
import { createUploadEncoder } from './http/request-body.ts';
import { createStaticFiles } from './http/static-files.ts';
import { broadcast, registerIpc, stopRequests, storeDrafts } from './ipc.ts';
import { createIpcHandlers } from './ipc-handlers.ts';
import { log, logPath, startLog } from './log.ts';
import { validateSandbox } from './sandbox.ts';
import { guardApp } from './security.ts';
import { type ApiServer, createSwitchableServer } from './server/api-server.ts';
import { confirmServer } from './server/confirm-server.ts';
import { setProxySystem } from './server/proxies.ts';
import { createMisconfiguredServer, createRemoteServer } from './server/remote-server.ts';
import { ServerProcess } from './server/server-process.ts';
import { createSender, createSessionManager, type SessionManager } from './server/session.ts';
import { createSessionStore } from './server/session-store.ts';
import { applyColorScheme, readServerSetting, saveConfirmation } from './settings.ts';
import { createUpdates, type Updates } from './updates.ts';
import { attachContextMenu } from './window/context-menu.ts';
import { deepLinkScheme, findDeepLink, parseDeepLink } from './window/deep-links.ts';
import { keepMenuUpdated, refreshMenu, setMenu, toToast } from './window/menu.ts';
import { askForProxyLogin } from './window/proxy-login.ts';
import { enableSpellChecker } from './window/spell-checker.ts';
import { createUnreadBadge } from './window/unread-badge.ts';
import { focusWindow, openWindow, reloadAllWindows } from './window/window.ts';

const outFolder = join(import.meta.dirname, '..');

const dataDir = (): string => join(app.getPath('userData'), 'server');

/** Reports that the connection isn't encrypted, until the user confirms it. A retry asks again. */
const createUnconfirmedServer = ({ url, retry }: { url: URL; retry: () => void }): ApiServer =>
  createMisconfiguredServer({
    message: `The connection to ${url.origin} isn’t encrypted. Use an https:// address, or try again to allow this one.`,
    retry: async () => {
      if (!(await confirmServer({ purpose: 'use', url }, BrowserWindow.getFocusedWindow()))) return;
      saveConfirmation(url);
      retry();
    },
  });

const openServer = ({ retry }: { retry: () => void }): ApiServer => {
  const setting = readServerSetting();
  if (setting.kind === 'invalid') return createMisconfiguredServer({ ...setting, retry });
  if (setting.kind === 'unconfirmed') return createUnconfirmedServer({ ...setting, retry });
  if (setting.kind === 'remote') return createRemoteServer(setting.url);
  return new ServerProcess({
    entry: join(outFolder, 'main', 'server', 'embedded.js'),
    dataDir: dataDir(),
    sampleDir: join(app.getAppPath(), 'resources', 'sample'),
  });
};

/** Quits. If the user asked for an update, installs it and starts the new version. */
const finishWith = (updates: Updates): void => {
  // Otherwise the new version would find this instance running and quit.
  app.releaseSingleInstanceLock();
  const isInstalling = updates.finish();
  // On macOS, the installation continues in the background and quits the app when it is done.
  if (!isInstalling || process.platform !== 'darwin') app.quit();
};

const stopBeforeQuit = (stopServices: () => Promise<unknown>, quit: () => void): void => {
  let state: 'running' | 'stopping' | 'stopped' = 'running';
  // Not `before-quit`: a page with unsaved changes may still cancel that.
  app.on('will-quit', (event) => {
    if (state === 'stopped') return;
    event.preventDefault();
    // A second quit must not cut the first one short.
    if (state === 'stopping') return;
    state = 'stopping';
    stopServices().then(() => {
      state = 'stopped';
      quit();
    });
  });
};

const openLink = (link: string | undefined): void => {
  const route = link === undefined ? null : parseDeepLink(link);
  if (link !== undefined && route === null) log.warn('A link led to no page of the app');
  focusWindow(route ?? undefined);
};

/** Loads Node's fetch classes, which are otherwise loaded at their first use, and the session before the page's first request. */
const loadWhileWindowOpens = (session: SessionManager): void => {
  void globalThis.Response;
  void session.load();
};

/** macOS sends the launch link before the app is ready. */
let firstLink: string | undefined;
app.once('open-url', (event, link) => {
  event.preventDefault();
  firstLink = link;
});

const reportStartupError = (): boolean => {
  const problem = validateSandbox({
    isPackaged: app.isPackaged,
    isDisabled: app.commandLine.hasSwitch('no-sandbox'),
    isRoot: process.getuid?.() === 0,
  });
  if (problem === null) return false;
  process.stderr.write(`${problem}\n`);
  dialog.showErrorBox('Catalogue Back Office can’t start', problem);
  return true;
};

const start = async (): Promise<void> => {
  await app.whenReady();
  if (reportStartupError()) return app.exit(1);
  startLog({ folder: join(app.getPath('userData'), 'logs'), hasConsole: !app.isPackaged });
  log.info(`Started ${app.getVersion()} on Electron ${process.versions.electron}, ${process.platform}`);
  app.setAppUserModelId(appId);
  app.setAboutPanelOptions({
    applicationName: 'Catalogue Back Office',
    applicationVersion: app.getVersion(),
  });
  applyColorScheme();
  setProxySystem({
    resolve: (url) => electronSession.defaultSession.resolveProxy(url),
    askForLogin: askForProxyLogin,
  });
  const { server, switchServer } = createSwitchableServer(() => openServer({ retry: () => void changeServer() }));
  const sessionStore = createSessionStore(server);
  const session = createSessionManager({ server, store: sessionStore, onChange: refreshMenu });
  keepMenuUpdated(session);
  const changeServer = async (work?: () => Promise<void>): Promise<void> => {
    await storeDrafts();
    session.reset();
    await switchServer(work);
    session.reset();
    showMenu();
    void reloadAllWindows();
  };
  const backups = createBackups({
    server,
    entry: join(outFolder, 'main', 'server', 'backup.js'),
    dataDir: dataDir(),
    withServerStopped: changeServer,
  });
  const showMenu = () =>
    setMenu({
      openWindow,
      server,
      backups: readServerSetting().kind === 'embedded' ? backups : null,
      checkForUpdates: async () => {
        await updates.check();
        return updates.get();
      },
    });
  const temporaryFolder = join(app.getPath('userData'), 'pasted');
  const localFiles = createLocalFiles(temporaryFolder);
  const storePath = join(app.getPath('userData'), 'upload-sources.json');
  const fileSources = createFileSources(localFiles, { storePath, temporaryFolder });
  const rendererUrl = app.isPackaged ? undefined : process.env.ELECTRON_RENDERER_URL;

  guardApp({ openWindow });
  app.on('web-contents-created', (_event, contents) =>
    attachContextMenu(contents, { openWindow, saveFile: (file) => saveStoredFile(server, file) }),
  );
  showMenu();
  backups.scheduleDailyBackup();
  const send = createSender({ server, session });
  handleAppProtocol({
    renderer: rendererUrl ? createDevServer(rendererUrl) : createStaticFiles(join(outFolder, 'renderer')),
    localFiles: createLocalFilePreviews(localFiles),
    proxy: createProxy({
      send,
      getSignal: createAbortSignals(electronSession.defaultSession),
      encodeUpload: createUploadEncoder(localFiles, (progress) => broadcast('sendProgress', progress)),
    }),
  });
  const dragFolder = join(app.getPath('userData'), 'dragged');
  const removeTemporary = async () => {
    await Promise.all([localFiles.removeTemporary(), rm(dragFolder, { recursive: true, force: true })]);
  };
  await removeTemporary();
  const updates = createUpdates({
    onStatus: (status) => {
      broadcast('updateStatus', status);
      if (status.state === 'ready') broadcast('toast', toToast(status));
    },
    quit: () => app.quit(),
  });
  registerIpc(
    createIpcHandlers({
      server,
      changeServer,
      session,
      sessionStore,
      localFiles,
      fileSources,
      saveExport: createExporter(send),
      cancelTask: backups.cancel,
      updates,
      setUnread: createUnreadBadge(focusWindow),
      dragFolder,
    }),
  );
  server.status.on((status) => broadcast('serverStatus', status));
  const cleanUp = async () => {
    await stopRequests();
    await removeTemporary();
  };
  const stopServices = () => Promise.allSettled([backups.stop().then(() => server.stop()), cleanUp()]);
  stopBeforeQuit(stopServices, () => finishWith(updates));

  app.on('second-instance', (_event, commandLine) => openLink(findDeepLink(commandLine)));
  app.on('activate', () => focusWindow());
  // On Linux, the package's desktop entry registers the scheme and is removed with the package.
  if (app.isPackaged && !isPortable() && process.platform !== 'linux') {
    // As the Windows installer does: arguments after `--` are never parsed as switches.
    app.setAsDefaultProtocolClient(deepLinkScheme, process.execPath, ['--']);
  }
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  app.on('open-url', (event, link) => {
    event.preventDefault();
    openLink(link);
  });
  openLink(firstLink ?? findDeepLink(process.argv));
  loadWhileWindowOpens(session);
  await enableSpellChecker(electronSession.defaultSession, {
    dictionaries: join(app.getAppPath(), 'resources', 'dictionaries'),
    userData: app.getPath('userData'),
  });

  app.on('before-quit', updates.onBeforeQuit);
  const updater = await loadUpdater();
  if (updater) updates.start(updater);
};

if (app.requestSingleInstanceLock()) {
  handleUncaughtErrors();
  registerAppScheme();
  start().catch((error: unknown) => {
    log.error("The app couldn't start", error);
    const advice = `Try starting it again. If that doesn’t help, see the log file: ${logPath()}`;
    dialog.showErrorBox('Catalogue Back Office couldn’t start', advice);
    app.exit(1);
  });
} else {
  app.quit();
}
