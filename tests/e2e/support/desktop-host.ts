import { type ElectronApplication, _electron as electron, expect } from '@playwright/test';
import { locateElectron } from '../../../scripts/lib/electron.ts';
import { root } from '../../../scripts/lib/paths.ts';
import type { Host } from './host.ts';

/** Electron refuses to run its sandbox as root; only tests may disable it. */
export const sandboxFlags = process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : [];

const productVariables = /^(BACKOFFICE_|ELECTRON_RUN_AS_NODE)/;

/** The test process's environment without the variables that configure the product. */
export const cleanEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined || productVariables.test(name) ? [] : [[name, value]],
    ),
  );

/** Makes the save dialog return `path`. Returns a function that reads the suggested file name. */
const answerSaveDialog = async (app: ElectronApplication, path: string) => {
  const offered = await app.evaluateHandle(({ dialog }, filePath) => {
    const seen: { name: string | null } = { name: null };
    dialog.showSaveDialog = async (...given: unknown[]) => {
      const { defaultPath = '' } = given.at(-1) as { defaultPath?: string };
      seen.name = defaultPath.split(/[\\/]/).at(-1) ?? '';
      return { canceled: false, filePath };
    };
    return seen;
  }, path);
  return async () => (await offered.jsonValue()).name;
};

export const desktopAddresses: Pick<Host, 'address' | 'isOwn'> = {
  address: (path) => `app://backoffice${path}`,
  isOwn: (url) => ['data:', 'blob:', 'app:', 'devtools:'].includes(new URL(url).protocol),
};

export type DesktopHost = Host & {
  electron: () => ElectronApplication;
};

export type DesktopOptions = {
  userDataDir: string;
  env?: Record<string, string>;
  flags?: readonly string[];
  /** Electron's own by default. */
  executablePath?: string | null;
};

export const desktopHost = ({
  userDataDir,
  env = {},
  flags = ['--password-store=basic'],
  executablePath = locateElectron(),
}: DesktopOptions): DesktopHost => {
  let running: ElectronApplication | null = null;
  let printed = '';
  const current = () => {
    if (!running) throw new Error('The app is not open.');
    return running;
  };
  return {
    kind: 'desktop',
    electron: current,
    open: async () => {
      if (!executablePath) throw new Error("Electron's binary is missing.");
      running = await electron.launch({
        executablePath,
        cwd: root,
        args: ['.', `--user-data-dir=${userDataDir}`, '--force-prefers-reduced-motion', ...flags, ...sandboxFlags],
        env: { ...cleanEnvironment(), ...env },
      });
      const keep = (chunk: Buffer) => {
        printed += chunk.toString();
      };
      running.process().stdout?.on('data', keep);
      running.process().stderr?.on('data', keep);
      return running.firstWindow().catch((error: unknown) => {
        throw new Error(`The app opened no window. It printed:\n${printed}`, { cause: error });
      });
    },
    close: async () => {
      const loose = await running?.evaluate(({ webContents }) => {
        const isLoose = (contents: Electron.WebContents) => {
          // Electron's types don't declare it.
          const preferences = Reflect.get(contents, 'getLastWebPreferences').call(contents);
          const { sandbox, contextIsolation, webSecurity, nodeIntegration, webviewTag } = preferences;
          return !(sandbox && contextIsolation && webSecurity) || nodeIntegration || webviewTag;
        };
        return webContents
          .getAllWebContents()
          .filter(isLoose)
          .map((contents) => contents.getURL());
      });
      // `destroy` skips the prompt about unsaved changes. The app may quit before `evaluate` resolves.
      const destroyWindows = running?.evaluate(({ BrowserWindow }) => {
        setImmediate(() => {
          for (const window of BrowserWindow.getAllWindows()) window.destroy();
        });
      });
      await destroyWindows?.catch(() => undefined);
      await running?.close();
      running = null;
      expect(loose ?? [], 'whatever a test opened is sandboxed and apart from Node').toEqual([]);
    },
    ...desktopAddresses,
    chooseFiles: async (_page, paths, openDialog) => {
      const response = await current().evaluateHandle(
        ({ dialog }, filePaths) => {
          const { promise, resolve } = Promise.withResolvers<Electron.OpenDialogReturnValue>();
          dialog.showOpenDialog = () => promise;
          return () => resolve({ canceled: false, filePaths });
        },
        [...paths],
      );
      await openDialog();
      await response.evaluate((choose) => choose());
    },
    setSavePath: async (path) => {
      await answerSaveDialog(current(), path);
    },
    saveFile: async (_page, path, act) => {
      const offered = await answerSaveDialog(current(), path);
      await act();
      await expect.poll(offered).not.toBeNull();
      return (await offered()) ?? '';
    },
    log: () => printed,
  };
};
