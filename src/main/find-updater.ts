import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import { type ProxyLogin, replaceProxyLogin } from './server/proxies.ts';
import type { Updater } from './updates.ts';

/** The portable edition is a single executable that is never installed. */
export const isPortable = (): boolean => Boolean(process.env.PORTABLE_EXECUTABLE_FILE);

/** Returns null if the build has no update feed or can't replace itself. */
export const loadUpdater = async (): Promise<Updater | null> => {
  const hasFeed = app.isPackaged && existsSync(join(process.resourcesPath, 'app-update.yml'));
  if (!hasFeed || isPortable()) return null;
  const { autoUpdater } = (await import('electron-updater')).default;
  // It would log file paths. Its caller logs the relevant events.
  autoUpdater.logger = null;
  // System packages ask for a password, so they are installed only on request.
  autoUpdater.autoInstallOnAppQuit = !existsSync(join(process.resourcesPath, 'package-type'));
  let login: ProxyLogin | null = null;
  // Chromium sends its requests, and asks again if the proxy rejects the login.
  autoUpdater.on('login', async ({ isProxy, host, port }, answer) => {
    login = isProxy ? await replaceProxyLogin(new URL(`http://${host}:${port}`).host, login) : null;
    if (login) answer(login.username, login.password);
    else (answer as () => void)();
  });
  return autoUpdater.isUpdaterActive() ? autoUpdater : null;
};
