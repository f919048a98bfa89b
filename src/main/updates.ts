import type { AppUpdater } from 'electron-updater';
import type { UpdateStatus } from '#shared/ipc-shapes.ts';
import { log } from './log.ts';

/** What is used of electron-updater. */
export type Updater = Pick<AppUpdater, 'on' | 'checkForUpdates' | 'quitAndInstall'>;

const checkEvery = 6 * 60 * 60 * 1000;

type Options = {
  /** Called with every change. */
  tell: (status: UpdateStatus) => void;
  /** Asks the app to quit; who has unsaved changes may stay. */
  quit: () => void;
};

/** Newer versions of the app: looked for now and then, downloaded, and installed when it closes or on request. */
export const createUpdates = ({ tell, quit }: Options) => {
  let updater: Updater | null = null;
  let status: UpdateStatus = { state: 'off' };
  let isAsked = false;
  let isWanted = false;

  const set = (next: UpdateStatus): void => {
    status = next;
    tell(status);
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

  const check = async (): Promise<void> => {
    if (!updater || ['checking', 'downloading', 'ready'].includes(status.state)) return;
    set({ state: 'checking' });
    // What fails is told by the event.
    const found = await updater.checkForUpdates().catch(() => null);
    await found?.downloadPromise?.catch(() => undefined);
  };

  return {
    get: () => status,
    check,
    /** Begins to look for newer versions. */
    start: (found: Updater): void => {
      updater = found;
      updater.on('update-not-available', () => set({ state: 'current' }));
      updater.on('update-available', ({ version }) => set({ state: 'downloading', version, percent: 0 }));
      updater.on('download-progress', ({ percent }) => showProgress(Math.floor(percent)));
      updater.on('update-downloaded', ({ version }) => set({ state: 'ready', version }));
      updater.on('error', fail);
      setInterval(() => void check(), checkEvery).unref();
      void check();
    },
    /** Closes the app, installs what was downloaded and opens the app again. */
    install: (): void => {
      if (status.state !== 'ready') return;
      isAsked = true;
      quit();
    },
    /** A person who stayed for unsaved changes, and quits later, asked for no restart. */
    onBeforeQuit: (): void => {
      isWanted = isAsked;
      isAsked = false;
    },
    /** Installs and restarts where that was asked for, and says whether it was. Called when nothing else runs any more. */
    finish: (): boolean => {
      if (isWanted) updater?.quitAndInstall(true, true);
      return isWanted;
    },
  };
};

export type Updates = ReturnType<typeof createUpdates>;
