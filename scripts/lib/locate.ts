import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

export const locateProgram = (...names: string[]): string | null => {
  const folders = (process.env.PATH ?? '').split(delimiter);
  for (const candidate of names.flatMap((name) => folders.map((folder) => join(folder, name)))) {
    try {
      accessSync(candidate, constants.X_OK);
      return candidate;
    } catch {
      // Try the next folder.
    }
  }
  return null;
};

/** The system's headless shell, which takes two thirds of the time of full Chromium. */
export const locateHeadlessShell = (): string | null => locateProgram('chromium-headless-shell');

export const locateChromium = (): string | null =>
  existsSync(chromium.executablePath())
    ? chromium.executablePath()
    : (locateHeadlessShell() ?? locateProgram('chromium', 'chromium-browser', 'google-chrome'));

const needsDisplay = () => process.platform === 'linux' && !process.env.DISPLAY;

/** The display server for tests. `needed` is false on a machine with a screen. */
export const locateDisplay = (): { needed: boolean; program: string | null } => ({
  needed: needsDisplay(),
  program: locateProgram('Xvfb'),
});

export const locateFfmpeg = (): string | null => locateProgram('ffmpeg');

export const hasKeyring = (): boolean =>
  process.platform === 'linux' &&
  locateProgram('dbus-daemon') !== null &&
  locateProgram('gnome-keyring-daemon') !== null;
