import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import type { Updater } from './updates.ts';

/** Whether this is the portable edition: a file that somebody put somewhere, which leaves nothing in the system. */
export const isPortable = (): boolean => Boolean(process.env.PORTABLE_EXECUTABLE_FILE);

/** What updates this installation; null where it was built without a place to look, or cannot replace itself. */
export const findUpdater = async (): Promise<Updater | null> => {
  const hasFeed = app.isPackaged && existsSync(join(process.resourcesPath, 'app-update.yml'));
  if (!hasFeed || isPortable()) return null;
  const { autoUpdater } = (await import('electron-updater')).default;
  // It would write where its files lie; what people need to know is logged by who uses it.
  autoUpdater.logger = null;
  // A package of the system asks for a password: only when somebody is there who wanted it.
  autoUpdater.autoInstallOnAppQuit = !existsSync(join(process.resourcesPath, 'package-type'));
  return autoUpdater.isUpdaterActive() ? autoUpdater : null;
};
