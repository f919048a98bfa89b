import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from './paths.ts';
import { runScript } from './run.ts';

const binaryNames: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'Electron.app/Contents/MacOS/Electron',
  win32: 'electron.exe',
};

/** Electron's binary in the folder of ELECTRON_OVERRIDE_DIST_PATH, else in the electron package's own; null if missing. */
export const locateElectron = (): string | null => {
  const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH ?? inRoot('node_modules/electron/dist');
  const path = join(folder, binaryNames[process.platform] ?? 'electron');
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
