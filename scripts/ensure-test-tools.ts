import { spawnSync } from 'node:child_process';
import { chromium } from '@playwright/test';
import { canInstallPackages, installPackages } from './lib/apt.ts';
import { ensureElectron } from './lib/electron.ts';
import {
  hasKeyring,
  locateChromium,
  locateDisplay,
  locateFfmpeg,
  locateHeadlessShell,
} from './lib/locate.ts';
import { binScript } from './lib/paths.ts';
import { runScript } from './lib/run.ts';

/** Why a host cannot be tested on this machine; null where it can. */
export type HostProblems = { browser: string | null; desktop: string | null };

const downloadChromium = () =>
  runScript({
    script: binScript('@playwright/test', 'playwright'),
    args: ['install', ...(canInstallPackages() ? ['--with-deps'] : []), 'chromium'],
    timeLimit: 5 * 60_000,
  });

const isPlaywrightsOwn = () => locateChromium() === chromium.executablePath();

const ensureChromium = async () => {
  if (isPlaywrightsOwn() || locateHeadlessShell()) return null;
  console.error('Installing a browser for the tests ...');
  if (!locateChromium()) await downloadChromium();
  if (isPlaywrightsOwn()) return null;
  await installPackages(['chromium-headless-shell|chromium', 'fonts-liberation']);
  return locateChromium()
    ? null
    : 'no browser: Playwright could not download Chromium, and it could not be installed as a package';
};

const electronLibraries = [
  'libgtk-3-0t64|libgtk-3-0',
  'libasound2t64|libasound2',
  'libatk-bridge2.0-0t64|libatk-bridge2.0-0',
  'libnss3',
  'libgbm1',
  'libxss1',
  'libdrm2',
  'libxtst6',
  'fonts-liberation',
];

const missesLibraries = (binary: string) =>
  process.platform === 'linux' && /not found/.test(spawnSync('ldd', [binary], { encoding: 'utf8' }).stdout);

const ensureDesktop = async () => {
  const electron = await ensureElectron();
  if (!electron) return 'no Electron: its binary is missing and could not be downloaded';
  if (missesLibraries(electron)) await installPackages(electronLibraries);
  if (missesLibraries(electron))
    return 'libraries that Electron needs are missing and could not be installed';
  const display = locateDisplay();
  if (display.needed && !display.program) await installPackages(['xvfb']);
  if (locateDisplay().needed && !locateDisplay().program) return 'no screen, and Xvfb could not be installed';
  if (!locateFfmpeg()) await installPackages(['ffmpeg']);
  if (!locateFfmpeg())
    return 'ffmpeg, which makes a film for the tests, is missing and could not be installed';
  if (process.platform === 'linux' && !hasKeyring()) {
    await installPackages(['dbus', 'gnome-keyring', 'libsecret-1-0']);
  }
  return null;
};

/** Installs what the end-to-end tests need and this machine lacks. */
export const ensureTestTools = async (): Promise<HostProblems> => ({
  browser: await ensureChromium(),
  desktop: await ensureDesktop(),
});

export const main = async (): Promise<void> => {
  for (const [host, problem] of Object.entries(await ensureTestTools())) {
    console.log(problem ? `${host}: ${problem}` : `${host}: ready`);
  }
};
