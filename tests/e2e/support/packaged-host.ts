import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { electronFolder } from '../../../scripts/lib/electron.ts';
import { inRoot } from '../../../scripts/lib/paths.ts';
import { runScript } from '../../../scripts/lib/run.ts';
import { cleanEnvironment, desktopAddresses } from './desktop-host.ts';
import type { Host } from './host.ts';

export type PackagedApp = { executable: string; resources: string };

const output = 'test-results/packaged';

const locatePackaged = (): PackagedApp => {
  const name = readdirSync(inRoot(output)).find((each) => /unpacked$|^mac/.test(each)) ?? '';
  const folder = inRoot(output, name);
  if (process.platform === 'darwin') {
    const contents = join(folder, 'Catalogue Back Office.app', 'Contents');
    return {
      executable: join(contents, 'MacOS', 'Catalogue Back Office'),
      resources: join(contents, 'Resources'),
    };
  }
  const executable = process.platform === 'win32' ? 'Catalogue Back Office.exe' : 'catalogue-back-office';
  return { executable: join(folder, executable), resources: join(folder, 'resources') };
};

/** Packages the app for release with the installed Electron, but without an installer. */
export const packageApp = async (env: NodeJS.ProcessEnv): Promise<PackagedApp> => {
  const { code, output: printed } = await runScript({
    script: inRoot('scripts/run.mjs'),
    args: ['package', '--dir', '--output', output],
    env: { ...env, ELECTRON_OVERRIDE_DIST_PATH: electronFolder() },
  });
  if (code !== 0) throw new Error(printed);
  return locatePackaged();
};

const unsupported = () => Promise.reject(new Error('The dialogs of a packaged app are out of reach.'));

const debuggerAddress = async (app: ChildProcess, log: () => string): Promise<string> => {
  for (;;) {
    const found = /DevTools listening on (ws:\S+)/.exec(log())?.[1];
    if (found) return found;
    if (app.exitCode !== null || app.signalCode !== null)
      throw new Error(`The app ended before it opened a window:\n${log()}`);
    await Promise.race([once(app.stderr ?? app, 'data'), once(app, 'exit')]);
  }
};

/**
 * A packaged app, started by a command. Its fuses block access to the main process, so tests drive only its
 * pages, through Chromium.
 */
export const startedHost = ({
  command,
  args,
  env,
  quit,
}: {
  command: string;
  args: readonly string[];
  env: Record<string, string>;
  quit: (started: { app: ChildProcess; page: Page }) => Promise<void>;
}): Host => {
  let running: { app: ChildProcess; browser: Browser; page: Page } | null = null;
  let printed = '';
  const log = () => printed;
  return {
    kind: 'desktop',
    open: async () => {
      printed = '';
      const app = spawn(command, args, { env });
      for (const stream of [app.stdout, app.stderr]) {
        stream.on('data', (chunk: Buffer) => {
          printed += chunk.toString();
        });
      }
      const browser = await chromium.connectOverCDP(await debuggerAddress(app, log));
      const [context] = browser.contexts();
      if (!context) throw new Error('The app has no window.');
      const page = context.pages()[0] ?? (await context.waitForEvent('page'));
      running = { app, browser, page };
      return page;
    },
    close: async () => {
      if (!running) return;
      const { app, browser, page } = running;
      running = null;
      const ended = app.exitCode === null && app.signalCode === null ? once(app, 'exit') : null;
      await quit({ app, page });
      await ended;
      await browser.close();
    },
    ...desktopAddresses,
    chooseFiles: unsupported,
    setSavePath: unsupported,
    saveFile: unsupported,
    log,
  };
};

const isRoot = process.getuid?.() === 0;

/** A packaged app refuses to run as root, so tests that do run it as an unprivileged user. */
const asOrdinaryUser = (command: string, args: readonly string[]) =>
  isRoot
    ? {
        command: 'setpriv',
        args: ['--reuid=nobody', '--regid=nogroup', '--clear-groups', '--', command, ...args],
      }
    : { command, args };

/** Hands a test's folder over to the user who runs the app. */
const lendFolder = (folder: string) => {
  if (isRoot) execFileSync('chown', ['-R', 'nobody:nogroup', folder]);
};

export const packagedHost = ({
  executable,
  userDataDir,
  env,
  flags = [],
}: {
  executable: string;
  userDataDir: string;
  env: Record<string, string>;
  flags?: readonly string[];
}): Host => {
  const folder = dirname(userDataDir);
  const args = ['--remote-debugging-port=0', `--user-data-dir=${userDataDir}`, '--password-store=basic', ...flags];
  const host = startedHost({
    ...asOrdinaryUser(executable, args),
    env: { ...cleanEnvironment(), HOME: folder, ...env },
    quit: async ({ app }) => void app.kill(),
  });
  return {
    ...host,
    open: () => {
      lendFolder(folder);
      return host.open();
    },
  };
};
