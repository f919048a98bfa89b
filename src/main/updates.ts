import type { AppUpdater } from 'electron-updater';
import type { UpdateStatus } from '#shared/ipc.ts';
import { log } from './log.ts';

export type Updater = Pick<AppUpdater, 'on' | 'checkForUpdates' | 'quitAndInstall'>;

const checkInterval = 6 * 60 * 60 * 1000;

type Options = {
  onStatus: (status: UpdateStatus) => void;
  /** Asks the app to quit. The user may cancel because of unsaved changes. */
  quit: () => void;
};

/** Checks for updates regularly, downloads them, and installs them on quit or on request. */
export const createUpdates = ({ onStatus, quit }: Options) => {
  let updater: Updater | null = null;
  let status: UpdateStatus = { state: 'off' };
  let running: Promise<void> | undefined;
  let isInstallRequested = false;
  let shouldInstall = false;

  const set = (next: UpdateStatus): void => {
    status = next;
    onStatus(status);
  };

  const fail = (error: Error): void => {
    log.warn("Couldn't download an update", error);
    const message =
      status.state === 'downloading'
        ? `Couldn’t download version ${status.version}. We’ll try again later.`
        : 'Couldn’t check for updates';
    set({ state: 'failed', message });
  };

  const showProgress = (percent: number): void => {
    if (status.state === 'downloading' && percent !== status.percent) set({ ...status, percent });
  };

  /** Resolves once it is known whether there is an update. */
  const check = async (): Promise<void> => {
    if (!updater || status.state === 'downloading' || status.state === 'ready') return;
    if (status.state !== 'checking') {
      set({ state: 'checking' });
      // The error event reports failures.
      running = updater.checkForUpdates().then(
        (found) => void found?.downloadPromise?.catch(() => undefined),
        () => undefined,
      );
    }
    await running;
  };

  return {
    get: () => status,
    check,
    start: (found: Updater): void => {
      updater = found;
      updater.on('update-not-available', () => set({ state: 'current' }));
      updater.on('update-available', ({ version }) => set({ state: 'downloading', version, percent: 0 }));
      updater.on('download-progress', ({ percent }) => showProgress(Math.floor(percent)));
      updater.on('update-downloaded', ({ version }) => set({ state: 'ready', version }));
      updater.on('error', fail);
      setInterval(() => void check(), checkInterval).unref();
      void check();
    },
    install: (): void => {
      if (status.state !== 'ready') return;
      isInstallRequested = true;
      quit();
    },
    /** If the user cancels this quit, a later one must not restart the app. */
    onBeforeQuit: (): void => {
      shouldInstall = isInstallRequested;
      isInstallRequested = false;
    },
    /** Installs and restarts if the user asked for it, and returns whether they did. Call this last. */
    finish: (): boolean => {
      if (shouldInstall) updater?.quitAndInstall(true, true);
      return shouldInstall;
    },
  };
};

export type Updates = ReturnType<typeof createUpdates>;
