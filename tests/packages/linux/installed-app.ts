import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPackageWithOptions, extractAll } from '@electron/asar';
import { electronFolder } from '../../../scripts/lib/electron.ts';
import { App } from '../../e2e/support/app.ts';
import { startedHost } from '../../e2e/support/packaged-host.ts';
import type { CleanDebian, View } from './clean-debian.ts';

/** The port lets a test drive the pages; without a keyring, the password store must be named. */
export const flags = ['--remote-debugging-port=0', '--password-store=basic'];

export const installedApp = (
  debian: CleanDebian,
  { view, start = ['catalogue-back-office', ...flags] }: { view: View; start?: readonly string[] },
): App => {
  const [command = '', ...args] = debian.commandOfPerson(start, { view });
  return new App(
    startedHost({
      command,
      args,
      env: debian.environment(),
      // Closing the last window quits the app, as for users.
      quit: ({ page }) => page.close(),
    }),
  );
};

/** Chooses the server in the settings file, because no test can answer the native dialog of a packaged app. */
export const useServer = (userDataDir: string, serverUrl: string): void => {
  const file = join(userDataDir, 'settings.json');
  const settings = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  writeFileSync(file, JSON.stringify({ ...settings, serverUrl }));
};

/**
 * better-sqlite3 needs Node-API 10. For an older Electron, this replaces it in the installed app by a library
 * with the same API.
 */
export const replaceSqlite = async (resources: string): Promise<void> => {
  const replacement = join(electronFolder(), '../compat/node_modules');
  if (!existsSync(replacement)) return;
  const archive = join(resources, 'app.asar');
  const files = mkdtempSync(join(tmpdir(), 'backoffice-asar-'));
  extractAll(archive, files);
  const sqlite = join(files, 'node_modules/better-sqlite3');
  cpSync(replacement, join(sqlite, 'node_modules'), { recursive: true });
  writeFileSync(join(sqlite, 'lib/index.js'), "module.exports = require('libsql');\n");
  // Only the package's own files are unpacked beside the archive, so that uninstalling leaves none behind.
  await createPackageWithOptions(files, archive, { unpack: '**/{prebuilds,argon2-*}/*.node' });
  rmSync(files, { recursive: true });
};

type AppProcess = { commandLine: string; seccomp: string };

export const appProcesses = (executable: string): AppProcess[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const commandLine = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
        const seccomp = /^Seccomp:\s*(\d)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '';
        return commandLine.includes(executable) ? [{ commandLine, seccomp }] : [];
      } catch {
        return [];
      }
    });
