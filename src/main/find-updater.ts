import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
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
  return autoUpdater.isUpdaterActive() ? autoUpdater : null;
};
