import { binScript } from './lib/paths.ts';
import { runScript } from './lib/run.ts';

export const main = async (args: readonly string[]): Promise<void> => {
  const { code } = await runScript({
    script: binScript('electron-vite', 'electron-vite'),
    args: ['dev', ...args],
    output: 'inherit',
  });
  process.exitCode = code;
};
