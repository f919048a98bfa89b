import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from './paths.ts';
import { runScript } from './run.ts';

const binaryNames: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'Electron.app/Contents/MacOS/Electron',
  win32: 'electron.exe',
};

/** The folder of ELECTRON_OVERRIDE_DIST_PATH, else the electron package's own. */
export const electronFolder = (): string =>
  process.env.ELECTRON_OVERRIDE_DIST_PATH ?? inRoot('node_modules/electron/dist');

/** Electron's binary; null if missing. */
export const locateElectron = (): string | null => {
  const path = join(electronFolder(), binaryNames[process.platform] ?? 'electron');
  return existsSync(path) ? path : null;
};

/** Finds Electron's binary, downloading it once where it is missing; null where that fails. */
export const ensureElectron = async (): Promise<string | null> => {
  if (locateElectron() || process.env.ELECTRON_OVERRIDE_DIST_PATH) return locateElectron();
  console.error("Downloading Electron's binary ...");
  // What a refused download prints is a stack trace; the caller says in one line what it means.
  await runScript({ script: inRoot('node_modules/electron/install.js'), timeLimit: 10 * 60_000 });
  return locateElectron();
};
