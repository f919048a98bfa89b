import { ensureElectron } from './lib/electron.ts';
import { binScript } from './lib/paths.ts';
import { runScript } from './lib/run.ts';

export const main = async (args: readonly string[]): Promise<void> => {
  const electron = await ensureElectron();
  const { code } = await runScript({
    script: binScript('electron-vite', 'electron-vite'),
    args: ['dev', ...args],
    output: 'inherit',
    // electron-vite looks for Electron in its own package only.
    env: electron ? { ELECTRON_EXEC_PATH: electron } : {},
  });
  process.exitCode = code;
};
