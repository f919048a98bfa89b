import { ensureElectron } from './lib/electron.ts';
import { binScript } from './lib/paths.ts';
import { runScript } from './lib/run.ts';

export const main = async (args: readonly string[]): Promise<void> => {
  const electron = await ensureElectron();
  if (!electron) {
    console.error("Couldn't download Electron. Run npm run web to open the app in a browser.");
    process.exitCode = 1;
    return;
  }
  const { code } = await runScript({
    script: binScript('electron-vite', 'electron-vite'),
    args: ['dev', ...args],
    env: { ELECTRON_EXEC_PATH: electron },
    output: 'inherit',
  });
  process.exitCode = code;
};
