import { spawnSync } from 'node:child_process';
import { chromium } from '@playwright/test';
import { canInstallPackages, installPackages } from './lib/apt.ts';
import { ensureElectron } from './lib/electron.ts';
import { hasKeyring, locateChromium, locateDisplay, locateFfmpeg, locateHeadlessShell } from './lib/locate.ts';
import { binScript } from './lib/paths.ts';
import { runScript } from './lib/run.ts';

export const hosts = ['browser', 'desktop'] as const;
export type Host = (typeof hosts)[number];

/** `problem` says why the host can't be tested and how to fix it; null if it can be. */
type HostTools = { host: Host; problem: string | null };

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
    : 'no browser: Playwright could not download Chromium, and it could not be installed as a package. ' +
        'Install Chromium or Chrome so that PATH finds it';
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

const without = 'or leave this host out: npm test -- check unit contract build e2e-browser';

const noElectron = () => {
  const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  const [what, help] = folder
    ? [`in ${folder}, which ELECTRON_OVERRIDE_DIST_PATH names`, "Name a folder that holds Electron's binary"]
    : [
        '(it could not be downloaded from GitHub)',
        'Let this machine reach GitHub, name a mirror in ELECTRON_MIRROR, or name the folder of an unpacked Electron ' +
          'in ELECTRON_OVERRIDE_DIST_PATH',
      ];
  return `there is no Electron ${what}. ${help}, ${without}`;
};

const couldNotInstall = (what: string, packages: string) =>
  `${what} is missing and could not be installed. Install it (on Debian: ${packages}), ${without}`;

type Need = { what: string; packages: readonly string[]; isMissing: (electron: string) => boolean };

const desktopNeeds: readonly Need[] = [
  { what: 'libraries that Electron needs', packages: electronLibraries, isMissing: missesLibraries },
  {
    what: 'a screen',
    packages: ['xvfb'],
    isMissing: () => locateDisplay().needed && !locateDisplay().program,
  },
  {
    what: 'ffmpeg, which makes a film for the tests,',
    packages: ['ffmpeg'],
    isMissing: () => !locateFfmpeg(),
  },
  {
    what: 'a keyring to keep sessions in',
    packages: ['dbus', 'gnome-keyring', 'libsecret-1-0'],
    isMissing: () => process.platform === 'linux' && !hasKeyring(),
  },
];

const ensureDesktop = async () => {
  const electron = await ensureElectron();
  if (!electron) return noElectron();
  for (const { what, packages, isMissing } of desktopNeeds) {
    if (isMissing(electron)) await installPackages(packages);
    if (isMissing(electron)) return couldNotInstall(what, packages.join(', '));
  }
  return null;
};

const ensureHost: Record<Host, () => Promise<string | null>> = {
  browser: ensureChromium,
  desktop: ensureDesktop,
};

export const ensureTestTools = async (wanted: readonly Host[]): Promise<HostTools[]> => {
  const tools: HostTools[] = [];
  for (const host of wanted) tools.push({ host, problem: await ensureHost[host]() });
  return tools;
};

export const main = async (): Promise<void> => {
  for (const { host, problem } of await ensureTestTools(hosts)) {
    console.log(problem ? `${host}: ${problem}` : `${host}: ready`);
  }
};
