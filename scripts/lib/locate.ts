import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

/** A program of the system, as PATH finds it. */
export const locateProgram = (...names: string[]): string | null => {
  const folders = (process.env.PATH ?? '').split(delimiter);
  for (const candidate of names.flatMap((name) => folders.map((folder) => join(folder, name)))) {
    try {
      accessSync(candidate, constants.X_OK);
      return candidate;
    } catch {
      // Not here; the next folder may have it.
    }
  }
  return null;
};

/** Chromium without windows, which takes two thirds of the time: the system's. */
export const locateHeadlessShell = (): string | null => locateProgram('chromium-headless-shell');

/** The browser for tests: Playwright's own, else the system's. */
export const locateChromium = (): string | null =>
  existsSync(chromium.executablePath())
    ? chromium.executablePath()
    : (locateHeadlessShell() ?? locateProgram('chromium', 'chromium-browser', 'google-chrome'));

const needsDisplay = () => process.platform === 'linux' && !process.env.DISPLAY;

/** The display server for tests where there is no screen; `needed: false` where there is one. */
export const locateDisplay = (): { needed: boolean; program: string | null } => ({
  needed: needsDisplay(),
  program: locateProgram('Xvfb'),
});

/** What makes films for tests. */
export const locateFfmpeg = (): string | null => locateProgram('ffmpeg');

/** Whether this machine has what a keyring takes (Linux): a bus and a keyring daemon. */
export const hasKeyring = (): boolean =>
  process.platform === 'linux' &&
  locateProgram('dbus-daemon') !== null &&
  locateProgram('gnome-keyring-daemon') !== null;
