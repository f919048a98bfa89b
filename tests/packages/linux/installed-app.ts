import { readdirSync, readFileSync } from 'node:fs';
import { texts } from '../../../src/shared/texts.ts';
import { App } from '../../e2e/support/app.ts';
import { startedHost } from '../../e2e/support/packaged-host.ts';
import type { CleanDebian, View } from './clean-debian.ts';

/** The flag lets a test drive the pages; without a keyring, the password store must be named. */
export const flags = ['--remote-debugging-port=0', '--password-store=basic'];

/** The app as the ordinary user starts it: by its command, or by what else is given. */
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

/** Chooses a server in the settings, before signing in. */
export const useServer = async ({ page }: App, url: string): Promise<void> => {
  await page.getByRole('button', { name: 'Settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await settings.getByRole('radio', { name: 'Shared server' }).check();
  await settings.getByLabel('Server address').fill(url);
  await settings.getByRole('button', { name: 'Use this server' }).click();
  await page.getByLabel(texts.login.identifierLabel).waitFor();
};

type AppProcess = { commandLine: string; seccomp: string };

/** The processes that the installed app consists of, as the kernel sees them. */
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
