import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from './paths.ts';
import { runScript } from './run.ts';

const binaryNames: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'Electron.app/Contents/MacOS/Electron',
  win32: 'electron.exe',
};

export const electronFolder = (): string =>
  process.env.ELECTRON_OVERRIDE_DIST_PATH ?? inRoot('node_modules/electron/dist');

export const locateElectron = (): string | null => {
  const path = join(electronFolder(), binaryNames[process.platform] ?? 'electron');
  return existsSync(path) ? path : null;
};

/** Returns Electron's binary, downloading it if missing, or null if that fails. */
export const ensureElectron = async (): Promise<string | null> => {
  if (locateElectron() || process.env.ELECTRON_OVERRIDE_DIST_PATH) return locateElectron();
  console.error("Downloading Electron's binary ...");
  // Output is captured: a refused download prints a stack trace, which the caller replaces with one line.
  await runScript({ script: inRoot('node_modules/electron/install.js'), timeLimit: 10 * 60_000 });
  return locateElectron();
};
